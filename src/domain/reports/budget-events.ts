import type { NewEvent } from '../event.js'
import { isBeyondHelp } from '../session/compressor.js'
import { REDUCTION_EVENTS } from '../reductions/registry.js'
import { inModelTokens, modelTokens, usedModelTokens } from '../session/model-tokens.js'
import { TIERS, type Session, type SessionChange } from '../session/session.js'
import { FRESH_SESSION_ADVICE, FRESH_SESSION_SHARE } from '../session/reliability.js'
import { contextStatus } from '../session/status.js'

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
  isStuck: boolean
}

export interface BudgetEvents {
  events: NewEvent[]
  change: SessionChange
}

/** Returns what `budgetEvents` compares a changed session with. Call before the change. */
export function budgetBefore(session: Session): BudgetBefore {
  const { version, compressor } = session
  return {
    version,
    used: usedModelTokens(session),
    isFixedPartOver: fixedPartOverBudget(session).length > 0,
    isStuck: compressor.state === 'stuck',
  }
}

/** Returns the budget events of a change that also emits `events`, and what the session keeps of them. `budget-updated` follows a change of the context, except small appends. `budget-warning`
 * follows every crossing of 70% of the limit, and `fixed-part-over-budget` of the half by the fixed part. [B4] [B5] [S4] */
export function budgetEvents(session: Session, before: BudgetBefore, events: readonly NewEvent[]): BudgetEvents {
  const advised = freshSessionEvents(session, before, events)
  if (session.version === before.version) return advised
  const { limit, publishedUsed = 0 } = session
  const used = usedModelTokens(session)
  const added: NewEvent[] = []
  const passed = (share: number) => before.used < limit * share && used >= limit * share
  if (passed(WARNING_SHARE)) added.push({ type: 'budget-warning', data: { used, limit, utilization: used / limit } })
  added.push(...advised.events)
  if (!before.isFixedPartOver) added.push(...fixedPartOverBudget(session).map((event) => inModelTokens(session, event)))
  const isAppend = added.length === 0 && events.every(({ type }) => APPEND_EVENTS.has(type))
  if (isAppend && Math.abs(used - publishedUsed) < limit * COALESCED_SHARE)
    return { events: added, change: advised.change }
  return {
    events: [...added, { type: 'budget-updated', data: contextStatus(session) }],
    change: { ...advised.change, publishedUsed: used },
  }
}

/** Returns `fresh-session-advised` once while the context is above 85% of the limit and no compression can change that. One
 * that is pending, or due a few messages later, cures it. [B4] [Q1a] */
function freshSessionEvents(session: Session, before: BudgetBefore, events: readonly NewEvent[]): BudgetEvents {
  const { limit } = session
  const used = usedModelTokens(session)
  if (used < limit * FRESH_SESSION_SHARE) return { events: [], change: { freshAdvised: undefined } }
  if (session.freshAdvised || !cannotShrink(session, before, events)) return { events: [], change: {} }
  const data = { used, limit, utilization: used / limit, recommendation: FRESH_SESSION_ADVICE }
  return { events: [{ type: 'fresh-session-advised', data }], change: { freshAdvised: true } }
}

/** Whether the policy wants no compression, none can help, or one has just ended. */
function cannotShrink(
  { policy, compressor }: Session,
  { isStuck }: BudgetBefore,
  events: readonly NewEvent[],
): boolean {
  if (policy.summarize === null || isBeyondHelp(compressor)) return true
  // The messages since the last change did not help either.
  if (compressor.state === 'stuck') return isStuck
  return compressor.state === 'idle' && events.some(({ type }) => type === 'compressed')
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
