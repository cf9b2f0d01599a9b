/** How many tokens a model finds where our encoder finds one. Stored counts stay ours; what must fit the model's own window is measured with
 * its ratio. [T2] */
export interface Calibration {
  /** Real tokens to ours. */
  ratio: number
  /** Mean distance of what was seen from the ratio of that moment, as a share of it. */
  error: number
  samples: number
}

/** Worst ratio on English, code, JSON and Chinese, measured with the families' own tokenizers. The first name that begins the family or the
 * model's name counts. */
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
/** Never too low for the families known, but Mistral 7B, Llama 2 and Phi-3. */
const UNKNOWN_MARGIN = 1.25

/** Prompts shorter than this say more about the template around them than about the text. */
const LEAST_TOKENS = 500
const WEIGHT = 0.2
const BOUNDS = { least: 0.8, most: 3 }
/** One sample moves the ratio by a tenth at most: a server that leaves cached tokens out must not spoil it. */
const STEP = 0.1
/** From so many samples on the ratio is trusted. */
const TRUSTED_FROM = 3
/** Room for texts unlike those seen so far. */
const LEAST_SPARE = 0.1

export function learn(before: Calibration | null, ours: number, real: number): Calibration | null {
  // Equal to the token: the server said nothing, and our own count came back.
  if (ours < LEAST_TOKENS || real <= 0 || real === ours) return before
  const seen = clamp(real / ours, BOUNDS.least, BOUNDS.most)
  if (!before) return { ratio: seen, error: 0, samples: 1 }
  const { ratio, error, samples } = before
  const moved = clamp(ratio + WEIGHT * (seen - ratio), ratio * (1 - STEP), ratio * (1 + STEP))
  return { ratio: moved, error: error + WEIGHT * (Math.abs(seen / ratio - 1) - error), samples: samples + 1 }
}

export function isTrusted(calibration: Calibration | null | undefined): calibration is Calibration {
  return calibration !== null && calibration !== undefined && calibration.samples >= TRUSTED_FROM
}

/** How far the real count may be from ours, as a share of ours. */
export function errorBar(calibration: Calibration | null | undefined): number {
  if (!isTrusted(calibration)) return UNKNOWN_MARGIN - 1
  return Math.round((Math.abs(calibration.ratio - 1) + 2 * calibration.error) * 1_000) / 1_000
}

/** By how much a prompt counted by us must be allowed to grow in the model's eyes. */
export function countMargin(calibration: Calibration | null, model: string, family: string | null): number {
  if (isTrusted(calibration)) {
    return Math.max(1, calibration.ratio * (1 + Math.max(LEAST_SPARE, 2 * calibration.error)))
  }
  const names = [family, model.split('/').at(-1)].flatMap((name) =>
    name ? [name.toLowerCase().replace(/[-_.](?=\d)/g, '')] : [],
  )
  const known = WORST_RATIOS.find(([begins]) => names.some((name) => name.startsWith(begins)))?.[1] ?? 0
  return Math.max(UNKNOWN_MARGIN, known)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
