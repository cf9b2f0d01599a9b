/** The context at an earlier message. A moment is a stretch of time in which the context only grew: it begins with a cut
 * and ends with the next. Its beginning is recorded; everything after it follows from the messages. [R3] */
import type { Checkpoint } from '../checkpoint/checkpoint.js'
import { isSpoken } from '../context/pairing.js'
import { reducedEntries } from '../context/reduced-entries.js'
import { inForce, type Reduction } from '../context/reduction.js'
import { advanceWatermark, callsOf, NO_WATERMARK } from '../session/watermark.js'
import { noteTokens } from '../goal/view.js'
import type { GoalsView } from '../session/shown-blocks.js'
import type { SeqRange, ViewEntry } from '../message.js'
import type { Policy } from '../session/policy.js'
import type { OpenCall, Session } from '../session/session.js'
import { recount } from '../context/token-counts.js'
import { standingTokens, standingUntil } from '../standing/records.js'
import { recallTokens } from '../recall/recall.js'
import { withState, type SessionState } from './session-state.js'

/** How a moment began. */
export interface Moment {
  /** Context version with which it began. */
  version: number
  /** Newest message then. Later messages of the moment are all in its context. 0: none. */
  startSeq: number
  /** Messages in the context then. */
  members: SeqRange[]
  /** Those of them that were pinned. */
  pinned: number[]
  /** Ids of the live checkpoints. They stay the same until the moment ends. */
  checkpoints: string[]
  /** Reductions with a higher number did not exist yet. */
  reductionN: number
  /** Without ledger and goals, which are recorded when the moment ends. */
  state: Omit<SessionState, 'ledger' | 'goals'>
}

/** The moment before the first cut of a session. */
export const FIRST_MOMENT = { version: 0, startSeq: 0, members: [], pinned: [], checkpoints: [], reductionN: 0 }

/** A reduction and its number in the order of all. */
export interface NumberedReduction {
  n: number
  reduction: Reduction
}

/** What the context at a message is built from. */
export interface MomentRecords {
  session: Session
  /** null: the first moment, whose beginning is not recorded because it is empty. */
  moment: Moment | null
  /** State at the end of the moment, or now. */
  end: SessionState
  /** Prompt and tools of that time. */
  prompt: Pick<Session, 'systemPrompt' | 'tools'>
  /** Messages of the moment up to its end or the requested message, whichever is later; as they were received. */
  messages: readonly ViewEntry[]
  /** All recorded reductions of these messages, in order. */
  reductions: readonly NumberedReduction[]
  /** Live checkpoints. */
  checkpoints: readonly Checkpoint[]
}

export interface ContextAt {
  session: Session
  entries: ViewEntry[]
  reductions: Reduction[]
  checkpoints: Checkpoint[]
}

/** Returns the records of the context when message `seq` was the newest. At the end of a moment, they are exactly those of that time. In
 * the middle of one, goal notes follow from their places, and counters from the messages. */
export function contextAt(records: MomentRecords, seq: number): ContextAt {
  const { session, moment, end, prompt } = records
  const start = moment ?? FIRST_MOMENT
  const reductions = reductionsAt(records.reductions, start, seq)
  const pinned = new Set(start.pinned)
  const received = records.messages.map((entry) =>
    entry.seq > start.startSeq || entry.pinned === pinned.has(entry.seq)
      ? entry
      : { ...entry, pinned: pinned.has(entry.seq) },
  )
  const all = reducedEntries(received, reductions)
  const entries = all.filter((entry) => entry.seq <= seq)
  const checkpoints = coveringUntil(records.checkpoints, seq).sort((a, b) => a.range.to - b.range.to)
  const state = seq === end.lastSeq ? end : stateWithin(records, { all, entries, checkpoints }, seq)
  return {
    session: { ...withState(session, state), ...prompt },
    entries,
    reductions: reductions.filter((one) => one.seq <= seq),
    checkpoints,
  }
}

/** A context that a later cut made fit may have checkpoints of later messages. They cover none of these here, and one that covers nothing
 * else is left out. */
function coveringUntil(checkpoints: readonly Checkpoint[], seq: number): Checkpoint[] {
  return checkpoints.flatMap((checkpoint) => {
    if (checkpoint.covered.every(({ to }) => to <= seq)) return [checkpoint]
    const covered = checkpoint.covered.flatMap(({ from, to }) => (from > seq ? [] : [{ from, to: Math.min(to, seq) }]))
    const to = covered.at(-1)?.to
    return to === undefined ? [] : [{ ...checkpoint, covered, range: { ...checkpoint.range, to } }]
  })
}

/** Reductions made at the beginning, and those made while a later message was stored. */
function reductionsAt(
  all: readonly NumberedReduction[],
  { startSeq, reductionN }: Pick<Moment, 'startSeq' | 'reductionN'>,
  seq: number,
): Reduction[] {
  const existing = all.filter(({ n, reduction }) =>
    reduction.seq > startSeq ? reduction.cutId === null && reduction.seq <= seq : n <= reductionN,
  )
  return inForce(existing.map(({ reduction }) => reduction))
}

/** Follows the state of the conversation from the beginning of the moment to a message before or after its end. */
function stateWithin(
  { session, moment, end }: MomentRecords,
  { all, entries, checkpoints }: { all: ViewEntry[]; entries: ViewEntry[]; checkpoints: Checkpoint[] },
  seq: number,
): SessionState {
  const { startSeq } = moment ?? FIRST_MOMENT
  const added = entries.filter((entry) => entry.seq > startSeq)
  const pairing =
    seq < startSeq
      ? pairingBefore(end, entries, seq)
      : pairingAfter(moment?.state ?? { openCalls: [], lastSpokenSeq: 0 }, added)
  const goals = end.goals && goalsUntil(end.goals, seq)
  const recall = end.recall?.filter((block) => block.seq <= seq)
  const standing = standingUntil(end.standing, seq)
  const system = (of: ViewEntry[]) => of.reduce((sum, one) => sum + (one.role === 'system' ? one.viewTokens : 0), 0)
  const fixedSystem = end.tokenCounts.system - system(all.filter((entry) => entry.seq <= end.lastSeq))
  const tokenCounts = {
    ...end.tokenCounts,
    system: fixedSystem + system(entries),
    goals: end.tokenCounts.goals - noteTokens(end.goals) + noteTokens(goals),
    ...(end.tokenCounts.recall !== undefined && { recall: recallTokens(recall) }),
    ...(end.standing && { standing: standing ? standingTokens(standing) : 0 }),
  }
  const { watermark: _, standing: __, ...rest } = end
  const state = {
    ...rest,
    ...pairing,
    goals,
    ...(recall && { recall }),
    ...(standing && { standing }),
    tokenCounts,
    lastSeq: seq,
  }
  return {
    ...state,
    checkpointCount: checkpoints.length,
    inViewCount: entries.length,
    turn: added.at(-1)?.turn ?? (seq < startSeq ? entries.at(-1)?.turn : moment?.state.turn) ?? 0,
    tokenCounts: recount(state, entries, checkpoints),
    ...watermarkAfter(moment?.state.watermark, added, session.policy),
  }
}

function pairingAfter(
  start: Pick<SessionState, 'openCalls' | 'lastSpokenSeq'>,
  added: readonly ViewEntry[],
): Pick<SessionState, 'openCalls' | 'lastSpokenSeq'> {
  let { openCalls, lastSpokenSeq } = start
  for (const { seq, shape } of added) {
    const calls: OpenCall[] = []
    for (const part of shape) {
      if (part.kind === 'tool_call') calls.push({ seq, callId: part.callId, name: part.name })
      if (part.kind !== 'tool_result' || part.callSeq === null) continue
      const answered = openCalls.findIndex((call) => call.seq === part.callSeq && call.callId === part.callId)
      openCalls = openCalls.filter((_, at) => at !== answered)
    }
    if (!isSpoken(shape)) continue
    openCalls = [...openCalls, ...calls]
    lastSpokenSeq = seq
  }
  return { openCalls, lastSpokenSeq }
}

/** The pairing of a context that a later cut made fit, without the messages after `seq`. */
function pairingBefore(
  end: SessionState,
  entries: readonly ViewEntry[],
  seq: number,
): Pick<SessionState, 'openCalls' | 'lastSpokenSeq'> {
  return {
    openCalls: end.openCalls.filter((call) => call.seq <= seq),
    lastSpokenSeq: entries.findLast(({ shape }) => isSpoken(shape))?.seq ?? 0,
  }
}

/** Leaves out the notes about changes after a message. */
function goalsUntil(goals: GoalsView, seq: number): GoalsView {
  return { ...goals, notes: goals.notes.filter(({ afterSeq }) => afterSeq <= seq) }
}

function watermarkAfter(
  start: SessionState['watermark'],
  added: readonly ViewEntry[],
  policy: Policy,
): Pick<SessionState, 'watermark'> {
  const before = start ?? NO_WATERMARK
  const after = advanceWatermark(before, callsOf(added), policy.watermark?.tools ?? [])
  return start === undefined && after === before ? {} : { watermark: after }
}
