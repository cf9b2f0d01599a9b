import type { NewEvent } from '../../domain/event.js'
import { modelTokens } from '../../domain/session/model-tokens.js'
import { TIERS, type Session } from '../../domain/session/session.js'

/** Events about a part of the context that never shrinks and leaves little space for the conversation. It stays anyway. */

/** Share of the limit that the fixed part may take. [S4] */
const FIXED_SHARE = 0.5
const FIXED_PARTS = ['system', 'tools', 'goals'] as const

/** Returns an event if the system prompt exceeds the budget of its tier. [S2]
 * @param tokens base tokens of the prompt */
export function promptOverBudget({ scale, tier }: Pick<Session, 'scale' | 'tier'>, tokens: number): NewEvent[] {
  const budget = TIERS.find(({ name }) => name === tier)?.systemBudget
  if (budget === undefined || modelTokens({ scale }, tokens) <= budget) return []
  return [{ type: 'system-prompt-over-budget', data: { tokens, budget } }]
}

/** Returns an event if the fixed part, system prompt, tools and goals, takes more than half of the limit. [S4] */
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
