/** Did the server read the whole prompt? Ollama drops what does not fit without a word and with status 200. [V1] */

/** Real token counts of known model families lie between 0.8 and 1.6 times our o200k count (measured over seven families, four kinds of text). */
const LOWEST_REAL_SHARE = 0.8
const HIGHEST_REAL_SHARE = 1.6
/** Below this share of our count no known tokenizer gets; the rest is missing. */
const MISSING_BELOW = 0.6
/** A single over-long message is cut to `numCtx − (numCtx − keep) / 2` tokens, where `keep` is 4 or so; this much above the half still counts as it. */
const HALF_WINDOW_SLACK = 16
/** Very short prompts differ by their template alone. */
const TELLING_TOKENS = 64

export interface PromptCount {
  /** Our count of the prompt. */
  sentTokens: number
  /** The server's `prompt_eval_count`; cached tokens are included. */
  readTokens: number
  /** The window the call asked for. */
  numCtx: number
}

/**
 * The window the server seems to have worked with when it cut the prompt, in tokens; null when nothing speaks for a cut. Three signs:
 * - the prompt fills the window to its last token, where an uncut one would have left room for the answer;
 * - it fills just half of the window, and our count says that it could have been too long for the whole;
 * - it is shorter than any known tokenizer would make it: then the window was silently smaller than asked for.
 */
export function windowOfCutPrompt({ sentTokens, readTokens, numCtx }: PromptCount): number | null {
  if (readTokens >= numCtx - 1) return numCtx
  const mayOverflow = sentTokens * HIGHEST_REAL_SHARE >= numCtx
  const half = Math.ceil(numCtx / 2)
  const isHalf = readTokens >= half && readTokens <= half + HALF_WINDOW_SLACK
  if (isHalf && mayOverflow && readTokens < sentTokens * LOWEST_REAL_SHARE) return numCtx
  if (sentTokens < TELLING_TOKENS || readTokens >= sentTokens * MISSING_BELOW) return null
  // Cut to half of a window we do not know, or filled it whole; the larger reading keeps us from giving away too much.
  return Math.min(numCtx, readTokens * 2)
}
