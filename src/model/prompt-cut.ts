import { SMALLEST_WINDOW } from './window-evidence.js'

/** Detects a prompt that the server cut. Ollama silently drops the part that does not fit, with status 200. [V1] */

/**
 * Real token counts of known model families are between 0.8 and 1.6 times our o200k count
 * (measured over seven families and four kinds of text).
 */
const LOWEST_REAL_SHARE = 0.8
const HIGHEST_REAL_SHARE = 1.6
/** No known tokenizer counts less than this share of our count, so a part of the prompt is missing. */
const MISSING_BELOW = 0.6
/**
 * Tokens above half of the window that still count as half. Ollama cuts a single message that is too long to
 * `numCtx − (numCtx − keep) / 2` tokens, where `keep` is about 4.
 */
const HALF_WINDOW_SLACK = 16
/** Shorter prompts are not checked, because their chat template alone changes the count too much. */
const MIN_CHECKED_TOKENS = 64

export interface PromptCount {
  /** Our count of the prompt. */
  sentTokens: number
  /** The server's `prompt_eval_count`, including cached tokens. */
  readTokens: number
  /** The requested window in tokens. */
  numCtx: number
}

/**
 * Returns the probable window of a server that cut the prompt, in tokens; null without a sign of a cut. The signs are:
 * - The prompt fills the window completely. An uncut prompt would leave free tokens for the answer.
 * - The prompt fills half of the window, and by our count it could have exceeded the whole window.
 * - The count is lower than that of any known tokenizer, so the window was silently smaller than requested.
 */
export function windowOfCutPrompt({ sentTokens, readTokens, numCtx }: PromptCount): number | null {
  if (readTokens >= numCtx - 1) return numCtx
  const mayOverflow = sentTokens * HIGHEST_REAL_SHARE >= numCtx
  const half = Math.ceil(numCtx / 2)
  const isHalf = readTokens >= half && readTokens <= half + HALF_WINDOW_SLACK
  if (isHalf && mayOverflow && readTokens < sentTokens * LOWEST_REAL_SHARE) return numCtx
  if (sentTokens < MIN_CHECKED_TOKENS || readTokens >= sentTokens * MISSING_BELOW) return null
  // The prompt was cut to half of an unknown window, or filled it. Assume the larger window, to lose less.
  return Math.min(numCtx, readTokens * 2)
}

/** Whether a count cannot be of a whole prompt, nor of one that a window cut: it counts the tokens that were not cached,
 * or is wrong. */
export function isOddCount({ sentTokens, readTokens, numCtx }: PromptCount): boolean {
  return (
    sentTokens >= MIN_CHECKED_TOKENS &&
    readTokens < sentTokens * MISSING_BELOW &&
    readTokens * 2 < Math.min(SMALLEST_WINDOW, numCtx)
  )
}
