import fc from 'fast-check'
import { growth } from '../support/growth.js'
import { expect, test } from 'vitest'
import { readAnthropicAnswer } from '../../src/doors/answers/anthropic.js'
import { readOllamaAnswer } from '../../src/doors/answers/ollama.js'
import { readChatAnswer } from '../../src/doors/answers/openai-chat.js'
import { readResponsesAnswer } from '../../src/doors/answers/responses.js'
import type { Answer, AnswerReader } from '../../src/doors/protocol.js'
import { ScriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import { ScriptedOpenai } from '../../testing/upstreams/scripted-openai.js'
import type { ScriptedAnswer } from '../../testing/upstreams/script.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { often } from '../support/long-run.js'

/** One answer of a protocol: its stream, the same whole, and the messages a client sends next. */
interface Sample {
  read: (contentType: string) => AnswerReader
  stream: string
  streamType: string
  whole: Loose
  messages: Loose[]
}

const ANSWER: ScriptedAnswer = {
  thinking: 'Først: 你好 🦊\u2028 "x"\\n </think>',
  text: 'naïve — 🦊🦊 你好\r\n data: {"a": 1}\n\n',
  calls: [
    { name: 'read', args: { path: 'a b/ç.ts', n: 1.5, deep: [{ x: null }] } },
    { name: 'write', args: {} },
  ],
}
const SEEN = { method: 'POST', path: '/', headers: {}, bytes: Buffer.alloc(0) }
const MESSAGES = [{ role: 'user', content: 'go' }]

function samples(): Record<string, Sample> {
  const anthropic = new ScriptedAnthropic({ script: () => ANSWER })
  const claude = anthropic
    .endpoint('/v1/messages')!
    .answer({ ...SEEN, body: { model: 'c', messages: MESSAGES, tools: [], thinking: { type: 'adaptive' } } })
  anthropic.calls = 5 // every fifth thinking is redacted
  const openai = new ScriptedOpenai({ script: () => ANSWER })
  const chat = openai.endpoint('/v1/chat/completions')!.answer({
    ...SEEN,
    body: { model: 'm', messages: MESSAGES, reasoning_effort: 'low', stream_options: { include_usage: true } },
  })
  const responses = openai
    .endpoint('/v1/responses')!
    .answer({ ...SEEN, body: { model: 'm', input: 'go', reasoning: {}, include: ['reasoning.encrypted_content'] } })
  const { refusal: _refusal, ...message } = (chat.whole as Loose).choices[0].message
  const call = { function: { name: 'read', arguments: { path: 'ç', n: 1.5 } } }
  const line = (message: object, more: object = { done: false }) =>
    `${JSON.stringify({ model: 'm', message: { role: 'assistant', content: '', ...message }, ...more })}\n`
  const ending = { done: true, done_reason: 'stop', prompt_eval_count: 40, eval_count: 7 }
  const spoken = { role: 'assistant', content: 'na\u00efve 🦊', thinking: 'hm 你', tool_calls: [call, call] }
  return {
    anthropic: {
      read: readAnthropicAnswer,
      stream: claude.events.join(''),
      streamType: 'text/event-stream; charset=utf-8',
      whole: claude.whole,
      messages: [{ role: 'assistant', content: (claude.whole as Loose).content }],
    },
    openai: {
      read: readChatAnswer,
      stream: chat.events.join(''),
      streamType: 'text/event-stream',
      whole: chat.whole,
      messages: [message],
    },
    responses: {
      read: readResponsesAnswer,
      stream: responses.events.join(''),
      streamType: 'text/event-stream',
      whole: responses.whole,
      messages: (responses.whole as Loose).output,
    },
    ollama: {
      read: readOllamaAnswer,
      stream: [
        line({ thinking: 'hm ' }),
        line({ thinking: '你' }),
        line({ content: 'na\u00ef' }),
        line({ content: 've \ud83e' }),
        line({ content: '\udd8a', tool_calls: [call] }),
        line({ tool_calls: [call] }),
        line({}, ending),
      ].join(''),
      streamType: 'application/x-ndjson',
      whole: { model: 'm', message: spoken, ...ending },
      messages: [spoken],
    },
  }
}
const SAMPLES = samples()
const NAMES = Object.keys(SAMPLES)

function collect(sample: Sample, chunks: Uint8Array[], type = sample.streamType): Answer {
  const reader = sample.read(type)
  for (const chunk of chunks) reader.push(chunk)
  return reader.end('complete')
}
const parsed = ({ messages }: Answer) => messages.map((text) => JSON.parse(text) as Loose)

test.each(NAMES)('[P1] a streamed %s answer becomes the messages a client sends next', (name) => {
  const sample = SAMPLES[name]!
  const answer = collect(sample, [Buffer.from(sample.stream)])
  expect(parsed(answer)).toEqual(sample.messages)
  expect(answer).toMatchObject({ complete: true, promptTokens: expect.any(Number), outputTokens: expect.any(Number) })
})

test.each(NAMES)('[P1] a whole %s answer keeps the exact text of its messages', (name) => {
  const sample = SAMPLES[name]!
  const text = JSON.stringify(sample.whole, null, 2).replaceAll('"n": 1.5', '"n": 1.50')
  const answer = collect(sample, [Buffer.from(text)], 'application/json; charset=utf-8')
  expect(parsed(answer)).toMatchObject(sample.messages)
  expect(answer.complete).toBe(true)
  // Arguments of OpenAI are a string.
  if (name === 'anthropic' || name === 'ollama') expect(answer.messages.join('')).toContain('1.50')
})

test.each(NAMES)('[P1] any split of a %s stream into chunks gives the same answer', (name) => {
  const sample = SAMPLES[name]!
  const bytes = Buffer.from(sample.stream)
  const whole = collect(sample, [bytes])
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 60 }), fc.boolean(), (cuts, single) => {
      const at = single ? Array.from(bytes, (_, i) => i) : [...cuts].sort((a, b) => a - b)
      const chunks = [...at, bytes.length].map((end, i) => bytes.subarray(at[i - 1] ?? 0, end))
      expect(collect(sample, chunks)).toEqual(whole)
    }),
    { numRuns: 60, seed: 11 },
  )
})

test.each(NAMES)('[P1] a %s stream cut anywhere is incomplete and holds only what arrived', (name) => {
  const sample = SAMPLES[name]!
  const bytes = Buffer.from(sample.stream)
  const whole = JSON.stringify(sample.messages)
  fc.assert(
    fc.property(fc.nat(Math.floor(bytes.length * 0.85)), (at) => {
      const reader = sample.read(sample.streamType)
      reader.push(bytes.subarray(0, at))
      const answer = reader.end('interrupted')
      expect(answer.complete).toBe(false)
      for (const message of parsed(answer)) {
        expect(message.role ?? 'assistant').toBe('assistant')
        // Calls and reasoning are whole or absent. Only texts may be shorter.
        for (const block of callsAndSeals(message)) expect(whole).toContain(JSON.stringify(block))
      }
    }),
    { numRuns: often(75, 150), seed: 12 },
  )
})

function callsAndSeals(message: Loose): Loose[] {
  if (Array.isArray(message.content)) return message.content.filter(({ type }: Loose) => !/text$/.test(type))
  return [...(message.tool_calls ?? []), ...(/call|reasoning/.test(message.type ?? '') ? [message] : [])]
}

test.each(NAMES)('[13] garbage, foreign types and hostile JSON never throw (%s)', (name) => {
  const sample = SAMPLES[name]!
  const deep = `{"choices":[{"delta":{"tool_calls":[{"id":"a","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}}]}`
  const odd = [
    deep,
    'data: {"type":"content_block_delta","index":0}\n\n',
    'data: null\n\n',
    '{"message":7}',
    '[[[',
    '\u0000\n\n',
  ]
  for (const type of [sample.streamType, 'application/json', 'text/html', ''])
    for (const text of [...odd, ...odd.map((piece) => `data: ${piece}\n\n`)])
      expect(collect(sample, [Buffer.from(text)], type).complete).toBe(false)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(collect(sample, [bytes]).messages).toEqual([])
    }),
    { numRuns: often(50, 100), seed: 13 },
  )
})

test.each(NAMES)('[T1] the work for a %s answer grows with its length only', (name) => {
  const sample = SAMPLES[name]!
  const read = (scale: number) => {
    const line = Buffer.alloc(250_000 * scale, 'x')
    const reader = sample.read(sample.streamType)
    reader.push(Buffer.from('data: {"a":"'))
    for (let at = 0; at < line.length; at += 64) reader.push(line.subarray(at, at + 64))
    reader.end('complete')
  }
  read(1)
  const times = growth(32, read, 32 * 4)
  expect(times).toBeLessThan(32 * 4)
})

test('[P1] an answer over 32 MiB counts as interrupted', () => {
  const reader = readOllamaAnswer('application/x-ndjson')
  reader.push(Buffer.from(SAMPLES.ollama!.stream))
  for (let i = 0; i < 33; i++) reader.push(Buffer.alloc(1_048_576, 'x'))
  expect(reader.end('complete')).toMatchObject({ complete: false, messages: [expect.any(String)] })
})

test('[T2] cached tokens count as prompt tokens', () => {
  const usage = { input_tokens: 5, cache_read_input_tokens: 90, cache_creation_input_tokens: 5, output_tokens: 3 }
  const body = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'text', text: 'x' }], usage }
  const reader = readAnthropicAnswer('application/json')
  reader.push(Buffer.from(JSON.stringify(body)))
  expect(reader.end('complete')).toMatchObject({ promptTokens: 100, outputTokens: 3, id: 'msg_1' })
})

test('[P1] parallel calls of servers that number each of them 0 stay apart', () => {
  const piece = (call: object) => `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [call] } }] })}\n\n`
  const reader = readChatAnswer('text/event-stream')
  reader.push(Buffer.from(piece({ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } })))
  reader.push(Buffer.from(piece({ index: 0, function: { arguments: ':1}' } })))
  reader.push(
    Buffer.from(piece({ index: 0, id: 'b', extra_content: { s: 1 }, function: { name: 'g', arguments: '{}' } })),
  )
  reader.push(Buffer.from('data: [DONE]\n\n'))
  expect(parsed(reader.end('complete'))).toEqual([
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
        { id: 'b', type: 'function', extra_content: { s: 1 }, function: { name: 'g', arguments: '{}' } },
      ],
    },
  ])
})
