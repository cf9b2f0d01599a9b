/** Reads refusals of prompts that are too long. Wordings of OpenAI, Anthropic, vLLM, llama.cpp, LM Studio, Ollama. */

const REFUSALS = [
  /context[_ ]length[_ ]exceeded/i,
  /maximum context length/i,
  /prompt is too long/i,
  /(input|prompt|request)[^.]{0,60}(exceeds?|longer than|too (long|large))[^.]{0,80}(context|tokens|window)/i,
  /exceeds? the (available )?context/i,
  /exceed_context_size/i,
  /input length[^.]{0,40}exceeds/i,
  /greater than the context length/i,
]
/** Where the text names the window. */
const WINDOWS = [
  /maximum context length (?:is|of) (\d+)/i,
  /> ?(\d+) maximum/i,
  /"n_ctx" ?: ?(\d+)/i,
  /context (?:size|length|window)[^\d]{0,30}(\d{3,8})/i,
  /\((\d{3,8})\)/,
]
const STATUSES = [400, 413, 422, 500]

/** Returns the window that a refusal for length names, `unknown` if it names none; null: refused for another reason. */
export function refusedLength(status: number, body: string): number | 'unknown' | null {
  if (!STATUSES.includes(status) || !REFUSALS.some((wording) => wording.test(body))) return null
  for (const wording of WINDOWS) {
    const tokens = Number(wording.exec(body)?.[1] ?? 0)
    if (tokens > 0) return tokens
  }
  return 'unknown'
}
