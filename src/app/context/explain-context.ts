import { cutsInForce, type Cut } from '../../domain/context/cut.js'
import { detailOf } from '../../domain/checkpoint/heading.js'
import { inModelTokens, usedModelTokens } from '../../domain/session/model-tokens.js'
import { assembleContext } from '../../domain/context/context.js'
import type { ContextStatus } from '../../domain/session/status.js'
import { changesSince, type Change } from './explain-changes.js'
import { statusOf } from '../models/model-health.js'
import { seqsOf, toRanges } from '../../domain/ranges.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { contextRecords } from '../shared/context-records.js'
import { readRecords } from './read-context.js'
import { explainEntries } from '../shared/explain-entries.js'

export interface Explanation {
  version: number
  limit: number
  tokens: number
  /** Entries of the context in order, each with tokens, rule, and reason. */
  entries: object[]
  /** Spans that left the context, and where to read them. */
  out: { from: number; to: number; where: string; reason: string; read: string }[]
  /** Every cut since the requested version, oldest first. Absent if no version was requested. */
  changes?: Change[]
  contextStatus: ContextStatus
}

/** Explains every entry of the context, and every span that left it. Throws session_not_found. */
export async function explainContext(
  ports: Pick<Ports, 'store' | 'settings' | 'quotas'>,
  { sessionId, appId, from }: SessionAddress & { from?: number },
): Promise<Explanation> {
  const records = await readRecords(ports, sessionId, appId)
  const { session, checkpoints } = records
  const context = assembleContext(contextRecords(records))
  const covered = checkpoints.flatMap((checkpoint) =>
    checkpoint.covered.map(({ from, to }) => ({
      from,
      to,
      where: `checkpoint ${checkpoint.id}`,
      reason: `checkpoint ${checkpoint.number} replaced it; ${detailOf(checkpoint).join(', ')}`,
      read: `checkpoints/${checkpoint.id}/messages`,
    })),
  )
  const evicted = evictionsOf(cutsInForce(await ports.store.cuts(sessionId))).flatMap(({ evicted, reason }) =>
    evicted.map(({ from, to }) => ({ from, to, where: 'evicted', reason, read: `messages?from=${from}&to=${to}` })),
  )
  return {
    version: session.version,
    limit: session.limit,
    tokens: usedModelTokens(session),
    entries: explainEntries(session, context, records),
    out: [...covered, ...evicted].sort((a, b) => a.from - b.from),
    ...(from === undefined ? {} : { changes: inModelTokens(session, await changesSince(ports, sessionId, from)) }),
    contextStatus: await statusOf(ports, session),
  }
}

/** Returns what each cut evicted, newest first, without the messages that a later cut brought back. */
function evictionsOf(cuts: readonly Cut[]): Pick<Cut, 'evicted' | 'reason'>[] {
  const back = new Set<number>()
  return cuts.toReversed().map(({ evicted, reason, returned = [] }) => {
    const left = back.size === 0 ? evicted : toRanges(seqsOf(evicted).filter((seq) => !back.has(seq)))
    for (const seq of seqsOf(returned)) back.add(seq)
    return { reason, evicted: left }
  })
}
