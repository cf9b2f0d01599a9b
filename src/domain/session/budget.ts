/** Token budget of a session: tokens in use, tokens left, and when to compress. Limit and counts of one call are in the
 * same unit: base tokens or model tokens. [B1]–[B5] */

/** Tokens in the context by kind of content. `checkpoints` includes their headings. */
export interface TokenCounts {
  readonly system: number
  readonly tools: number
  readonly goals: number
  readonly checkpoints: number
  readonly user: number
  readonly assistant: number
  readonly tool: number
  /** Recalled words. Absent: none. They do not count as conversation, so they trigger no compression. [M4] */
  readonly recall?: number
  /** Standing entries of the scope. Absent: none. [M11] */
  readonly standing?: number
}
export const NO_TOKENS: TokenCounts = { system: 0, tools: 0, goals: 0, checkpoints: 0, user: 0, assistant: 0, tool: 0 }

export const BUDGET_LEVELS = ['GREEN', 'YELLOW', 'ORANGE', 'RED', 'CRITICAL'] as const
export type BudgetLevel = (typeof BUDGET_LEVELS)[number]
/** Shares of the limit at which the next level begins. [B3] */
const LEVEL_FROM = [0.25, 0.5, 0.75, 0.85]
/** The level drops only this far below its threshold, so that a size near the threshold does not flip back and
 * forth. */
const LEVEL_HYSTERESIS = 0.02

/** Returns the share of the limit at which a level begins; 0 for the lowest. @param above so many levels further up */
export function levelStart(level: BudgetLevel, above = 0): number {
  return LEVEL_FROM[BUDGET_LEVELS.indexOf(level) + above - 1] ?? 0
}

export const DEFAULT_RESERVE = { tokens: 1_000, share: 0.15 }
/** Share of the model's window that a session may use. The rest is margin for counting errors. [S1] */
export const LIMIT_SHARE = 0.85

/** Returns the tokens of a size: `"16K"` is 16,000 and `"1M"` is 1,000,000. Returns null if `size` is not a size. */
export function parseContextSize(size: string | number): number | null {
  if (typeof size === 'number') return Number.isInteger(size) && size > 0 ? size : null
  const match = /^(\d{1,4})([KM])$/i.exec(size.trim())
  return match ? Number(match[1]) * (match[2]!.toUpperCase() === 'K' ? 1_000 : 1_000_000) : null
}

/** Returns 85% of a window, rounded down. [S1] */
export function limitFor(contextTokens: number): number {
  // Integer arithmetic: 0.85 × 16,000 in binary floating point is slightly less than 13,600.
  return Math.floor((contextTokens * 85) / 100)
}

/** Returns the tokens kept free for a reply by default: at most 15% of the limit. [S3] */
export function defaultReserve(limit: number): number {
  return Math.min(DEFAULT_RESERVE.tokens, Math.floor((limit * 15) / 100))
}

/** Returns the factor that scales every absolute token count of a policy down in a small window. [S5] */
export function scaleFor(limit: number): number {
  return Math.min(1, limit / 13_600)
}

/** Returns the base tokens of all messages in the context. */
export function conversationTokens(t: TokenCounts): number {
  return t.user + t.assistant + t.tool
}

/** Whether only people speak, as in a meeting: nothing in the context is of a model or about what one said. */
export function isOfPeopleAlone({ assistant, tool, checkpoints }: TokenCounts): boolean {
  return assistant === 0 && tool === 0 && checkpoints === 0
}

/** Returns the base tokens of the whole context. */
export function usedTokens(t: TokenCounts): number {
  return t.system + t.tools + t.goals + t.checkpoints + (t.recall ?? 0) + (t.standing ?? 0) + conversationTokens(t)
}

/** Returns the tokens the fixed parts and the checkpoints leave for the conversation. Never negative. [B1] */
export function availableTokens(limit: number, t: TokenCounts): number {
  return Math.max(0, limit - t.system - t.tools - t.goals - t.checkpoints - (t.standing ?? 0))
}

/** Returns the number of conversation tokens that triggers a compression; null if the policy never compresses. A share
 * of the limit counts everything in the context, so fixed parts and checkpoints lower the trigger. [B2] */
export function triggerTokens(
  limit: number,
  t: TokenCounts,
  rule: { at: number; of: 'available' | 'limit' } | null,
): number | null {
  if (!rule) return null
  const available = availableTokens(limit, t)
  if (rule.of === 'available') return Math.floor(rule.at * available)
  return Math.max(0, Math.floor(rule.at * limit) - (limit - available))
}

/** Returns the level for a share of the limit. Drops below the current level only past the hysteresis. [B3] */
export function budgetLevelFor(used: number, limit: number, current: BudgetLevel): BudgetLevel {
  const share = used / limit
  const plain = LEVEL_FROM.filter((from) => share >= from).length
  const now = BUDGET_LEVELS.indexOf(current)
  if (plain >= now) return BUDGET_LEVELS[plain]!
  const relaxed = LEVEL_FROM.filter((from) => share >= from - LEVEL_HYSTERESIS).length
  return BUDGET_LEVELS[Math.min(now, relaxed)]!
}
