import { expect, test } from 'vitest'
import { filesRead } from '../../src/domain/anchors/files-read.js'
import { digestLines } from '../../src/domain/digest/digest.js'
import { editsOf, editText } from '../../src/domain/digest/edits.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { readPassages } from '../../src/domain/source/reading.js'
import { toSource } from '../../src/domain/source/source.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { candidatesOf } from '../../src/domain/summary/candidates.js'
import { isToolNote, TOOL_NOTES } from '../../src/knowledge/tool-notes.js'
import { called, count, returned, said } from '../summary/spans.js'

/** What agents in other languages, shells, and clients write around their work. [P14] */

const lines = (...source: SourceMessage[][]) =>
  digestLines(source.flat(), UNKNOWN_TURNS, { budgetTokens: 800, count }).map(({ text }) => text)
const linesOf = (...source: SourceMessage[][]) => {
  const passages = readPassages(source.flat())
  const anchors = passages.map(({ text }) => ({ text, kind: 'sentence' as const, weight: 1, seqs: [1] }))
  return candidatesOf(passages, anchors as never).candidates.map(({ kind, text }) => [kind, text])
}
const write = (file_path: string, content: string): SourceMessage[] => [
  called(1, 'Write', { file_path, content }),
  returned(2, 'Write', 'File created'),
]

test.each([
  ['src/OrderStore.java', 'public class OrderStore {\n  private int size;\n}', []],
  ['src/order_store.py', 'class OrderStore:\n    size = 3', []],
  ['src/Order.kt', 'class Order(val id: Int)\nenum class State { OPEN, PAID }', ['`enum class State { OPEN, PAID }`']],
  ['C:\\app\\Order.cs', 'public class Order {\n}', []],
  ['db/init.sql', 'CREATE TABLE orders (\n  type VARCHAR(64) NOT NULL,\n);', []],
])('[V5] that %s declares what it is named after says nothing', (path, content, shown) => {
  const texts = editsOf(write(path, content)).map(editText)
  expect(texts).toEqual(shown.map((row) => `edited ${path.split('/').at(-1)}: declares ${row}`))
})

test.each([
  ['<thinking>The user wants tabs.</thinking>\nThe parser reads tabs now.', 'The parser reads tabs now.'],
  ['<think>\nHm.\n</think>Done.', 'Done.'],
  ['<reasoning>It may be the lock', ''],
  ['The tag <thinking> is new.', 'The tag <thinking> is new.'],
  ['<b>Done</b>', '<b>Done</b>'],
])('[C4] thinking that a model writes before its words is not what it said: %s', (text, words) => {
  const { parts } = toSource(3, { role: 'assistant', parts: [{ type: 'text', text }] }, [])
  expect(parts).toEqual([{ kind: 'text', text: words }])
})

test('[C4] an agent that only says what it does next has not come to anything', () => {
  const before = [said(1, 'The parser drops the last row of a file.'), called(2, 'Read', { path: 'a.ts' })]
  const after = [returned(3, 'Read', 'a = 1')]
  for (const text of ['Let me run the tests of the parser.', 'Jetzt werde ich die Datei lesen.', '我先读两段文本。'])
    expect(lines(before, after, [said(4, text)])).toEqual(['The parser drops the last row of a file.'])
  expect(lines(before, after, [said(4, 'Good, 12 of 14 tests pass.')])).toEqual(['Good, 12 of 14 tests pass.'])
})

test('[C4] a sentence that several results have is one of the tool', () => {
  const note = 'Note that the listing below was numbered by the tool for you.'
  const found = 'The warehouse in Lisbon closes at noon on every second Friday.'
  const look = (seq: number, text: string) => [called(seq, 'kb', { id: seq }), returned(seq + 1, 'kb', text)]
  const both = linesOf(look(1, `${note} ${found}`), look(3, note))
  expect(both.filter(([kind]) => kind === 'fact')).toEqual([['fact', `kb: ${found}`]])
})

test.each(TOOL_NOTES.map((row) => [row.name, row] as const))('[C10] sentences of tools: %s', (_, { like, unlike }) => {
  for (const text of like) expect([text, isToolNote(text)]).toEqual([text, true])
  for (const text of unlike) expect([text, isToolNote(text)]).toEqual([text, false])
})

test('[C10] what a tool writes around every result is no line, nor is a call that changes a file', () => {
  const text =
    'The warehouse in Lisbon closes at noon on every second Friday.\n' +
    'IMPORTANT: For any future changes to this file, use the final_file_content shown above as your reference.\n' +
    'Please try another command and make sure to avoid those requiring interactive input.'
  expect(linesOf([called(1, 'kb', { id: 7 }), returned(2, 'kb', text)])).toEqual([
    ['progress', 'called kb with 7'],
    ['fact', 'kb: The warehouse in Lisbon closes at noon on every second Friday.'],
  ])
  const saved = [called(1, 'write_to_file', { path: 'lisbon.md' }), returned(2, 'write_to_file', text)]
  expect(linesOf(saved)).toEqual([])
})

test('[C4] what is read again says as much as before', () => {
  const page = [
    'The warehouse in Lisbon closes at noon on every second Friday.',
    'The one in Porto has no gate for trucks.',
  ]
  const look = (seq: number) => [called(seq, 'kb', { id: seq }), returned(seq + 1, 'kb', page.join(' '))]
  const facts = linesOf(look(1), look(3)).filter(([kind]) => kind === 'fact')
  expect(facts.map(([, text]) => text)).toEqual(expect.arrayContaining(page.map((text) => `kb: ${text}`)))
})

test('[C4] of what a search of the web found, only sentences about what was searched are lines', () => {
  const page = 'Visitors may park their bicycles behind the old town hall.'
  const look = (tool: string, query: string) => linesOf([called(1, tool, { query }), returned(2, tool, page)])
  for (const tool of ['web_search', 'WebSearch', 'brave_web_search']) {
    expect(look(tool, 'release of the parser')).toEqual([])
    expect(look(tool, 'where to park bicycles')).toContainEqual(['fact', `${tool}: ${page}`])
  }
  expect(look('search_handbook', 'release of the parser')).toContainEqual(['fact', `search_handbook: ${page}`])
})

test('[C4] what an agent will do is a next step, not progress', () => {
  const source = [
    called(1, 'Bash', { command: 'ls' }),
    returned(2, 'Bash', 'a'),
    said(3, "What I'll do now:\n- Complete the page of the orders\n- Write tests of the parser"),
  ]
  expect(linesOf(source).map(([kind]) => kind)).toEqual(['next'])
})

test('[V5] files that PowerShell shows are read, and keys are no commands', () => {
  const read = [called(1, 'shell_command', { command: 'Get-Content app\\page.tsx' }), returned(2, 'shell_command', 'a')]
  expect(filesRead(read).map(({ path }) => path)).toEqual(['app/page.tsx'])
  for (const command of ['C-c', '^D'])
    expect(lines([called(1, 'bash', { command }), returned(2, 'bash', 'Error: closed\n[exit code: 130]')])).toEqual([])
  const waits = '[Your command "npm test" is NOT executed. The previous command is still running.]'
  expect(lines([called(1, 'bash', { command: 'npm test' }), returned(2, 'bash', waits)])).toEqual([])
})

test('[V9] a status that a request asks for is no failure of the request', () => {
  const command = 'curl -s -w "HTTP %{http_code}" -X POST https://a.example/orders'
  expect(lines([called(1, 'bash', { command }), returned(2, 'bash', '{"id": 3}\nHTTP 409')])).toEqual([
    `\`${command}\` ran: {"id": 3} / HTTP 409`,
  ])
})

test('[V9] a command of a client with other names of its arguments is a command', () => {
  const run = (output: string) =>
    lines([called(1, 'run_command', { CommandLine: 'npm test', Cwd: 'c:\\app' }), returned(2, 'run_command', output)])
  const facts = 'Created At: 2026-05-02T09:30:07Z\nCompleted At: 2026-05-02T09:30:09Z\n'
  expect(run(`${facts}The command failed with exit code: 1\nTests: 1 failed, 2 passed`)).toEqual([
    '`npm test` failed: Tests: 1 failed, 2 passed',
  ])
  expect(run(`${facts}Tool is running as a background task with task id: 7f0b/task-30`)).toEqual([
    '`npm test` ran: still running',
  ])
})
