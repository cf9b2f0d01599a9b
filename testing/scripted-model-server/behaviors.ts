import type { ServerResponse } from 'node:http'
import type { ServerKind } from './kinds.js'
import { sendJson, type Loose } from '../scripted-server.js'

/** Hostile answers to a chat, and honest ones in unusual forms. */

export interface ChatAnswer {
  kind: ServerKind
  body: Loose
  /** An honest summary. */
  text: string
  promptTokens: number
  /** Number of the chat, from 1. */
  call: number
  /** Answers as `honest` does. */
  honest: (changes?: Changes) => void
}

/** Differences to an honest answer. */
export interface Changes {
  model?: string
  deltas?: object[]
  finish?: string | null
  usage?: object | null
  /** Sends no `[DONE]`, and does not end the answer. */
  staysOpen?: boolean
  /** Ends the answer without the last event and without `[DONE]`. */
  endsEarly?: boolean
  newline?: string
  before?: string
  /** Follows the text. */
  after?: string
}

type Behavior = (answer: ChatAnswer, response: ServerResponse) => void

const refuse =
  (status: number, message: string, headers = {}) =>
  (_: ChatAnswer, response: ServerResponse) =>
    sendJson(response, status, { error: { message, type: 'invalid_request_error', param: null, code: null } }, headers)

/** Refuses a request that has a member; later requests leave it out. */
const refuseIf =
  (has: (body: Loose) => boolean, status: number, message: string): Behavior =>
  (answer, response) =>
    has(answer.body) ? refuse(status, message)(answer, response) : answer.honest()

const head = (response: ServerResponse, type = 'text/event-stream') => response.writeHead(200, { 'content-type': type })

export const BEHAVIORS = {
  // Honest, in another form.
  honest: ({ honest }) => honest(),
  'thinking-aloud': ({ honest, text }) =>
    honest({ deltas: [{ content: `<think>\nLet me see.\n</think>\n\n${text}` }] }),
  'reasoning-first': ({ honest, text }) =>
    honest({ deltas: [{ reasoning_content: 'Let me see.' }, { content: text }] }),
  blocks: ({ honest, text }) => honest({ deltas: [{ content: [{ type: 'text', text }] }] }),
  crlf: ({ honest }) => honest({ newline: '\r\n' }),
  pinging: ({ honest }) => honest({ before: ': ping\n\nevent: ping\nid: 7\nretry: 100\n\n' }),
  'without-usage': ({ honest }) => honest({ usage: null }),
  'null-counts': ({ honest }) => honest({ usage: { prompt_tokens: null, completion_tokens: null } }),
  'open-end': ({ honest }) => honest({ staysOpen: true }),
  'not-streaming': ({ body, text, promptTokens }, response) =>
    sendJson(response, 200, {
      object: 'chat.completion',
      model: body.model,
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      usage: { prompt_tokens: promptTokens, completion_tokens: 40 },
    }),
  'dated-name': ({ honest, body }) => honest({ model: `${body.model}-2026-08-06` }),
  'unlisted-name': ({ honest }) => honest({ model: '/root/.cache/weights.bin' }),
  'refuses-schema': refuseIf(
    ({ response_format: format }) => format?.type === 'json_schema',
    400,
    "'response_format.type' must be 'json_object' or 'text'",
  ),
  'refuses-formats': refuseIf(
    ({ response_format: format }) => format !== undefined,
    422,
    'Extra inputs are not permitted: response_format',
  ),
  'refuses-grammar': refuseIf(({ response_format: format }) => format !== undefined, 500, 'failed to parse grammar'),
  'refuses-limit': refuseIf(
    ({ max_tokens }) => max_tokens !== undefined,
    400,
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ),
  'refuses-temperature': refuseIf(
    ({ temperature }) => temperature !== undefined,
    400,
    "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
  ),
  'refuses-usage': refuseIf(({ stream_options }) => stream_options !== undefined, 400, 'Unknown field: stream_options'),
  'refuses-extras': refuseIf(
    (body) => ['repeat_penalty', 'repetition_penalty'].some((name) => name in body),
    400,
    'Unrecognized request argument supplied: repeat_penalty',
  ),
  'rate-limited-once': (answer, response) =>
    answer.call === 1 ? refuse(429, 'Rate limit reached', { 'retry-after': '0' })(answer, response) : answer.honest(),
  // Hostile.
  'error-body': (_, response) =>
    sendJson(response, 200, { error: 'Unexpected endpoint or method. Returning 200 anyway' }),
  'error-event': (_, response) =>
    void head(response).end('event: error\ndata: {"error":{"message":"The model has crashed","code":500}}\n\n'),
  'error-midway': ({ honest, text }) =>
    honest({
      deltas: [{ content: text.slice(0, 20) }],
      after: 'data: {"error":{"message":"CUDA out of memory","type":"server_error"}}\n\n',
      finish: null,
    }),
  endless: ({ honest }) =>
    honest({ deltas: [{ content: 'and then it went on, '.repeat(20_000) }], staysOpen: true, finish: null }),
  looping: ({ honest }) =>
    honest({
      deltas: Array.from({ length: 400 }, () => ({ content: 'The same line again.\n' })),
      finish: null,
      staysOpen: true,
    }),
  'other-model': ({ honest }) => honest({ model: 'other-3b' }),
  'tool-calls': ({ honest }) =>
    honest({
      deltas: [
        {
          content: null,
          tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'summarize', arguments: '{}' } }],
        },
      ],
      finish: 'tool_calls',
    }),
  html: (_, response) => void head(response, 'text/html').end('<!doctype html>\n<html><body>Sign in</body></html>'),
  'html-502': (_, response) =>
    void response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>Bad gateway</h1></html>'),
  redirect: (_, response) => void response.writeHead(308, { location: 'http://127.0.0.1:9/v1' }).end(),
  unauthorized: refuse(401, 'Incorrect API key provided'),
  forbidden: refuse(403, 'This key may not use this model group'),
  'rate-limited': refuse(429, 'Rate limit reached', { 'retry-after': '120' }),
  'rate-limited-date': (answer, response) =>
    refuse(429, 'Rate limit reached', { 'retry-after': new Date(Date.now() + 120_000).toUTCString() })(
      answer,
      response,
    ),
  'rate-limited-forever': refuse(429, 'You exceeded your current quota', { 'retry-after': '999999999' }),
  loading: refuse(503, 'Loading model'),
  'empty-choices': ({ body }, response) =>
    sendJson(response, 200, { object: 'chat.completion', model: body.model, choices: [] }),
  'null-choices': (_, response) => sendJson(response, 200, { object: 'chat.completion', choices: null }),
  'null-content': ({ honest }) => honest({ deltas: [{ role: 'assistant', content: null }] }),
  'reasoning-only': ({ honest }) => honest({ deltas: [{ reasoning_content: 'I think the user wants a summary.' }] }),
  'cut-by-length': ({ honest, text }) => honest({ deltas: [{ content: text.slice(0, 60) }], finish: 'length' }),
  filtered: ({ honest }) => honest({ deltas: [], finish: 'content_filter' }),
  'broken-json': (_, response) => void head(response).end('data: {"choices":[{"delta":{"content":"half\n\n'),
  'json-of-others': (_, response) => sendJson(response, 200, { answer: 'This is no chat completion.' }),
  'an-array': (_, response) => void head(response, 'application/json').end('[]'),
  nothing: (_, response) => void head(response).end(),
  half: ({ honest, text }) => honest({ deltas: [{ content: text.slice(0, 60) }], finish: null, endsEarly: true }),
  reset: ({ text }, response) => {
    head(response).write(`data: ${JSON.stringify({ choices: [{ delta: { content: text.slice(0, 60) } }] })}\n\n`, () =>
      response.destroy(),
    )
  },
  'reset-at-once': (_, response) => void response.destroy(),
  'model-gone': refuse(404, "The model 'qwen2.5-7b-instruct' does not exist or you do not have access to it."),
  'no-endpoint': (_, response) =>
    void response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found'),
  rejecting: refuse(400, 'messages: roles must alternate'),
  huge: (_, response) => {
    const line = `data: ${JSON.stringify({ choices: [{ delta: {} }], padding: 'x'.repeat(60_000) })}\n\n`
    const more = () => {
      if (response.destroyed) return
      response.write(line, () => setImmediate(more))
    }
    head(response)
    more()
  },
  'slow-headers': () => {},
  'slow-body': (_, response) => head(response).flushHeaders(),
  'pings-forever': (_, response) => {
    head(response)
    const more = () => {
      if (!response.destroyed) response.write(': ping\n\n', () => setTimeout(more, 5))
    }
    more()
  },
} satisfies Record<string, Behavior>

export type BehaviorName = keyof typeof BEHAVIORS
