/** States what a task boundary waits for before the calls and results before it leave the context. [D4] */
import { minGainTokens, modelTokens } from '../session/model-tokens.js'
import type { Reduction } from '../context/reduction.js'
import { NO_WATERMARK } from '../session/watermark.js'
import type { ViewEntry } from '../message.js'
import { isDebug } from '../session/policy.js'
import type { Session } from '../session/session.js'
import { beforeBoundary } from './boundary.js'

/** What must happen first. */
export type BoundaryWait =
  /** The next call of a tool, which becomes the boundary. */
  | { kind: 'call'; toolName: string }
  /** A cut that frees enough. `tokens` would leave now; `minTokens` justify a cut. Both are model tokens. */
  | { kind: 'gain'; tokens: number; minTokens: number }
  /** Another policy: `condense.verbosity: "debug"` switches the rule off. */
  | { kind: 'verbosity' }

/** Returns everything that the boundary and the pending mark wait for; empty: neither exists or both are settled. */
export function boundaryWaits(
  session: Pick<Session, 'limit' | 'scale' | 'policy' | 'preset' | 'watermark' | 'openCalls' | 'lastSeq' | 'turn'>,
  entries: readonly ViewEntry[],
  reductions: readonly Reduction[],
): BoundaryWait[] {
  const { seq, appliedSeq, pending } = session.watermark ?? NO_WATERMARK
  const call: BoundaryWait[] = pending === null ? [] : [{ kind: 'call', toolName: pending }]
  if (seq <= appliedSeq) return call
  if (isDebug(session.policy)) return [...call, { kind: 'verbosity' }]
  const { tokens } = beforeBoundary(session, entries, reductions, seq)
  // Preset `watermark` needs no minimum gain, but without any gain there is no cut.
  const minTokens = session.preset === 'watermark' ? 1 : modelTokens(session, minGainTokens(session))
  return [...call, { kind: 'gain', tokens: modelTokens(session, tokens), minTokens }]
}
