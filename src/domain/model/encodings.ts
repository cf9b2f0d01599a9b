/** Encodings that are counted exactly, by model name. [T1] [T2] */

export const ENCODINGS = ['o200k_base', 'cl100k_base'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The first entry that is a prefix of the name applies, so `gpt-4o` and `gpt-4.1` come before `gpt-4`. The table
 * agrees with the one of js-tiktoken, and covers later dated names such as `gpt-4o-2025-03-01` as well. */
const BY_NAME: readonly (readonly [string, Encoding])[] = [
  ['gpt-4o', 'o200k_base'],
  ['chatgpt-4o', 'o200k_base'],
  ['gpt-4.', 'o200k_base'],
  ['gpt-5', 'o200k_base'],
  ['o1', 'o200k_base'],
  ['o3', 'o200k_base'],
  ['o4', 'o200k_base'],
  ['gpt-4', 'cl100k_base'],
  ['gpt-3.5', 'cl100k_base'],
]

/** Returns the encoding of a hosted model; null if the name is not one of them. A path before the name, as in
 * `openai/gpt-4o`, is ignored. */
export function encodingOf(model: string): Encoding | null {
  const name = model.split('/').at(-1)!.toLowerCase()
  const isOne = ([prefix]: readonly [string, Encoding]) =>
    name.startsWith(prefix) && !/^[a-z0-9]/.test(prefix.endsWith('.') ? '' : name.slice(prefix.length))
  return BY_NAME.find(isOne)?.[1] ?? null
}
