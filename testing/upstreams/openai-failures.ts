import type { UpstreamError } from './scripted-upstream.js'

/** Errors as OpenAI reports them. */

export function lengthFailure(tokens: number, window: number): UpstreamError | null {
  if (tokens <= window) return null
  const message = `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`
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
