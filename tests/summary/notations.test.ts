import { expect, test } from 'vitest'
import { isEcho } from '../../src/domain/summary/echo.js'
import { neutralize } from '../../src/domain/summary/neutralize.js'
import { sentencesOfPrompts } from '../../src/domain/summary/prompt.js'
import { readPassages } from '../../src/domain/source/reading.js'
import { scrapsIn } from '../../src/domain/summary/scraps.js'
import { parseReply } from '../../src/domain/summary/reply.js'
import { verifySummary } from '../../src/domain/summary/verify.js'
import { extractAnchors } from '../../src/domain/anchors/anchors.js'
import type { ProposedLine } from '../../src/domain/source/types.js'
import { called, count, returned, said, typed } from './spans.js'

/** The words of models that give no notes, and signs that notes may not contain, each with an example. */

test.each([
  "I'm sorry, the conversation is too long for me.",
  'I’m really sorry, the conversation is too long for me.',
  "I'm very sorry, this is not possible for me.",
  "I'm so sorry, this is not possible for me.",
  'Im sorry, this is not possible for me.',
  'Sorry, this is not possible for me.',
  'I apologize, this is not possible for me.',
  'I apologise, this is not possible for me.',
  'Unfortunately, I have no access to the conversation.',
  'As an AI, there is no conversation that it has seen.',
  'As a language model, there is no memory to take notes of.',
  'As a large language model, there is no memory to take notes of.',
  'I cannot summarize this conversation.',
  "I can't summarize this conversation.",
  'I can not summarize this conversation.',
  "I won't summarize this conversation.",
  'I am unable to summarize this conversation.',
  'I am not able to summarize this conversation.',
  "I'm unable to summarize this conversation.",
  'I’m not able to summarize this conversation.',
  '抱歉, the notes are empty.',
  '对不起, the notes are empty.',
  '很抱歉, the notes are empty.',
  '我无法 write any of the notes.',
  '申し訳ありません, the notes are empty.',
])('[I8] [P7] a refusal: %s', (reply) => {
  expect(parseReply(reply, false)).toEqual({ lines: [], problem: 'refusal' })
})

test.each([
  'Error: the model is loading, try it again',
  'Exception in thread main: out of memory here',
  'Traceback (most recent call last)',
  'Internal Server Error on the host of the model',
  'An error occurred while the reply was made',
  'Failed to generate a reply of this length',
  '{ "error": "the model is loading, try it again"',
  '<tool_call> read the file src/a.ts',
  '<tool_calls> read the file src/a.ts',
  '<tool_use> read the file src/a.ts',
  '<function_call> read the file src/a.ts',
  '<function_calls> read the file src/a.ts',
  '<invoke name="read"> the file src/a.ts',
  '<|tool_call|> read the file src/a.ts',
  '<|python_tag|> read the file src/a.ts',
  '<|im_start|> assistant reads the file',
  'The user asked for notes <|im_end|>',
  '<|start_header_id|> assistant reads the file',
  'It calls {"tool_calls": [] } with the file',
  'It calls {"function_call": {} } with the file',
])('[I8] [P7] no notes: %s', (reply) => {
  expect(parseReply(reply, false)).toEqual({ lines: [], problem: 'garbage' })
})

test.each([
  ['1. The shop opens at nine', 'The shop opens at nine'],
  ['2) The shop opens at nine', 'The shop opens at nine'],
  ['- The shop opens at nine', 'The shop opens at nine'],
  ['• The shop opens at nine', 'The shop opens at nine'],
  ['> The shop opens at nine', 'The shop opens at nine'],
  ['3.5 euros is what it costs', '3.5 euros is what it costs'],
])('[V3] the item %j is the line %j', (reply, text) => {
  expect(parseReply(reply, false).lines).toMatchObject([{ text }])
})

test.each([
  ['[GOAL] ship it', '(GOAL) ship it'],
  ['[DECISION] ship it', '(DECISION) ship it'],
  ['[CHECKPOINT] ship it', '(CHECKPOINT) ship it'],
  ['[ARTIFACT] a.ts', '(ARTIFACT) a.ts'],
  ['[NEXT] ship it', '(NEXT) ship it'],
  ['[Checkpoint 3] of it', '(Checkpoint 3] of it'],
  ['[checkpoints #3-5]', '(checkpoints #3-5]'],
  ['[Ledger of it]', '(Ledger of it]'],
  ['[Goal · ship it]', '(Goal · ship it]'],
  ['[Progress of the goal]', '(Progress of the goal]'],
  ['<tool_call>', '‹tool_call>'],
  ['</tool_calls>', '‹/tool_calls>'],
  ['<tool_use>', '‹tool_use>'],
  ['<tool_result>', '‹tool_result>'],
  ['<function_call>', '‹function_call>'],
  ['<function_calls>', '‹function_calls>'],
  ['<invoke name="a">', '‹invoke name="a">'],
  ['</think>', '‹/think>'],
  ['<thinking>', '‹thinking>'],
  ['<system-reminder>', '‹system-reminder>'],
  ['Human: ship it', 'Human - ship it'],
  ['User: ship it', 'User - ship it'],
  ['Assistant: ship it', 'Assistant - ship it'],
  ['system: ship it', 'system - ship it'],
  // Code and prose stay.
  ['const [orders] = useState<User>()', 'const [orders] = useState<User>()'],
  ['<toolbar> in a[goals]', '<toolbar> in a[goals]'],
  ['users: 3, user:id', 'users: 3, user:id'],
])('[V3] [V4] what could be read as a sign of the service or of a template: %s', (text, expected) => {
  expect(neutralize(text, '')).toBe(expected)
})

test.each([
  ...['message 3 · user', 'Message 12: assistant', 'message 4 | system', 'message 5 - tool'],
  ...['message 6 · result of read_file', 'message 7 · calls', '<conversation>', '</conversation>'],
  ...['[ … the middle is left out', '"kind": "text of a note"', 'kind: text'],
])('[P7] a header of the quoted conversation is no note: %s', (line) => {
  expect(isEcho(line)).toBe(true)
})

test.each(['message 3 of the queue: user is missing', 'The kind of the text is "decision".', 'a conversation'])(
  '[P7] a line about the same words is one: %s',
  (line) => {
    expect(isEcho(line)).toBe(false)
  },
)

const session = [
  typed(1, 'Please find out how the price of the order is rounded and why the total of the order is wrong.'),
  called(2, 'search', { pattern: 'price: total', path: 'orders' }),
  returned(3, 'search', '{"note":"the first row\\nthe second row of the price list"}'),
  said(4, 'The total of the order is rounded twice. No price of the order is negative.'),
]
const kept = (text: string, kind: ProposedLine['kind'], source = session, promptTexts: string[] = []) => {
  const lines = [text, 'The total of the order is rounded twice.'].map((one, at) => ({
    ...{ text: one, kind: at === 0 ? kind : ('fact' as const), importance: 0.5, sources: [] },
  }))
  const verdict = verifySummary({ source, anchors: extractAnchors(source), lines, count, promptTexts })
  return verdict.accepted ? verdict.lines : []
}

test.each([
  'How the price of the order is rounded',
  'why the total of the order is wrong',
  'whether the total of the order is rounded',
])('[V3] a clause that answers nothing is weak: %s', (text) => {
  const of = (line: string) => kept(line, 'fact').find((one) => one.text === line)?.importance
  expect(of(text) ?? 0).toBeLessThan(of(`${text[0]!.toUpperCase()}${text.slice(1)}?`) ?? 1)
})

test('[P14] a message that denies the same says it, with or without a full stop', () => {
  const text = 'No price of the order is negative'
  expect(kept(`${text}.`, 'fact').map((one) => one.text)).toContain(`${text}.`)
  expect(kept(`${text}。`, 'fact').map((one) => one.text)).toContain(`${text}。`)
})

test('[P14] in a script without spaces, a part of a message says it, too', () => {
  const chinese = [said(1, '迁移过程中发生错误，total_cents 列重复。没有发现锁，也没有超时。'), ...session]
  expect(kept('没有发现锁。', 'fact', chinese).map((one) => one.text)).toContain('没有发现锁。')
})

test('[V4] rows of a result are scraps, also with the escapes of JSON between them', () => {
  const isScrap = scrapsIn(readPassages([called(1, 'list', {}), returned(2, 'list', '{"rows":"price\\ntotal\\tsum"}')]))
  expect(['price total', 'total sum', 'price sum'].map((text) => isScrap({ kind: 'fact', text }))).toEqual([
    ...[true, true, false],
  ])
})

test('[V4] what a tool said in an earlier note decides nothing', () => {
  const decision = 'We decided to round the total of the order only once.'
  const kindWith = (note: string) =>
    kept('Round the total of the order only once', 'decision', session, [note])[0]?.kind
  expect(kindWith(decision)).toBe('decision')
  expect(kindWith(`search: ${decision}`)).toBe('fact')
  expect(kindWith(`read_file docs/a.md: ${decision}`)).toBe('fact')
})

test('[P7] each sentence of the instructions is known by itself', () => {
  const all = sentencesOfPrompts()
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter((one) => one.includes('\n') || one.includes('. ') || one.includes(': '))).toEqual([])
})

test('[V3] talk with brackets before a code fence does not hide the lines', () => {
  const reply = 'Notes [1 of 1]:\n```json\n{"lines":[{"kind":"code","text":"if (a) { stop() }"}]}\n```'
  expect(parseReply(reply, true).lines).toMatchObject([{ kind: 'code', text: 'if (a) { stop() }' }])
})

test('[V4] code begins with its first row', () => {
  expect(
    kept('\n\nconst total = round(price)', 'code', [said(1, 'const total = round(price)'), ...session])[0]?.text,
  ).toBe('const total = round(price)')
})
