/** Call ids that a log uses again, received in every format and sent in every format. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assembleContext } from '../../src/domain/context/context.js'
import { renderContext } from '../../src/app/shared/render-context.js'
import { parseMessage, renderMessage } from '../../src/domain/formats/index.js'
import { FORMATS, type Format, type Json } from '../../src/domain/message.js'
import { randomLog, takeLog } from '../support/random-log.js'
import { pairProblems } from '../../testing/validity.js'
import { often } from '../support/long-run.js'

const RUNS = { numRuns: often(25, 100), seed: 20_261_123 }

async function sent(to: Format, log: readonly (object | string)[], from: Format): Promise<string[]> {
  const { entries, messages, session } = takeLog(log, from)
  const context = assembleContext({
    entries,
    checkpoints: [],
    lastSpokenSeq: session.lastSpokenSeq,
    ledger: null,
    goals: null,
  })
  const stored = new Map(messages.map((message) => [message.seq, message]))
  return (await renderContext(to, null, context, { messages: stored, reductions: new Map() })).messages
}

const parsed = (texts: readonly string[]) => texts.map((text): Json => JSON.parse(text))

/** The same log in another format. */
function inFormat(format: Format, log: readonly object[]): object[] {
  return log.flatMap((value, index) => {
    const { role, parts } = parseMessage('native', value as Json, 'm')
    return renderMessage(format, { seq: index + 1, role, parts }) as object[]
  })
}

/** Anthropic's adjacent messages of one role are joined, so the newest text may grow. Calls and results do not. */
function callsAndResults(texts: readonly string[]): string[] {
  return parsed(texts).flatMap((message) => {
    const { content } = message as { content: Json }
    const blocks = Array.isArray(content) ? (content as { type: string }[]) : []
    return blocks.filter(({ type }) => type.startsWith('tool_')).map((block) => JSON.stringify(block))
  })
}

/** Numbers, escapes and whitespace as JSON.stringify would not write them. */
const round = (at: number): string[] => [
  `{"role":"user", "content":"Look ${at}."}`,
  String.raw`{"content":[ {"type":"text","text":"\u0041"}, {"id":"no", "type":"tool_use", "id" : "toolu_1","name":"look","input":{"at":${at}.0,"2":12345678901234567890,"1":0}} ], "role":"assistant"}`,
  `{"role":"user","content":[{"type":"tool_result", "tool_use_id":"toolu_1", "content":"toolu_1 seen ${at}" }]}`,
  `{"role":"assistant", "content":"Seen ${at}."}`,
]

describe.each(FORMATS)('a log in format %s', (from) => {
  test.each(FORMATS)('[P5] [I1] has whole pairs and the ids the provider requires as %s', async (to) => {
    await fc.assert(
      fc.asyncProperty(randomLog(), async (log) => {
        expect(pairProblems(to, parsed(await sent(to, inFormat(from, log), from)))).toEqual([])
      }),
      RUNS,
    )
  })

  test.each(['anthropic', 'openai'] as const)('[P12] appending changes no id already sent as %s', async (to) => {
    await fc.assert(
      fc.asyncProperty(randomLog(20), async (values) => {
        const log = inFormat(from, values)
        let before: string[] = []
        for (let count = 1; count <= log.length; count++) {
          const texts = await sent(to, log.slice(0, count), from)
          const now = to === 'anthropic' ? callsAndResults(texts) : texts
          expect(now.slice(0, before.length)).toEqual(before)
          before = now
        }
      }),
      { ...RUNS, numRuns: often(20, 40) },
    )
  })
})

test('[P5] [C8] a conversation replayed from its start gets new ids in its second half, which is otherwise unchanged', async () => {
  const texts = [...round(1), ...round(2)]
  const now = await sent('anthropic', texts, 'anthropic')
  expect(now).toEqual([
    ...texts.slice(0, 5),
    texts[5]!.replace('"id" : "toolu_1"', '"id" : "toolu_1_6"'),
    texts[6]!.replace('"tool_use_id":"toolu_1"', '"tool_use_id":"toolu_1_6"'),
    texts[7],
  ])
  expect((await sent('anthropic', [...texts, ...round(3)], 'anthropic')).slice(0, 8)).toEqual(now)
})

test('[P5] [C8] parallel OpenAI calls with one id get different ids, and a later message with that id keeps it', async () => {
  const calls = (...at: number[]) =>
    `{"role":"assistant","content":null, "tool_calls":[${at.map((n) => `{"id": "call_0","type":"function","function":{"name":"f","arguments":"{\\"at\\":${n}.0}"}}`).join(', ')}], "extra":1.0}`
  const result = (text: string, key: string) => `{"role":"tool", ${key}, "content":"${text}"}`
  const texts = [
    '{"role":"user","content":"Look."}',
    calls(1, 2, 3),
    result('one', '"tool_call_id":"call_0"'),
    result('two', '"tool_call_id" :"call_0"'),
    result('three', '"tool_call_ids":["call_0"]'),
    calls(4),
    result('four', '"tool_call_id":"call_0"'),
  ]
  const now = await sent('openai', texts, 'openai')
  expect(now).toEqual([
    texts[0],
    calls(1, 2, 3).replace(
      /("id": "call_0")(.*)("id": "call_0")(.*)("id": "call_0")/,
      '$1$2"id": "call_0_2"$4"id": "call_0_2_2"',
    ),
    texts[2],
    result('two', '"tool_call_id" :"call_0_2"'),
    result('three', '"tool_call_ids":["call_0_2_2"]'),
    texts[5],
    texts[6],
  ])
  for (const format of ['native', 'ollama'] as const)
    expect(JSON.stringify(await sent(format, texts, 'openai'))).not.toContain('call_0_2')
})

test('[P5] an id is added to a result that came without one, if its call has a new id', async () => {
  const use = (...names: string[]) =>
    `{"role":"assistant","content":[${names.map((name) => `{"type":"tool_use","id":"same","name":"${name}","input":{}}`).join(',')}]}`
  const texts = [
    use('a'),
    '{"role":"user","content":[{"type":"tool_result","tool_use_id":"same","content":"1"}]}',
    use('b'),
  ]
  const now = await sent(
    'anthropic',
    [...texts, '{"role":"user","content":[{"type":"tool_result","content":"2"}]}'],
    'anthropic',
  )
  expect(now.at(-1)).toBe('{"role":"user","content":[{"tool_use_id":"same_3","type":"tool_result","content":"2"}]}')
})
