import { expect, test } from 'vitest'
import { parseMessage, replaceParts } from '../../src/domain/formats/index.js'
import type { Format, Json } from '../../src/domain/message.js'
import { frameOf, outlineOf } from '../../src/domain/context/shortened.js'
import { toSource } from '../../src/domain/source/source.js'

const large = (chars: number, word = 'line of a log') =>
  Array.from({ length: chars / 20 }, (_, n) => `${word} ${n}`).join('\n')
const source = (format: Format, value: Json) => {
  return { format, length: JSON.stringify(value).length, value, parsed: parseMessage(format, value, 'message') }
}

const RESULTS: { format: Format; value: Json; at: number }[] = [
  { format: 'openai', at: 0, value: { role: 'tool', tool_call_id: 'c1', content: large(600_000), extra: { kept: 1 } } },
  {
    format: 'native',
    at: 0,
    value: { role: 'tool', parts: [{ type: 'tool_result', callId: 'c1', content: large(600_000) }] },
  },
  {
    format: 'ollama',
    at: 0,
    value: { role: 'tool', tool_name: 'read', content: large(600_000), images: ['A'.repeat(300_000)] },
  },
  {
    format: 'anthropic',
    at: 1,
    value: {
      role: 'user',
      content: [
        { type: 'text', text: 'and now this' },
        { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: large(600_000) }] },
      ],
    },
  },
]

test.each(RESULTS)(
  '[D1] [P3] a $format message with a placeholder is the same written from its frame',
  ({ format, value, at }) => {
    const whole = source(format, value)
    const frame = frameOf(whole)
    expect(frame?.without).toEqual([at])
    expect(frame?.raw.length).toBeLessThan(1_000)
    const short: Json = JSON.parse(frame!.raw)
    for (const placeholder of ['[reduced]', null]) {
      const written = (message: Json) =>
        replaceParts(format, message, parseMessage(format, message, ''), new Map([[at, placeholder]]))
      expect(written(short)).toEqual(written(value))
    }
  },
)

test.each(RESULTS)('[13] a summary reads the same from the outline of a $format message', ({ format, value }) => {
  const whole = source(format, value)
  const outline = outlineOf(whole)
  expect(outline!.length).toBeLessThan(150_000)
  const short = parseMessage(format, JSON.parse(outline!) as Json, '')
  expect(toSource(1, short, [])).toEqual(toSource(1, whole.parsed, []))
})

test('[C9] arguments keep the path of what they write, as JSON text or as an object', () => {
  const args = { path: 'src/large.ts', content: large(600_000) }
  const call = (written: Json): Json => ({
    role: 'assistant',
    content: 'I write it.',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'write_file', arguments: written } }],
  })
  for (const [format, value] of [
    ['openai', call(JSON.stringify(args))],
    ['ollama', call(args)],
  ] as const) {
    const outline = outlineOf(source(format, value))
    expect(outline!.length).toBeLessThan(200_000)
    const [said, made] = parseMessage(format, JSON.parse(outline!) as Json, '').parts
    expect(said).toEqual({ type: 'text', text: 'I write it.' })
    expect(made).toMatchObject({ type: 'tool_call', args: { path: 'src/large.ts' } })
  }
})

test('[13] many large results in one message share what is kept of it', () => {
  const content = Array.from({ length: 60 }, (_, n) => ({
    type: 'tool_result',
    tool_use_id: `c${n}`,
    content: large(100_000),
  }))
  const outline = outlineOf(source('anthropic', { role: 'user', content }))
  expect(outline!.length).toBeLessThan(320_000)
})

test('[P8] short messages, and words however long, are not shortened', () => {
  expect(frameOf(source('openai', { role: 'tool', tool_call_id: 'c1', content: 'ok' }))).toBeNull()
  const words = source('openai', { role: 'assistant', content: large(600_000) })
  expect([frameOf(words), outlineOf(words)]).toEqual([null, null])
})
