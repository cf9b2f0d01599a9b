import { holdsOne } from '../texts.js'
/** Reads refusals of prompts that are too long. Wordings of OpenAI, Anthropic, vLLM, llama.cpp, LM Studio, Ollama. */

const REFUSALS = [
  ...['context_length_exceeded', 'context length exceeded', 'exceed_context_size', 'maximum context length'],
  ...['prompt is too long', 'exceeds the context', 'exceeds the available context', 'exceed the context'],
  ...['exceed the available context', 'exceeds context', 'greater than the context length'],
]
/** What is too long, and for what: `The input (9000 tokens) exceeds the window of the model`. */
const TOO_LONG =
  /(?:input|prompt|request)[^.]{0,60}(?:exceeds?|longer than|too (?:long|large))[^.]{0,80}(?:context|tokens|window)/
/** Where the text names the window. */
const WINDOWS = [
  /maximum context length (?:is|of) (\d+)/,
  /> ?(\d+) maximum/,
  /"n_ctx" ?: ?(\d+)/,
  /context limit: [\d +]+> ?(\d+)/,
  /context (?:size|length|window)[^\d]{0,30}(\d{3,8})/,
]
const STATUSES = [400, 413, 422, 500]

/** Returns the window that a refusal for length names, `unknown` if it names none; null: refused for another reason. */
export function refusedLength(status: number, body: string): number | 'unknown' | null {
  const text = body.toLowerCase()
  const isTooLong =
    REFUSALS.some((wording) => text.includes(wording)) ||
    (text.includes('input length') && text.includes('exceeds')) ||
    TOO_LONG.test(text)
  if (!STATUSES.includes(status) || !isTooLong) return null
  for (const wording of WINDOWS) {
    const tokens = Number(wording.exec(text)?.[1] ?? 0)
    if (tokens > 0) return tokens
  }
  return 'unknown'
}

/** Where the text says that the wanted output counts beside the prompt. */
const OUTPUT = ['in the completion', 'for the completion', 'max_tokens', 'output tokens']

/** Whether the upstream that refused for length counts the wanted output, too: vLLM, SGLang, and Anthropic's API. */
export function countsOutput(body: string): boolean {
  return holdsOne(body, OUTPUT)
}
