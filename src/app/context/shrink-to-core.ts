import type { CheckpointLine } from '../../domain/checkpoint/checkpoint.js'
import { isCompressible, planUnits } from '../../domain/compression/compression-plan.js'
import { isHuman, type ViewEntry } from '../../domain/message.js'
import { isBeside, openSeqs, unitsOf, type Unit } from '../../domain/context/pairing.js'
import { endStuckState, policyScale } from '../../domain/session/model-tokens.js'
import { usedTokens } from '../../domain/session/budget.js'
import { renderedLine } from '../../domain/checkpoint/rendering.js'
import type { RolloverTrigger } from '../../domain/time/event-data.js'
import { ageCheckpoints } from '../compression/age-checkpoints.js'
import { skipActive } from '../compression/skip-active.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { coverSpan, type Why } from './cover-span.js'
import { evictMessages } from '../cut/evict.js'

/** Human messages that stay, fewer if they do not fit. */
const KEPT_HUMAN_MESSAGES = 10
/** Maximum tokens of the summary, at a limit of 13,600. */
const SUMMARY_TOKENS = 400

type Needs = Pick<Ports, 'ids' | 'clock' | 'tokenizer'>

/** Human messages of a context when its epoch ended. */
export interface EpochMessages {
  keptHumanMessages: number
  evictedMessages: number
}

/** Shrinks the context to the core of a new epoch: covers what may be covered with one short checkpoint that names the
 * snapshot, and evicts all human messages but the newest. What leaves does not come back by itself. A pending compression
 * is skipped, because it was planned for another context. The context may still not fit. [R4] */
export async function shrinkToCore(
  tx: SessionTx,
  ports: Needs,
  { trigger, snapshotId }: { trigger: RolloverTrigger; snapshotId: string | null },
): Promise<EpochMessages> {
  const why: Why =
    trigger === 'request'
      ? { kind: 'rollover', trigger: 'manual', reason: 'a new epoch began' }
      : { kind: 'rollover', trigger: 'emergency', reason: 'a new epoch began, because nothing more could shrink' }
  await skipActive(tx, ports, 'already-covered')
  await coverAll(tx, ports, why)
  const messages = await evictOldHumans(tx, ports, why)
  await joinCheckpoints(tx, ports, snapshotId)
  return messages
}

/** Counts the new epoch and emits its event. Call when the context has its final size.
 * @param tokensBefore base tokens in the context before the epoch ended */
export function beginEpoch(
  tx: Pick<SessionTx, 'session' | 'change' | 'emit'>,
  epoch: EpochMessages & { trigger: RolloverTrigger; snapshotId: string | null; tokensBefore: number },
): void {
  const { session } = tx
  tx.change({ epoch: session.epoch + 1, ...endStuckState(session) })
  const tokensAfter = usedTokens(session.tokenCounts)
  tx.emit({ type: 'rollover-complete', data: { epoch: session.epoch, ...epoch, tokensAfter } })
}

/** Covers every message that may be covered, except results that the model has not read. Evicts those for which no checkpoint would be smaller. */
async function coverAll(tx: SessionTx, ports: Needs, why: Why): Promise<void> {
  const { session } = tx
  const entries = await tx.entries()
  const open = openSeqs(session, entries)
  const units = unitsOf(entries, session.lastSpokenSeq).filter(
    (unit) => isCompressible(unit, open) && !isUnread(unit, entries),
  )
  const plan = planUnits(units)
  if (plan && !(await coverSpan(tx, ports, plan, why))) await evictMessages(tx, ports, plan, why.reason)
}

/** Whether the results of the unit are the newest messages: without them the model could not continue its work. */
function isUnread(unit: Unit, entries: readonly ViewEntry[]): boolean {
  const newest = entries.at(-1)
  return newest !== undefined && newest.shape.some(isBeside) && unit.entries.includes(newest)
}

async function evictOldHumans(tx: SessionTx, ports: Needs, why: Why): Promise<EpochMessages> {
  const humans = (await tx.entries()).filter((entry) => isHuman(entry) && !entry.pinned)
  const leaving = humans.slice(0, -KEPT_HUMAN_MESSAGES).map(({ seq }) => seq)
  await evictMessages(tx, ports, { seqs: leaving, humanMessagesWithResults: [] }, why.reason)
  // Unlike what leaves under pressure, they do not come back when tokens are free.
  tx.change({ pressedOut: undefined })
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
