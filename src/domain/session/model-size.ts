/** How large a model is, read from what a server or a name says about it. [Q2] */

const BILLIONS_PER: Readonly<Record<string, number>> = { k: 1e-6, m: 1e-3, b: 1, t: 1e3 }

/** Billions of parameters from a size as Ollama prints it (`134.52M`, `7.6B`, `1T`); null when it is none. */
export function parametersFromSize(size: string): number | null {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmbt])\s*$/i.exec(size)
  if (!match) return null
  return billions(Number(match[1]), match[2])
}

/**
 * Billions of parameters from a model's name: `llama3.2:3b` 3, `qwen2.5:0.5b` 0.5, `smollm2:135m` 0.135, `gemma3n:e4b` 4 (its effective
 * size). A mixture counts whole: `mixtral:8x7b` 56 (an upper figure, experts share layers), `qwen3:30b-a3b` 30, not the 3 that are active.
 * Of several sizes the largest counts, so that a context length like `1m` does not hide the `14b` beside it. null: the name does not say.
 */
export function parametersFromName(name: string): number | null {
  let largest: number | null = null
  // A size stands alone between separators: `q4_k_m`, `a3b`, `128k` and `v0.3` are none.
  for (const match of name.toLowerCase().matchAll(/(?<![a-z0-9.])(?:(\d+)x)?e?(\d+(?:\.\d+)?)([mbt])(?![a-z0-9])/g)) {
    const size = billions(Number(match[1] ?? 1) * Number(match[2]), match[3])
    if (size !== null && size > 0 && (largest === null || size > largest)) largest = size
  }
  return largest
}

function billions(count: number, unit: string | undefined): number | null {
  const factor = BILLIONS_PER[(unit ?? '').toLowerCase()]
  // Six decimals: 134.52 million is 0.13452, not 0.13452000000000003.
  return factor === undefined ? null : Math.round(count * factor * 1e6) / 1e6
}

/** As people write it: `135M`, `7.6B`. */
export function sizeText(parameters: number): string {
  return parameters < 1 ? `${Math.round(parameters * 1_000)}M` : `${Math.round(parameters * 10) / 10}B`
}
