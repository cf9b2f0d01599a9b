/** Context windows of hosted models, by name. Vendors do not report them in their APIs. An upstream that refuses a
 * shorter prompt lowers the window. */

/** In order: the first match counts. Tokens. */
const WINDOWS: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/claude-(opus-4-[6-9]|sonnet-4-[6-9]|fable|opus-5|sonnet-5)|\[1m\]/, 1_000_000],
  [/claude-/, 200_000],
  [/gpt-4\.1/, 1_047_576],
  [/gpt-5.{0,60}-chat/, 128_000],
  [/gpt-5/, 400_000],
  [/gpt-4o|gpt-4-turbo|chatgpt-/, 128_000],
  [/gpt-4-32k/, 32_768],
  [/gpt-4/, 8_192],
  [/gpt-3\.5/, 16_385],
  [/(^|\/)o[134](-|$)|codex/, 200_000],
  [/gemini-/, 1_048_576],
  [/grok-/, 131_072],
  [/deepseek-(chat|reasoner)/, 128_000],
  [/mistral-large|command-a|kimi-|qwen-max/, 128_000],
]

/** Returns the window of a hosted model in tokens; null for other names. */
export function hostedWindow(model: string): number | null {
  const name = model.toLowerCase()
  return WINDOWS.find(([pattern]) => pattern.test(name))?.[1] ?? null
}
