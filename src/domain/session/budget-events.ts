import type { NewEvent } from '../event.js'
import { REDUCTION_EVENTS } from '../reductions/registry.js'
import { inModelTokens, modelTokens, usedModelTokens } from './model-tokens.js'
import { TIERS, type Session } from './session.js'
import { FRESH_SESSION_ADVICE, FRESH_SESSION_SHARE } from './reliability.js'
import { contextStatus } from './status.js'

/** Share of the limit at which a session emits a warning. At 80% of what is left for the conversation, a compression is
 * pending: see `triggerTokens`. [B4] */
const WARNING_SHARE = 0.7
/** Appends that change the context by less than this share of the limit emit no `budget-updated`. */
const COALESCED_SHARE = 0.01
/** Share of the limit that the fixed part may take: what never shrinks and leaves little space for the conversation. [S4] */
const FIXED_SHARE = 0.5
const FIXED_PARTS = ['system', 'tools', 'goals'] as const
/** Events of an append. A change that emits only these added to the end of the context. */
const APPEND_EVENTS: ReadonlySet<NewEvent['type']> = new Set([
  'message-appended',
  ...REDUCTION_EVENTS.filter(({ onAppend }) => onAppend).map(({ type }) => type),
])

/** The session before a change. */
export interface BudgetBefore {
  /** Version of the context. */
  version: number
  /** Model tokens in use. */
  used: number
  isFixedPartOver: boolean
  /** Whether a fresh session was advised already. */
  isAdvised: boolean
}

/** Returns what `budgetEvents` compares a changed session with. Call before the change. */
export function budgetBefore(session: Session): BudgetBefore {
  const { version } = session
  const used = usedModelTokens(session)
  const isFixedPartOver = fixedPartOverBudget(session).length > 0
  return { version, used, isFixedPartOver, isAdvised: isAdvised(session, used) }
}

/** Returns the budget events of a change that also emits `events`. Stores the emitted token count in
 * `session.publishedUsed`. `budget-updated` follows a change of the context, except small appends. `budget-warning`
 * follows every crossing of 70% of the limit, `fixed-part-over-budget` of the half by the fixed part, and `fresh-session-advised` a
 * context above 85% that no pending compression may help. [B4] [B5] [S4] */
export function budgetEvents(session: Session, before: BudgetBefore, events: readonly NewEvent[]): NewEvent[] {
  if (session.version === before.version) return []
  const { limit, publishedUsed = 0 } = session
  const used = usedModelTokens(session)
  const added: NewEvent[] = []
  const passed = (share: number) => before.used < limit * share && used >= limit * share
  const data = { used, limit, utilization: used / limit }
  if (passed(WARNING_SHARE)) added.push({ type: 'budget-warning', data })
  if (isAdvised(session, used) && !before.isAdvised)
    added.push({ type: 'fresh-session-advised', data: { ...data, recommendation: FRESH_SESSION_ADVICE } })
  if (!before.isFixedPartOver) added.push(...fixedPartOverBudget(session).map((event) => inModelTokens(session, event)))
  const isAppend = added.length === 0 && events.every(({ type }) => APPEND_EVENTS.has(type))
  if (isAppend && Math.abs(used - publishedUsed) < limit * COALESCED_SHARE) return added
  session.publishedUsed = used
  return [...added, { type: 'budget-updated', data: contextStatus(session) }]
}

/** Whether a fresh session is advised: the context is nearly full, and no compression is pending that may help. [Q1a] [B4] */
export function isAdvised({ compressor, limit }: Pick<Session, 'compressor' | 'limit'>, used: number): boolean {
  const isPending = compressor.state === 'queued' || compressor.state === 'running'
  return used >= FRESH_SESSION_SHARE * limit && !isPending
}

/** Returns an event if the system prompt exceeds the budget of its tier. [S2]
 * @param tokens base tokens of the prompt */
export function promptOverBudget({ scale, tier }: Pick<Session, 'scale' | 'tier'>, tokens: number): NewEvent[] {
  const budget = TIERS.find(({ name }) => name === tier)?.systemBudget
  if (budget === undefined || modelTokens({ scale }, tokens) <= budget) return []
  return [{ type: 'system-prompt-over-budget', data: { tokens, budget } }]
}

/** Returns an event, in base tokens, if the fixed part, system prompt, tools and goals, takes more than half of the limit. [S4] */
export function fixedPartOverBudget({
  scale,
  limit,
  tokenCounts,
}: Pick<Session, 'scale' | 'limit' | 'tokenCounts'>): NewEvent[] {
  const parts = FIXED_PARTS.map((name) => ({ name, tokens: tokenCounts[name] }))
  const tokens = parts.reduce((sum, part) => sum + part.tokens, 0)
  const budget = Math.floor(limit * FIXED_SHARE)
  if (modelTokens({ scale }, tokens) <= budget) return []
  return [{ type: 'fixed-part-over-budget', data: { tokens, budget, parts } }]
}
