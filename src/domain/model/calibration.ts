/** Measures how many tokens a model counts where the stored count says one. [T2] */

/** One prompt: our base tokens, and what the server or the app reported. */
export interface PromptSample {
  ours: number
  real: number
  /** The prompt may as well be a shorter one with so many base tokens: a worker shrank the context meanwhile. */
  oursAtLeast?: number
}

/** Model tokens per base token, measured from prompts of one model. */
export interface Calibration {
  readonly ratio: number
  /** Deviations of the last prompts from the ratio at that time, as shares of the ratio, oldest first. */
  readonly errors: readonly number[]
  readonly samples: number
}

/** In shorter prompts the chat template, not the text, dominates the ratio. Base tokens. */
const MIN_PROMPT_TOKENS = 500
/** Weight of the newest prompt in the ratio. */
const WEIGHT = 0.2
/** Ratios of known tokenizers are 0.8 to 2.0 (seven families, four kinds of text). A lower one means that the report
 * leaves out cached tokens, or that the server cut the prompt, so it teaches nothing. A higher one means that the app
 * sends content of its own. */
export const RATIO_BOUNDS = { min: 0.75, max: 3 }
/** One sample changes the ratio by at most 10%, so that one odd report cannot spoil it. */
const STEP = 0.1
/** A report below this share of a trusted ratio is doubted: it more likely leaves out tokens that were cached, or of a
 * prompt that was cut, than shows another tokenizer. */
const DOUBTED_BELOW = 0.9
/** Share of its usual weight that a doubted report has, so that a ratio that really fell is still reached. */
const DOUBTED_WEIGHT = 0.1
/** Samples needed before the ratio is trusted. */
const TRUSTED_FROM = 3
/** Deviations kept: the fewest of which the 95th percentile is not simply the largest. */
const KEPT_ERRORS = 20
const PERCENTILE = 0.95

/** Returns the calibration after one more prompt. */
export function learn(
  before: Calibration | null,
  { ours, real, oursAtLeast = ours }: PromptSample,
): Calibration | null {
  if (ours < MIN_PROMPT_TOKENS || real < ours * RATIO_BOUNDS.min) return before
  // Of two possible prompts, the ratio between theirs that is nearest to what is known.
  const nearest = Math.max(real / ours, Math.min(real / oursAtLeast, before?.ratio ?? 1))
  const seen = Math.min(RATIO_BOUNDS.max, nearest)
  if (!before) return { ratio: seen, errors: [], samples: 1 }
  const { ratio, errors, samples } = before
  if (isTrusted(before) && seen < ratio * DOUBTED_BELOW)
    return { ratio: ratio + WEIGHT * DOUBTED_WEIGHT * (seen - ratio), errors, samples: samples + 1 }
  const aimed = ratio + WEIGHT * (seen - ratio)
  return {
    ratio: Math.min(ratio * (1 + STEP), Math.max(ratio * (1 - STEP), aimed)),
    errors: [...errors, Math.abs(seen / ratio - 1)].slice(-KEPT_ERRORS),
    samples: samples + 1,
  }
}

/** Whether enough prompts were measured to size contexts by the ratio. */
export function isTrusted(calibration: Calibration | null | undefined): calibration is Calibration {
  return calibration !== null && calibration !== undefined && calibration.samples >= TRUSTED_FROM
}

/** Returns the 95th percentile of the deviations seen. */
export function errorOf({ errors }: Calibration): number {
  const sorted = errors.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * PERCENTILE) - 1] ?? 0
}
