/** Which messages a compression takes: everything that may be compressed from before the recent tail, in whole units. [C1] [C2] */
import { scaleFor } from '../session/budget.js'
import type { SeqRange, ViewEntry } from '../message.js'
import { removedPartKeys } from '../context/removed-parts.js'
import { isBeside, openSeqs, unitsOf, type Unit } from '../context/pairing.js'
import type { Policy } from '../session/policy.js'
import type { Session } from '../session/session.js'

export interface CompressionPlan {
  /** Messages that will be covered, ascending. */
  seqs: number[]
  /** Human messages that hold results of covered calls: their words stay, the results go with the calls. */
  humanMessagesWithResults: number[]
  /** Parts of the covered messages that had left the context before: keys of `partKey`. */
  removed: ReadonlySet<string>
  /** Tokens these take in the context now, the results inside mixed messages included. */
  tokens: number
  /** First and last covered message. */
  range: SeqRange
}

export type Planned =
  { plan: CompressionPlan } | { plan: null; reason: 'nothing-to-compress' | 'gain-too-small'; largest: number }

/** The tail that stays raw. Under pressure it shrinks: [P3] outranks [C2]. */
export interface Tail {
  tokens: number
  messages: number
}

export interface PlanRules {
  tail: Tail
  /** A cut must free at least this many tokens. */
  minGain: number
  /** Tokens the checkpoint may take. */
  ceiling: number
  /** Tokens one checkpoint may stand for at most: a span much larger than the window would be squeezed into nothing. */
  spanTokens: number
  userMessages: Policy['userMessages']
}

/** The policy's figures for this session's window. [S5] [P12] */
export function planRules(session: Pick<Session, 'limit' | 'policy'>): PlanRules {
  const { policy, limit } = session
  const scale = scaleFor(limit)
  return {
    tail: { tokens: Math.floor(policy.tail.tokens * scale), messages: policy.tail.messages },
    minGain: minGainTokens(session),
    ceiling: Math.floor(policy.checkpoints.detailed * scale),
    spanTokens: limit,
    userMessages: policy.userMessages,
  }
}

export function minGainTokens({ limit, policy }: Pick<Session, 'limit' | 'policy'>): number {
  return Math.floor(Math.max(policy.minGain.tokens * scaleFor(limit), policy.minGain.share * limit))
}

type PlannedSession = Pick<Session, 'openCalls' | 'lastSeq' | 'lastSpokenSeq' | 'turn'>

export function planCompression(session: PlannedSession, entries: readonly ViewEntry[], rules: PlanRules): Planned {
  const open = openSeqs(session, entries)
  const units = unitsOf(entries, session.lastSpokenSeq)
  const from = tailStart(units, rules.tail)
  const candidates = units.filter(
    (unit) => unit.entries[0]!.seq < from && isCompressible(unit, open, rules.userMessages),
  )
  const taken = withinSpan(candidates, rules.spanTokens)
  const plan = planOf(taken, rules.userMessages)
  if (!plan) return { plan: null, reason: 'nothing-to-compress', largest: 0 }
  const gain = plan.tokens - Math.min(rules.ceiling, plan.tokens)
  return gain >= rules.minGain ? { plan } : { plan: null, reason: 'gain-too-small', largest: gain }
}

/** First message of the tail: at least so many tokens and so many messages from the end, never inside a unit. */
export function tailStart(units: readonly Unit[], tail: Tail): number {
  let tokens = 0
  let messages = 0
  let from = Infinity
  for (const unit of units.toReversed()) {
    if (tokens >= tail.tokens && messages >= tail.messages) break
    tokens += unit.tokens
    messages += unit.entries.length
    from = Math.min(from, unit.entries[0]!.seq)
  }
  return from
}

/** Whether a message's words are a person's, and so never rewritten. [P4] */
export function isHuman(entry: Pick<ViewEntry, 'role' | 'origin'>): boolean {
  return entry.role === 'user' && entry.origin === 'human'
}

function isCompressible(unit: Unit, open: ReadonlySet<number>, userMessages: Policy['userMessages']): boolean {
  if (unit.entries.some((entry) => entry.pinned || entry.role === 'system' || open.has(entry.seq))) return false
  if (userMessages === 'summarize') return true
  const [first, ...rest] = unit.entries
  // A human message may close a unit (results and words in one message): its words stay. It may not be all of one.
  return !isHuman(first!) || (rest.length > 0 && first!.shape.some((part) => part.kind === 'tool_call'))
}

/** The oldest units up to the span's size, at least one. */
function withinSpan(units: readonly Unit[], spanTokens: number): Unit[] {
  let tokens = 0
  const end = units.findIndex((unit, index) => (tokens += unit.tokens) > spanTokens && index > 0)
  return end < 0 ? [...units] : units.slice(0, end)
}

function planOf(units: readonly Unit[], userMessages: Policy['userMessages']): CompressionPlan | null {
  const seqs: number[] = []
  const humanMessagesWithResults: number[] = []
  let tokens = 0
  for (const unit of units) {
    tokens += unit.tokens
    for (const entry of unit.entries) {
      if (!isHuman(entry) || userMessages === 'summarize') seqs.push(entry.seq)
      else {
        humanMessagesWithResults.push(entry.seq)
        tokens -= entry.viewTokens - entry.shape.filter(isBeside).reduce((sum, part) => sum + part.tokens, 0)
      }
    }
  }
  if (seqs.length === 0) return null
  seqs.sort((a, b) => a - b)
  const removed = removedPartKeys(units.flatMap((unit) => unit.entries))
  return { seqs, humanMessagesWithResults, removed, tokens, range: { from: seqs[0]!, to: seqs.at(-1)! } }
}

/** What fills the window, largest first: for the session that nothing can shrink. [P9] */
export function largestContributors(
  entries: readonly ViewEntry[],
  count: number,
): { seq: number; role: string; tokens: number }[] {
  return [...entries]
    .sort((a, b) => b.viewTokens - a.viewTokens || a.seq - b.seq)
    .slice(0, count)
    .map(({ seq, role, viewTokens }) => ({ seq, role, tokens: viewTokens }))
}
