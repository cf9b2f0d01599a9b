import type { CheckpointLine } from '../../domain/compression/checkpoint.js'
import { isCompressible, isHuman, planRules, planUnits } from '../../domain/compression/compression-plan.js'
import { openSeqs, unitsOf } from '../../domain/context/pairing.js'
import { DomainError } from '../../domain/errors.js'
import { renderedLine } from '../../domain/summary/rendering.js'
import { usedTokens } from '../../domain/session/budget.js'
import { modelTokens, policyScale } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import { ageCheckpoints } from '../compression/age-checkpoints.js'
import { skipActive } from '../compression/skip-active.js'
import { trySnapshot } from '../cut/snapshot-before-cut.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { coverSpan } from './cover-span.js'
import { ensureFit } from './ensure-fit.js'
import { evictMessages } from './evict.js'

/** Human messages that stay, fewer if they do not fit. */
const KEPT_HUMAN_MESSAGES = 10
/** Maximum tokens of the summary, at a limit of 13,600. */
const SUMMARY_TOKENS = 400
const WHY = { kind: 'rollover', trigger: 'manual', reason: 'a new epoch began' } as const

export interface RolledOver {
  session: Session
  /** Snapshot of the state before; null if it could not be made. */
  snapshotId: string | null
  /** Model tokens in the context. */
  tokensBefore: number
  tokensAfter: number
}

type Needs = Pick<Ports, 'store' | 'ids' | 'clock' | 'tokenizer'>

/** Starts a new epoch of a session: takes a snapshot, covers what may be covered with one short checkpoint that names the
 * snapshot, and evicts all human messages but the newest. Nothing leaves the history, and what left does not come back by
 * itself. A pending compression is skipped, because it was planned for another context. [R4]
 * Throws session_not_found, version_mismatch. */
export async function rollOver(
  ports: Needs,
  { appId, sessionId, ifMatch }: { appId: string | null; sessionId: string; ifMatch?: number },
): Promise<RolledOver> {
  return ports.store.change(sessionId, appId, async (tx) => {
    const { session } = tx
    if (ifMatch !== undefined && ifMatch !== session.version)
      throw new DomainError('version_mismatch', `The context is at version ${session.version}, not ${ifMatch}.`, {
        version: session.version,
      })
    const before = usedTokens(session.tokenCounts)
    const snapshotId = (await trySnapshot(tx, ports, 'rollback', `before epoch ${session.epoch + 1}`))?.id ?? null
    await skipActive(tx, ports, 'already-covered')
    await coverAll(tx, ports)
    const humans = await evictOldHumans(tx, ports)
    await joinCheckpoints(tx, ports, snapshotId)
    await ensureFit(tx, ports)
    session.epoch += 1
    const { epoch } = session
    const after = usedTokens(session.tokenCounts)
    const sizes = { tokensBefore: before, tokensAfter: after }
    tx.emit({ type: 'rollover-complete', data: { epoch, snapshotId, ...humans, ...sizes } })
    return {
      session,
      snapshotId,
      tokensBefore: modelTokens(session, before),
      tokensAfter: modelTokens(session, after),
    }
  })
}

/** Covers every message that may be covered. Evicts those for which no checkpoint would be smaller. */
async function coverAll(tx: SessionTx, ports: Needs): Promise<void> {
  const { session } = tx
  const entries = await tx.entries()
  const open = openSeqs(session, entries)
  const { userMessages } = planRules(session)
  const units = unitsOf(entries, session.lastSpokenSeq).filter((unit) => isCompressible(unit, open, userMessages))
  const plan = planUnits(units, userMessages)
  if (plan && !(await coverSpan(tx, ports, plan, WHY))) await evictMessages(tx, ports, plan, WHY.reason)
}

async function evictOldHumans(
  tx: SessionTx,
  ports: Needs,
): Promise<{ keptHumanMessages: number; evictedMessages: number }> {
  const humans = (await tx.entries()).filter((entry) => isHuman(entry) && !entry.pinned)
  const leaving = humans.slice(0, -KEPT_HUMAN_MESSAGES).map(({ seq }) => seq)
  await evictMessages(tx, ports, { seqs: leaving, humanMessagesWithResults: [] }, WHY.reason)
  // Unlike what leaves under pressure, they do not come back when tokens are free.
  delete tx.session.pressedOut
  return { keptHumanMessages: humans.length - leaving.length, evictedMessages: leaving.length }
}

async function joinCheckpoints(tx: SessionTx, ports: Needs, snapshotId: string | null): Promise<void> {
  const [first] = await tx.checkpoints()
  if (!first) return
  const text =
    snapshotId === null
      ? 'A new epoch began here; the history before it is searchable.'
      : `A new epoch began here; snapshot ${snapshotId} holds the state before it.`
  const said = { kind: 'fact' as const, text, importance: 1, sources: [first.range.from], by: 'extract' as const }
  const line: CheckpointLine = { ...said, tokens: ports.tokenizer.count(renderedLine(said)) }
  const totalTokens = Math.floor(SUMMARY_TOKENS * policyScale(tx.session))
  await ageCheckpoints(tx, ports, { totalTokens, joinedWith: line })
}
