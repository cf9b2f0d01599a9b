import type { UpstreamError } from './scripted-upstream.js'

/** Errors as OpenAI reports them. */

/** @param output tokens that the request wants; null: the server does not count them */
export function lengthFailure(tokens: number, window: number, output: number | null = null): UpstreamError | null {
  const total = tokens + (output ?? 0)
  if (total <= window) return null
  const asked =
    output === null
      ? `your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`
      : `you requested ${total} tokens (${tokens} in the messages, ${output} in the completion). Please reduce the length of the messages or completion.`
  const message = `This model's maximum context length is ${window} tokens. However, ${asked}`
  return openaiFailure(400, 'invalid_request_error', message, 'context_length_exceeded')
}

export function openaiFailure(status: number, type: string, message: string, code: string | null): UpstreamError {
  return { status, body: { error: { message, type, param: null, code } } }
}

export const OPENAI_FAILURES = {
  error500: openaiFailure(500, 'server_error', 'The server had an error while processing your request.', null),
  overloaded: openaiFailure(503, 'server_error', 'The engine is currently overloaded, please try again later.', null),
  'rate-limited': {
    ...openaiFailure(429, 'requests', 'Rate limit reached', 'rate_limit_exceeded'),
    headers: { 'retry-after': '7' },
  },
}
