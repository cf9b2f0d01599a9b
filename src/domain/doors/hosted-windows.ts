/** Context windows of hosted models, by name. Vendors do not report them in their APIs. An upstream that refuses a
 * shorter prompt lowers the window. */

/** In order: the first row of which all words are in the name counts. Tokens. */
const WINDOWS: readonly (readonly [words: string, tokens: number])[] = [
  ...['claude-opus-4-6', 'claude-opus-4-7', 'claude-opus-4-8', 'claude-opus-4-9'].map(million),
  ...['claude-sonnet-4-6', 'claude-sonnet-4-7', 'claude-sonnet-4-8', 'claude-sonnet-4-9'].map(million),
  ...['claude-fable', 'claude-opus-5', 'claude-sonnet-5', '[1m]'].map(million),
  ['claude-', 200_000],
  ['gpt-4.1', 1_047_576],
  ['gpt-5 -chat', 128_000],
  ['gpt-5', 400_000],
  ['gpt-4o', 128_000],
  ['gpt-4-turbo', 128_000],
  ['chatgpt-', 128_000],
  ['gpt-4-32k', 32_768],
  ['gpt-4', 8_192],
  ['gpt-3.5', 16_385],
  ['codex', 200_000],
  ['gemini-', 1_048_576],
  ['grok-', 131_072],
  ['deepseek-chat', 128_000],
  ['deepseek-reasoner', 128_000],
  ['mistral-large', 128_000],
  ['command-a', 128_000],
  ['kimi-', 128_000],
  ['qwen-max', 128_000],
]
/** Models whose names are too short to be looked for within others. */
const REASONING = { names: ['o1', 'o3', 'o4'], tokens: 200_000 }

function million(words: string): [string, number] {
  return [words, 1_000_000]
}

/** Returns the window of a hosted model in tokens; null for other names. */
export function hostedWindow(model: string): number | null {
  const name = model.toLowerCase()
  const found = WINDOWS.find(([words]) => words.split(' ').every((word) => name.includes(word)))
  if (found) return found[1]
  const [family = ''] = name.slice(name.lastIndexOf('/') + 1).split('-')
  return REASONING.names.includes(family) ? REASONING.tokens : null
}
