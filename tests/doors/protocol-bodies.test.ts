import { expect, test } from 'vitest'
import type { RequestFacts } from '../../src/doors/protocol.js'
import { anthropicProtocol } from '../../src/doors/protocols/anthropic.js'
import { openaiProtocol } from '../../src/doors/protocols/openai.js'
import { responsesProtocol } from '../../src/doors/protocols/responses.js'
import { problem } from '../../src/http/problem.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'

/** What the protocols write after a cut, and how they read bodies. */

const FACTS: RequestFacts = {
  model: 'm',
  stream: true,
  system: '[{"type":"text","text":"s","cache_control":{"type":"ephemeral"}}]',
  tools: null,
  outputTokens: null,
  window: null,
  ids: [],
  user: null,
}
const membersOf = (body: Loose) => ({
  value: (key: string) => body[key],
  text: (key: string) => (key in body ? JSON.stringify(body[key]) : null),
})
const kept = (raw: string, bound: 'intact' | 'broken' = 'broken') => ({ kind: 'kept' as const, raw, index: 0, bound })

const THOUGHT = `{ "role":"assistant", "x": 1.0, "content": [ {"type":"thinking","thinking":"a","signature":"s"}, {"type":"text","text":"b\\u00e9"},{"type":"redacted_thinking","data":"d"} ] }`

test('[D7] reasoning against another prefix leaves whole, and nothing else changes', () => {
  const { withoutReasoning } = anthropicProtocol
  expect(withoutReasoning!(THOUGHT)).toBe(`{"role":"assistant","x":1.0,"content":[{"type":"text","text":"b\\u00e9"}]}`)
  const plain = `{ "role":"user","content":"thinking \\"thinking\\"" }`
  expect(withoutReasoning!(plain)).toBe(plain)
  const result = `{"role":"user","content":[{"type":"tool_result","content":[{"type":"thinking"}]}]}`
  expect(withoutReasoning!(result)).toBe(result)
  const only = JSON.parse(withoutReasoning!(`{"role":"assistant","content":[{"type":"thinking","thinking":""}]}`))
  expect(only.content).toEqual([{ type: 'text', text: expect.stringMatching(/\S/) }])
})

test('[D7] intact messages keep their bytes; the note is a message of the user', () => {
  const note = { kind: 'note' as const, text: 'Checkpoint "x"\n' }
  const question = kept('{ "role": "user", "content": "go on" }', 'intact')
  const items = [note, kept(THOUGHT, 'intact'), question, kept(THOUGHT)]
  const written = anthropicProtocol.write({ items, dropped: [] }, FACTS)
  expect(written.slice(1, 3)).toEqual([THOUGHT, question.raw])
  expect(written[3]).not.toContain('signature')
  expect(JSON.parse(written[0]!)).toEqual({ role: 'user', content: [{ type: 'text', text: 'Checkpoint "x"\n' }] })
})

test('messages of the assistant that now follow each other become one, whose blocks keep their bytes', () => {
  const written = anthropicProtocol.write({ items: [kept(THOUGHT, 'intact'), kept(THOUGHT)], dropped: [] }, FACTS)
  expect(written).toHaveLength(1)
  expect(written[0]).toContain('{"type":"thinking","thinking":"a","signature":"s"}')
  expect(JSON.parse(written[0]!).content.map(({ type }: Loose) => type)).toEqual([
    ...['thinking', 'text', 'redacted_thinking', 'text'],
  ])
})

test('a cache mark whose block left moves to the last note with its ttl, and there are never more than four', () => {
  const marked = (ttl: string) =>
    `{"role":"user","content":[{"type":"text","text":"t","cache_control":{"type":"ephemeral","ttl":"${ttl}"}}]}`
  const notes = ['first', 'second'].map((text) => ({ kind: 'note' as const, text }))
  const write = (dropped: string[], keptCount: number) =>
    anthropicProtocol.write(
      { items: [...notes, ...Array.from({ length: keptCount }, () => kept(marked('5m')))], dropped },
      FACTS,
    )
  const moved = write([marked('5m'), marked('1h')], 2).map((text) => JSON.parse(text))
  expect(moved[0].content[0]).not.toHaveProperty('cache_control')
  expect(moved[1].content[0].cache_control).toEqual({ type: 'ephemeral', ttl: '1h' })
  expect(write([], 2).join()).not.toContain('1h')
  // The system text has one, and three are kept.
  expect(JSON.parse(write([marked('1h')], 3)[1]!).content[0]).not.toHaveProperty('cache_control')
})

test('[10.4] a message from history has no cache mark of an earlier request, and a mark that stays does not move', () => {
  const mark = '"cache_control":{"type":"ephemeral"}'
  const call = '"type":"tool_result","tool_use_id":"c1"'
  const block = (text: string, more = '') => `{"type":"text","text":"${text}"${more}}`
  const result = (content: string, more = '') => `{"role":"user","content":[{${call},"content":${content}${more}}]}`
  const reduced = (raw: string, isStored: boolean) => ({
    kind: 'reduced' as const,
    bound: 'broken' as const,
    raw,
    isStored,
  })
  const stored = `{"role":"user","content":[{${call},"content":[${block('t', `,${mark}`)}],${mark}},${block('n: 1.0')}]}`
  const plain = `{"role":"user","content":[{${call},"content":[${block('t')}]},${block('n: 1.0')}]}`
  const inPlace = result('"[masked]"', `,${mark}`)
  const items = [{ kind: 'note' as const, text: 'checkpoint' }, reduced(stored, true), reduced(inPlace, false)]
  const dropped = [result('"long"', `,${mark}`)]
  const [note, ...others] = anthropicProtocol.write({ items, dropped }, FACTS)
  expect(others).toEqual([plain, inPlace])
  expect(note).not.toContain('cache_control')
  expect(openaiProtocol.write({ items, dropped }, FACTS).slice(1)).toEqual([plain, inPlace])
  // Two marks left, and one of them is still in its place.
  expect(anthropicProtocol.write({ items, dropped: [...dropped, ...dropped] }, FACTS)[0]).toContain(mark)
})

test('the session of Claude Code is in metadata.user_id; a plain user is no session', () => {
  const idsOf = (userId: unknown) =>
    anthropicProtocol.readFacts(membersOf({ model: 'm', metadata: { user_id: userId } })).ids.map(({ id }) => id)
  expect(idsOf('user_ab_account__session_0b2d6f3e-1111-4222-8333-944455556666')).toEqual([
    '0b2d6f3e-1111-4222-8333-944455556666',
  ])
  expect(idsOf('{"device_id":"d","account_uuid":"","session_id":"s-1"}')).toEqual(['s-1'])
  for (const other of ['user-7', '{"device_id":"d"}', '{broken', 7, null]) expect(idsOf(other)).toEqual([])
})

test('requests that Claude Code makes for itself are no turns', () => {
  const quirk = (text: string, system: string | null = null, count = 1) =>
    anthropicProtocol.quirkOf!({
      facts: { ...FACTS, system },
      members: membersOf({}),
      last: { role: 'user', content: [{ type: 'text', text }] },
      count,
    })
  expect(quirk('Warmup')).toBe('warm-up')
  expect(quirk('[SUGGESTION MODE: Suggest what the user might type]', null, 40)).toBe('topic')
  expect(quirk('x', '"Summarize this coding conversation in under 50 characters."')).toBe('title')
  expect(quirk('warmup the engine')).toBeNull()
  expect(quirk('hello', 'You are Claude Code. ' + 'x'.repeat(9_000))).toBeNull()
})

test('system text in the middle stays where it is', () => {
  for (const protocol of [anthropicProtocol, responsesProtocol]) {
    expect(protocol.kindOf({ role: 'system', content: 'x' }, true)).toBe('system')
    expect(protocol.kindOf({ role: 'system', content: 'x' }, false)).toBe('reminder')
    expect(protocol.kindOf({ role: 'user', content: 'x' }, true)).toBe('turn')
  }
  expect(responsesProtocol.kindOf({ type: 'function_call', call_id: 'c' }, false)).toBe('turn')
})

test('[D7] reasoning items leave with the ids that need them; a stored model turn is sent as its items', () => {
  const turn = `{"output":[{"type":"reasoning","id":"rs_1","summary":[]},{"id":"fc_1","type":"function_call","call_id":"c","name":"f","arguments":"{}"}]}`
  const output = `{"type":"function_call_output","id":"o1","call_id":"c","output":"x"}`
  const items = [
    kept(turn),
    kept(output),
    { kind: 'note' as const, text: 'n' },
    kept(`{"type":"reasoning","id":"rs_2"}`, 'intact'),
  ]
  expect(responsesProtocol.write({ items, dropped: [] }, FACTS)).toEqual([
    `{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}`,
    output,
    `{"type":"message","role":"user","content":[{"type":"input_text","text":"n"}]}`,
    `{"type":"reasoning","id":"rs_2"}`,
  ])
  const body = `{"model":"m", "previous_response_id":"resp_1","x":1.0}`
  expect(responsesProtocol.finish!(body, { items: [], dropped: [] }, FACTS)).toBe(`{"model":"m","x":1.0}`)
})

test('[13] our problems have the shape of the API, before and inside a stream', () => {
  const numbers = { tokens: 9_000, allowed: 8_000 }
  const tooLarge = { ...problem('system_prompt_exceeds_window', 'Shorten it.', numbers), status: 413 }
  expect(anthropicProtocol.error(tooLarge)).toEqual({
    status: 400,
    body: JSON.stringify({
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'prompt is too long: 9000 tokens > 8000 maximum. Shorten it.',
      },
    }),
  })
  const bytes = anthropicProtocol.error(problem('body_too_large', 'Over 16 MiB.'))
  expect([bytes.status, JSON.parse(bytes.body).error.type]).toEqual([413, 'request_too_large'])
  expect(anthropicProtocol.streamError(tooLarge)).toMatch(/^event: error\ndata: \{"type":"error".*\}\n\n$/)
  expect(responsesProtocol.error(tooLarge).status).toBe(413)
  expect(JSON.parse(responsesProtocol.error(tooLarge).body).error).toMatchObject({ code: 'context_length_exceeded' })
  expect(responsesProtocol.streamError(tooLarge)).toMatch(/^event: error\ndata: \{.*"type":"error".*\}\n\n$/)
})
