/** Model tokens per base token. Stored counts are base tokens; sizes that must fit the model's window are multiplied by
 * the ratio. [T2] */
export interface Calibration {
  /** Model tokens divided by base tokens. */
  ratio: number
  /** Moving average of the deviation of a sample from the ratio at that time, as a share of the ratio. */
  error: number
  samples: number
}

/** Worst ratio on English, code, JSON and Chinese, measured with each family's own tokenizer. The first entry that is a
 * prefix of the family or of the model's name applies. */
const WORST_RATIOS: readonly (readonly [string, number])[] = [
  ['llama3', 1.02],
  ['llama2', 1.62],
  ['phi3', 1.62],
  ['qwen', 1.06],
  ['gemma', 1.21],
  ['mistral-nemo', 1.2],
  ['mistral', 1.36],
  ['deepseek', 1.05],
]
/** Covers all families measured except Mistral 7B, Llama 2 and Phi-3. */
const UNKNOWN_MARGIN = 1.25

/** In shorter prompts the chat template, not the text, dominates the ratio. Base tokens. */
const MIN_PROMPT_TOKENS = 500
const WEIGHT = 0.2
const RATIO_BOUNDS = { min: 0.8, max: 3 }
/** One sample changes the ratio by at most 10%, so that a server that omits cached tokens cannot spoil it. */
const STEP = 0.1
/** Samples needed before the ratio is trusted. */
const TRUSTED_FROM = 3
/** Margin for texts unlike the samples so far. */
const MIN_SPARE_SHARE = 0.1

/** Returns the calibration after one prompt of `ours` base tokens that the server counted as `real` tokens. */
export function learn(before: Calibration | null, ours: number, real: number): Calibration | null {
  // Exactly equal: the server reported no count, and our own estimate came back.
  if (ours < MIN_PROMPT_TOKENS || real <= 0 || real === ours) return before
  const seen = clamp(real / ours, RATIO_BOUNDS.min, RATIO_BOUNDS.max)
  if (!before) return { ratio: seen, error: 0, samples: 1 }
  const { ratio, error, samples } = before
  const moved = clamp(ratio + WEIGHT * (seen - ratio), ratio * (1 - STEP), ratio * (1 + STEP))
  return { ratio: moved, error: error + WEIGHT * (Math.abs(seen / ratio - 1) - error), samples: samples + 1 }
}

export function isTrusted(calibration: Calibration | null | undefined): calibration is Calibration {
  return calibration !== null && calibration !== undefined && calibration.samples >= TRUSTED_FROM
}

/** Returns how far the model's count may be from the base count, as a share of the base count. */
export function errorBar(calibration: Calibration | null | undefined): number {
  if (!isTrusted(calibration)) return UNKNOWN_MARGIN - 1
  return Math.round((Math.abs(calibration.ratio - 1) + 2 * calibration.error) * 1_000) / 1_000
}

/** Returns the factor by which base tokens must be multiplied to get a safe upper bound of the model's own count. */
export function countMargin(calibration: Calibration | null, model: string, family: string | null): number {
  if (isTrusted(calibration)) {
    return Math.max(1, calibration.ratio * (1 + Math.max(MIN_SPARE_SHARE, 2 * calibration.error)))
  }
  const names = [family, model.split('/').at(-1)].flatMap((name) =>
    name ? [name.toLowerCase().replace(/[-_.](?=\d)/g, '')] : [],
  )
  const known = WORST_RATIOS.find(([prefix]) => names.some((name) => name.startsWith(prefix)))?.[1] ?? 0
  return Math.max(UNKNOWN_MARGIN, known)
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
