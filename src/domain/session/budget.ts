/** Arithmetic of the window: what is used, what is left, when to compress. All figures are tokens. [B1]–[B5] */

/** Tokens in the context by what they are. `checkpoints` includes their headings. */
export interface TokenCounts {
  system: number
  tools: number
  goals: number
  checkpoints: number
  user: number
  assistant: number
  tool: number
}
export const NO_TOKENS: TokenCounts = { system: 0, tools: 0, goals: 0, checkpoints: 0, user: 0, assistant: 0, tool: 0 }

export const BUDGET_LEVELS = ['GREEN', 'YELLOW', 'ORANGE', 'RED', 'CRITICAL'] as const
export type BudgetLevel = (typeof BUDGET_LEVELS)[number]
/** Shares of the limit where the next level begins. [B3] */
const LEVEL_FROM = [0.25, 0.5, 0.75, 0.85]
/** A level is left downwards only this far below its border, so that a size on the border does not chatter. */
const LEVEL_HYSTERESIS = 0.02

export const DEFAULT_RESERVE = { tokens: 1_000, share: 0.15 }
/** Part of the model's window we allow ourselves; the rest is margin for counting errors. [S1] */
export const LIMIT_SHARE = 0.85

/** `"16K"` → 16,000; K = 1,000. Returns null for what is no size. */
export function parseContextSize(size: string | number): number | null {
  if (typeof size === 'number') return Number.isInteger(size) && size > 0 ? size : null
  const match = /^(\d{1,4})K$/i.exec(size.trim())
  return match ? Number(match[1]) * 1_000 : null
}

export function limitFor(contextTokens: number): number {
  // In integers: 0.85 × 16,000 in binary floating point would come out a hair under 13,600.
  return Math.floor((contextTokens * 85) / 100)
}

export function defaultReserve(limit: number): number {
  return Math.min(DEFAULT_RESERVE.tokens, Math.floor((limit * 15) / 100))
}

/** Factor for every absolute token figure of a policy in a small window. [S5] */
export function scaleFor(limit: number): number {
  return Math.min(1, limit / 13_600)
}

export function conversationTokens(t: TokenCounts): number {
  return t.user + t.assistant + t.tool
}

export function usedTokens(t: TokenCounts): number {
  return t.system + t.tools + t.goals + t.checkpoints + conversationTokens(t)
}

/** Room for the conversation: what the fixed parts and the checkpoints leave. Never negative. [B1] */
export function availableTokens(limit: number, t: TokenCounts): number {
  return Math.max(0, limit - t.system - t.tools - t.goals - t.checkpoints)
}

/** Conversation tokens at which a compression is owed; null: never. [B2] */
export function triggerTokens(
  limit: number,
  t: TokenCounts,
  rule: { at: number; of: 'available' | 'limit' } | null,
): number | null {
  if (!rule) return null
  return Math.floor(rule.at * (rule.of === 'available' ? availableTokens(limit, t) : limit))
}

/** Level for a share of the limit, leaving the current level downwards only past the hysteresis. [B3] */
export function budgetLevelFor(used: number, limit: number, current: BudgetLevel): BudgetLevel {
  const share = used / limit
  const plain = LEVEL_FROM.filter((from) => share >= from).length
  const now = BUDGET_LEVELS.indexOf(current)
  if (plain >= now) return BUDGET_LEVELS[plain]!
  const relaxed = LEVEL_FROM.filter((from) => share >= from - LEVEL_HYSTERESIS).length
  return BUDGET_LEVELS[Math.min(now, relaxed)]!
}
