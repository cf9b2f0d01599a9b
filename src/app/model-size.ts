/** Billions of parameters as model names tell them: `llama3.2:3b` 3, `0.5b` 0.5, `8x7b` 56, `qwen3:30b-a3b` 30 (all experts, not
 * the active ones), `smollm:135m` 0.135. null when the name says nothing. [Q2] */
export function parametersFromName(model: string): number | null {
  const match = /(?:^|[^a-z0-9.])(?:(\d{1,3})x)?(\d{1,4}(?:\.\d{1,3})?)([bm])(?![a-z0-9])/i.exec(model)
  if (!match) return null
  const experts = match[1] ? Number(match[1]) : 1
  const unit = match[3]?.toLowerCase() === 'm' ? 0.001 : 1
  return experts * Number(match[2]) * unit
}
