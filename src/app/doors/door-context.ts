import { assembleContext } from '../../domain/context/context.js'
import { reductionsBySeq } from '../../domain/context/reduction.js'
import { DomainError } from '../../domain/errors.js'
import { usedTokens } from '../../domain/session/budget.js'
import type { Session } from '../../domain/session/session.js'
import type { PlanItem, Resent } from '../../domain/doors/plan.js'
import { isHuman, type Format } from '../../domain/message.js'
import { fittingRecords } from '../context/read-context.js'
import { contextRecords } from '../shared/context-records.js'
import { recallHeader } from '../../domain/recall/recall.js'
import { withRecall, type RecallRequest } from '../recall/with-recall.js'
import { readSession } from '../shared/read-session.js'
import { recordsAt } from '../time/records-at.js'
import { renderPlan } from '../shared/render-context.js'
import { contextContents } from '../shared/context-contents.js'
import { pause, pauseAfterMany } from '../../ports/pause.js'
import type { DoorLink, Ports, SessionRecords } from '../../ports/ports.js'
import { leftOutReasoning, showsReasoning } from './left-out-reasoning.js'
import type { OpenedTurn } from './open-turn.js'

export interface DoorContext {
  session: Session
  /** Base tokens of what is sent. */
  tokens: number
  /** What to send; null: nothing was cut, so the client's own list is sent. */
  items: PlanItem[] | null
  /** Version of the newest change of older context. */
  prefixVersion: number
  /** Quotes recalled for the newest message, `none`, or `off`. [M7] */
  recall: string
}

/** A message that may be system text between messages.
 * @property isOpening it came before the first answer: other system text that a request has there is a newer form of it */
export interface StoredNote {
  raw: string
  isOpening: boolean
}

export interface DoorContextInput {
  appId: string
  /** Without `records` and `prefixVersion` if they are not at hand. */
  turn: OpenedTurn | Pick<OpenedTurn, 'sessionId' | 'position'>
  format: Format
  /** Tokens that the client asked for; null: not given. */
  outputTokens: number | null
  /** Whether the session changed since the turn was stored. */
  isChanged: boolean
  /** Whether reasoning is bound to its prefix in this protocol. */
  isBound: boolean
  /** Returns the element of the request at a position. */
  elementsAt(position: number): Resent[]
  /** Returns whether each of these stored messages, newest first, is system text between messages that the request has no more. */
  leavesOut(notes: readonly StoredNote[]): boolean[]
  /** Whether something is recalled for the newest message. `as-is`: the request is no turn. [M1] */
  recall: RecallRequest
}

/** Returns what a door sends for a turn. It fits, and a model is never waited for. [P3] [P6]
 * Throws message_exceeds_window, session_not_found, and not_found or state_not_recorded if the session has more than the
 * request proves and its context of that time is not known. */
export async function doorContext(ports: Ports, input: DoorContextInput): Promise<DoorContext> {
  const { appId, turn, outputTokens } = input
  const { sessionId } = turn
  const maxReserve = outputTokens ?? Infinity
  const stored = input.isChanged || !('records' in turn) ? null : turn
  const earlier = stored ? null : await earlierContext(ports, { sessionId, appId, position: turn.position })
  const fitting = earlier ?? (await fittingRecords(ports, { sessionId, appId, maxReserve, known: stored?.records }))
  const request = earlier ? 'as-is' : input.recall
  // Of the context that was made to fit: with a larger reserve it might not, and nothing would be recalled. [M4]
  const reserve = Math.min(fitting.session.reserve, maxReserve)
  const records = await withRecall(ports, fitting, { request, reserve, isAsking: true })
  const { session } = records
  const isStored = fitting === stored?.records && fitting.session.version === session.version
  const prefixVersion = isStored ? stored.prefixVersion : await prefixOf(ports, input, session)
  const tokens = usedTokens(session.tokenCounts)
  const recall = recallHeader(session, records.entries, input.recall === 'off')
  const isSame = !isCut(records, turn.position)
  if (isSame && !showsReasoning(records)) return { session, tokens, items: null, prefixVersion, recall }
  const sent = await sentElements(ports, input, records, prefixVersion)
  const reasoning = await leftOutReasoning(input.format, records, sent.resent)
  const read = tokens - reasoning.tokens
  if (isSame) return { session, tokens: read, items: null, prefixVersion, recall }
  const { items, leftOut } = await plan(ports, input, { ...records, reductions: [...reasoning.reductions] }, sent)
  return { session, tokens: read - leftOut, items, prefixVersion, recall }
}

/** Returns the context as it was at the position of a request, if the session has more than that; else null. Others may open
 * in the same words, so a request gets nothing that came after the words it proves: no later message, checkpoint, goal, pin,
 * or ledger entry. [P14] [P11] */
async function earlierContext(
  { store }: Ports,
  { sessionId, appId, position }: { sessionId: string; appId: string; position: number },
): Promise<SessionRecords | null> {
  const session = await readSession({ store }, { sessionId, appId })
  const links = await store.doorLinks(sessionId, 0)
  const last = links.at(-1)
  if (last !== undefined && last.position <= position && last.seq >= session.lastSeq) return null
  const seq = links.find((link) => link.position === position)?.seq
  if (seq === undefined) throw new DomainError('not_found', 'The position of the request is not in the session.')
  return recordsAt({ store }, { sessionId, appId, seq, isExact: true })
}

/** Of these records: a cut since they were read must not make older reasoning look valid. */
function prefixOf({ store }: Ports, { isBound, turn }: DoorContextInput, { version }: Session): Promise<number> | 0 {
  return isBound ? store.prefixVersion(turn.sessionId, version) : 0
}

/** Whether the context differs from what the client sent. Withdrawn messages are not part of what it sent. The context has more if the
 * client left out its oldest messages. */
function isCut({ session, entries, reductions, checkpoints }: SessionRecords, position: number): boolean {
  const sent = session.lastSeq - (session.withdrawnCount ?? 0)
  const isShown = session.recall !== undefined || session.standing !== undefined
  // System text between messages has no position.
  const turns = entries.filter((entry) => isHuman(entry) || entry.role === 'assistant' || entry.role === 'tool')
  const hasMore = turns.length > position
  return isShown || hasMore || reductions.length > 0 || checkpoints.length > 0 || entries.length < sent
}

/** Links that are read before other requests may run. */
const LINKS_PER_SLICE = 2_000

/** What a request has of the messages in the context. */
interface SentElements {
  links: DoorLink[]
  /** By `seq` of the message that they were stored as. */
  resent: ReadonlyMap<number, Resent[]>
  /** Messages whose reasoning was made against the present prefix. */
  intact: ReadonlySet<number>
}

async function sentElements(
  ports: Ports,
  { turn, elementsAt }: DoorContextInput,
  records: SessionRecords,
  prefixVersion: number,
): Promise<SentElements> {
  const links = await ports.store.doorLinks(turn.sessionId, records.entries[0]?.seq ?? 0)
  await pauseAfterMany(links.length)
  const resent = new Map<number, Resent[]>()
  const intact = new Set<number>()
  for (const [at, link] of links.entries()) {
    if (at % LINKS_PER_SLICE === LINKS_PER_SLICE - 1) await pause()
    if (link.position > turn.position) continue
    resent.set(link.seq, [...(resent.get(link.seq) ?? []), ...elementsAt(link.position)])
    if (link.prefixVersion === prefixVersion) intact.add(link.seq)
  }
  return { links, resent, intact }
}

/** Returns the items to send, and the base tokens of system text that the client sends no more. Programs send some with the newest message
 * only: what was found for it, or how to answer it. */
async function plan(
  ports: Ports,
  { turn, format, leavesOut }: DoorContextInput,
  records: SessionRecords,
  { links, resent, intact }: SentElements,
): Promise<{ items: PlanItem[]; leftOut: number }> {
  const context = assembleContext(contextRecords(records))
  await pauseAfterMany(links.length)
  const bySeq = reductionsBySeq(records.reductions)
  const seqs = records.entries.flatMap(({ seq }) => (resent.has(seq) && !bySeq.has(seq) ? [] : [seq]))
  const contents = await contextContents(ports, { sessionId: turn.sessionId, seqs, reductions: records.reductions })
  const seqAt = (place: number) => links.find(({ position }) => position === place)?.seq ?? 0
  const [first, second] = [seqAt(1), seqAt(2)]
  const notes = records.entries.toReversed().flatMap(({ seq, pinned, origin, viewTokens }) => {
    const isOpening = seq < second
    // What the client left out itself, and what a person pinned, stays.
    if (origin !== 'app' || resent.has(seq) || bySeq.has(seq) || seq < first || (pinned && !isOpening)) return []
    const stored = contents.messages.get(seq)
    return stored?.format === format ? [{ seq, raw: stored.raw, isOpening, viewTokens }] : []
  })
  const isLeft = leavesOut(notes)
  const left = notes.filter((_, at) => isLeft[at])
  const gone = new Set(left.map(({ seq }) => seq))
  const sent = context.filter((entry) => entry.kind !== 'message' || !gone.has(entry.entry.seq))
  const items = await renderPlan({ format, context: sent, contents, resent, intact })
  return { items, leftOut: left.reduce((sum, { viewTokens }) => sum + viewTokens, 0) }
}
