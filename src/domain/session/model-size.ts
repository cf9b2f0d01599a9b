/** Reads the size of a model from a server's report or from the model's name. [Q2] */

const BILLIONS_PER: Readonly<Record<string, number>> = { k: 1e-6, m: 1e-3, b: 1, t: 1e3 }

/** Returns parameters in billions from a size as Ollama prints it (`134.52M`, `7.6B`, `1T`); null if `size` is not a
 * size. */
export function parametersFromSize(size: string): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmbt])\s*$/i.exec(size)
  if (!match) return null
  return billions(Number(match[1]), match[2])
}

/**
 * Returns parameters in billions from a model's name; null if the name contains no size. `llama3.2:3b` is 3,
 * `qwen2.5:0.5b` 0.5, `smollm2:135m` 0.135, `gemma3n:e4b` 4 (its effective size). A mixture of experts counts in full:
 * `mixtral:8x7b` is 56 (an upper bound, because experts share layers) and `qwen3:30b-a3b` is 30, not the 3 active. Of
 * several sizes the largest counts, so that a context length such as `1m` does not hide the `14b` next to it. A hosted
 * model without a size in its name counts as in `hostedParameters`.
 */
export function parametersFromName(name: string): number | null {
  let largest: number | null = null
  // A size has separators on both sides: `q4_k_m`, `a3b`, `128k` and `v0.3` do not match.
  for (const match of name.toLowerCase().matchAll(/(?<![a-z0-9.])(?:(\d+)x)?e?(\d+(?:\.\d+)?)([mbt])(?![a-z0-9])/g)) {
    const size = billions(Number(match[1] ?? 1) * Number(match[2]), match[3])
    if (size !== null && size > 0 && (largest === null || size > largest)) largest = size
  }
  return largest ?? hostedParameters(name)
}

/** Billions of parameters that hosted models count as. Their vendors publish no sizes, so both are assumptions: the
 * large ones are at least of the best class [Q1], their small variants of the one below. */
const HOSTED = { large: 70, small: 30 }
/** Names of hosted models, after an optional vendor prefix such as `openai/` or `us.anthropic.`. */
const HOSTED_NAME =
  /(?:^|[/.:])(?:chatgpt-|gpt-[345]|o[134](?=-|$)|claude-|gemini-|grok-|mistral-large|command-a|deepseek-(?:chat|reasoner)|kimi-|qwen-max)/
const SMALL_VARIANT = /-(?:mini|nano|flash|haiku|instant)(?=-|$)|gpt-3/

/** Returns the parameters in billions that a known hosted model counts as; null for other names. */
export function hostedParameters(name: string): number | null {
  const lower = name.toLowerCase()
  if (!HOSTED_NAME.test(lower)) return null
  return SMALL_VARIANT.test(lower) ? HOSTED.small : HOSTED.large
}

/** Share of a whole number of billions up to which vendors round down: 7.6 is sold as 7B, and 6.7 as 7B, too. */
const ROUNDED_DOWN = 0.65
const LEAST_BILLION = 0.95

/** Returns the size by which people call a model, in billions: 3 for 3.2, 7 for 7.6. Servers report exact sizes, and limits
 * are meant for names. [Q2] */
export function nominalSize(parameters: number): number {
  if (parameters < LEAST_BILLION) return parameters
  const whole = Math.floor(parameters)
  return parameters - whole <= ROUNDED_DOWN && whole > 0 ? whole : whole + 1
}

function billions(count: number, unit: string | undefined): number | null {
  const factor = BILLIONS_PER[(unit ?? '').toLowerCase()]
  // Rounds to six decimals: 134.52 million is 0.13452, not 0.13452000000000003.
  return factor === undefined ? null : Math.round(count * factor * 1e6) / 1e6
}

/** Formats parameters in billions the way people write them: `135M`, `7.6B`. */
export function sizeText(parameters: number): string {
  return parameters < 1 ? `${Math.round(parameters * 1_000)}M` : `${Math.round(parameters * 10) / 10}B`
}
