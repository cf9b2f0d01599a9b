/** Random views of a context, without content, for plans of what leaves it. */
import fc from 'fast-check'
import { planEviction } from '../../src/domain/eviction/plan-eviction.js'
import type { EvictionState, Step } from '../../src/domain/eviction/step.js'
import { Tally } from '../../src/domain/eviction/tally.js'
import type { PartShape, Role, ViewEntry } from '../../src/domain/message.js'
import { NO_TOKENS, usedTokens } from '../../src/domain/session/budget.js'
import { PRESET_POLICIES } from '../../src/domain/session/policy.js'
import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import { recount } from '../../src/domain/context/token-counts.js'
import { MESSAGE_OVERHEAD } from '../../src/domain/tokens.js'

export type Kind = 'human' | 'answer' | 'app' | 'round' | 'open-call'
export interface Turn {
  kind: Kind
  tokens: number
  /** For a round: whether the giant is the result or the arguments. */
  isCall: boolean
}

/** A conversation that fits, and giants to put into it. `share` is of the limit. */
export const conversation = fc.record({
  limit: fc.constantFrom(3_400, 6_800, 13_600, 27_200),
  turns: fc.array(
    fc.record({
      kind: fc.constantFrom<Kind>('human', 'answer', 'answer', 'app', 'round', 'round'),
      share: fc.double({ min: 0.002, max: 0.04, noNaN: true }),
      isCall: fc.boolean(),
    }),
    { minLength: 6, maxLength: 60 },
  ),
  giants: fc.array(
    fc.record({
      kind: fc.constantFrom<Kind>('answer', 'app', 'round', 'open-call'),
      share: fc.double({ min: 0.6, max: 6, noNaN: true }),
      isCall: fc.boolean(),
      place: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  filled: fc.double({ min: 0.2, max: 0.8, noNaN: true }),
})
type Conversation = typeof conversation extends fc.Arbitrary<infer T> ? T : never

/** The view of a conversation, with its giants, and its tokens before they came. */
export function viewOf({ limit, turns, giants, filled }: Conversation): { state: EvictionState; before: number } {
  const plain: Turn[] = []
  const reserve = Math.min(1_000, Math.floor(limit * 0.15))
  for (let at = 0; usedTokens(stateOf(limit, reserve, plain).session.tokenCounts) < filled * (limit - reserve); at++) {
    const { share, ...turn } = turns[at % turns.length]!
    plain.push({ ...turn, tokens: Math.ceil(share * limit) })
  }
  if (plain[0]) plain[0].kind = 'human'
  const before = usedTokens(stateOf(limit, reserve, plain).session.tokenCounts)
  const all = [...plain]
  for (const { share, place, ...giant } of giants) {
    const turn = { ...giant, tokens: Math.ceil(share * limit) }
    // Only the newest call can be open.
    if (turn.kind === 'open-call') all.push(turn)
    else all.splice(Math.ceil(place * plain.length), 0, turn)
  }
  return { state: stateOf(limit, reserve, all), before }
}

export function stateOf(limit: number, reserve: number, turns: readonly Turn[]): EvictionState {
  const entries: ViewEntry[] = []
  let turnNumber = 0
  const add = (role: Role, origin: ViewEntry['origin'], part: PartShape) => {
    const seq = entries.length + 1
    if (origin === 'human') turnNumber += 1
    const tokens = part.tokens + MESSAGE_OVERHEAD
    const view = { seq, role, origin, pinned: false, state: 'raw' as const, shape: [part] }
    entries.push({ ...view, tokens, viewTokens: tokens, turn: turnNumber })
    return seq
  }
  const call = (tokens: number) =>
    add('assistant', 'app', { kind: 'tool_call', tokens, callId: `c${entries.length + 1}`, name: 'write_file' })
  for (const { kind, tokens, isCall } of turns) {
    if (kind === 'human') add('user', 'human', { kind: 'text', tokens })
    else if (kind === 'answer') add('assistant', 'app', { kind: 'text', tokens })
    else if (kind === 'app') add('user', 'app', { kind: 'text', tokens })
    else if (kind === 'open-call') call(tokens)
    else {
      const callSeq = call(isCall ? tokens : 30)
      const result = { callId: `c${callSeq}`, name: 'write_file', isError: false, callSeq, late: false }
      add('tool', 'app', { kind: 'tool_result', tokens: isCall ? 30 : tokens, ...result })
    }
  }
  const lastSeq = entries.length
  const openCalls =
    turns.at(-1)?.kind === 'open-call' ? [{ seq: lastSeq, callId: `c${lastSeq}`, name: 'write_file' }] : []
  const lastSpokenSeq = entries.findLast(({ role }) => role !== 'tool')?.seq ?? 0
  const base = {
    limit,
    reserve,
    scale: EXACT_SCALE,
    policy: PRESET_POLICIES.checkpointed,
    openCalls,
    lastSeq,
    lastSpokenSeq,
    turn: turnNumber,
  }
  const tokenCounts = recount({ ...base, tokenCounts: NO_TOKENS }, entries, [])
  return {
    session: { ...base, tokenCounts, goals: null, ledger: null },
    entries,
    reductions: [],
    checkpoints: [],
    failed: new Set(),
  }
}

export interface Planned {
  steps: Step[]
  used: number
  fit: number
  target: number
  /** Tokens after the steps, by their estimates. */
  after: number
}

export function plan(state: EvictionState): Planned {
  const used = usedTokens(state.session.tokenCounts)
  const fit = state.session.limit - state.session.reserve
  const target = fit - 0.1 * state.session.limit
  const steps = planEviction(state, { fit: used - fit, target: used - target })
  return { steps, used, fit, target, after: used - freedBy(state, steps) }
}

export function freedBy(state: EvictionState, steps: readonly Step[]): number {
  const tally = new Tally(new Map(state.entries.map(({ seq, viewTokens }) => [seq, viewTokens])))
  for (const step of steps) tally.add(step)
  return tally.freed
}
