import { expect, test } from 'vitest'
import { transcriptOf } from '../../src/domain/source/transcript.js'
import { extractionSource, extractLines } from '../../src/domain/summary/extractive.js'
import { saysNothingAlone } from '../../src/domain/summary/weak-lines.js'
import { called, count, returned, said, typed } from './spans.js'

const spoken = { voice: 'spoken', tool: '' } as const

test.each([
  'The fix is straightforward.',
  'The plan is clear and well structured.',
  'These are in different structs of the strategy layer and not of the package.',
  'Now adding the handler and the shared helper.',
  'Test failure — let me find it in the log of the last run.',
  'Or maybe the fix is in how the compiler writes `Col` objects for index expressions.',
  'Creating tasks and executing the first batch of the plan that we made.',
  'Now update `promptShellCompletion` to use the new `completionStatus`.',
  'We need to fix `RST.write()` to find the position line correctly.',
  'Look at the condition: `found_spec.type == spec.ModuleType.PKG_DIRECTORY`.',
  'Line 4: data starts',
  'Line 3+: data rows of the `RST` table',
  "I've been trying to reproduce `F0010` for hours.",
])('[C4] a sentence that says nothing outside its place is no line: %s', (text) => {
  expect(saysNothingAlone(text, spoken, false)).toBe(true)
})

test.each([
  'The `CommittedInfo` struct is a summary for listing purposes.',
  'These are in different structs (`CommittedInfo` and `RewindPoint`).',
  'The worker hands the queue to the first process that asks after a restart.',
  'Retries stay below 5 seconds.',
  'Line 31 uses `obj.__class__.__name__`.',
  'Now the worker holds `queue.lock` until the last job ends.',
  'The README explains it.',
  '修正は簡単です。',
])('[C4] a sentence that names something is a line: %s', (text) => {
  expect(saysNothingAlone(text, spoken, false)).toBe(false)
})

const linesOf = (...source: Parameters<typeof extractionSource>[0]) =>
  extractLines(extractionSource(source), { budgetTokens: 400, count }).map(({ text }) => text)
const look = [called(1, 'Read', { file_path: 'docs/release.md' }), returned(2, 'Read', '')]

test('[C4] a sentence whose subject is in the one before it shares its line, and is no line without it', () => {
  const [subject, lean] = [
    '`find_spec` reads the cache of `sys.path` first.',
    'It returns `PY_NAMESPACE` for the rest.',
  ]
  expect(linesOf(...look, said(3, `${subject} ${lean}`))).toEqual([`${subject} ${lean}`])
  expect(linesOf(...look, said(3, `${subject}\n\n${lean}`))).toEqual([subject])
  expect(linesOf(...look, said(3, `Let me look at \`find_spec\` now. ${lean}\n\n${subject}`))).toEqual([subject])
  const named = 'This project uses `mise run test` before every push to the branch.'
  expect(linesOf(...look, said(3, `${subject}\n\n${named}`))).toEqual([subject, named])
  // In a conversation without tools, a sentence may lean on what the reader sees.
  expect(linesOf(said(3, lean))).toEqual([lean])
})

test('[C4] a guess beside a call is no line, a finding, a decision and an answer are', () => {
  const finding = '`RST.write()` reads `lines[1]` as the position line.'
  const guess = 'The change of `_canonicalize_path` might affect how `realpath` compares.'
  const decided = 'We decided to keep `header_rows`, so that callers could pass `unit` too.'
  const [text, call] = [said(3, [finding, guess, decided].join('\n\n')), called(3, 'Bash', { command: 'ls' })]
  const beside = { ...text, parts: [...text.parts, ...call.parts] }
  expect(linesOf(...look, beside).toSorted()).toEqual([decided, finding].toSorted())
  expect(linesOf(...look, said(4, guess))).toEqual([guess])
})

test('[C4] a step of a plan is no line while the turn goes on, and one at its end', () => {
  const finding = '`RST.write()` reads `lines[1]` as the position line.'
  const plan = 'Update `promptShellCompletion()` to use the new status of `completion`'
  const text = said(3, `${finding} The changes are:\n1. ${plan}`)
  const work = [called(4, 'Bash', { command: 'make' }), returned(5, 'Bash', '')]
  expect(linesOf(...look, text, ...work)).toEqual([finding])
  expect(linesOf(...look, text)).toEqual([finding, plan])
  // What follows the next human message does not continue the turn.
  expect(linesOf(...look, text, typed(4, 'Thanks.'), ...work)).toEqual([finding, plan])
})

test('[C4] a line of two sentences is no line if a better one quotes one of them', () => {
  const [quoted, more] = [
    'The `serialize` method of `DeconstructableSerializer` is missing!',
    'It was removed by accident.',
  ]
  const source = extractionSource([...look, said(3, `${quoted} ${more}`)])
  const texts = (already: string[]) =>
    extractLines(source, { budgetTokens: 400, count, already, minimum: 0 }).map(({ text }) => text)
  expect(texts([])).toEqual([`${quoted} ${more}`])
  expect(texts([`- To message 1, so far: ${quoted}`])).toEqual([])
})

test('[C4] an example of data is no line', () => {
  const finding = '`RST.write()` reads `lines[1]` as the position line.'
  const [data, code] = [
    '{\n  "agent_lines": 142,\n  "human_lines": 18\n}',
    'lines = super().write(lines)\nreturn lines[1]',
  ]
  expect(linesOf(said(3, `${finding}\n\`\`\`json\n${data}\n\`\`\`\n\`\`\`py\n${code}\n\`\`\``))).toEqual([
    finding,
    code,
  ])
})

test('[C4] [V3] what a command of the client printed is no line beside others, and only its ends reach the model', () => {
  const notes = Array.from(
    { length: 200 },
    (_, at) => `• Added the flag --flag-${at} that turns part ${at} of the client off.`,
  )
  const printed = typed(1, `<local-command-stdout>${notes.join('\n')}</local-command-stdout>`)
  const finding = 'The `askConfirmTTY` helper asks before every commit of the session.'
  expect(linesOf(printed, said(3, finding))).toEqual([finding])
  expect(linesOf(printed)).toHaveLength(1)
  expect(transcriptOf(printed)).toContain('--flag-1 ')
  expect(transcriptOf(printed)).toContain('--flag-199 ')
  expect(transcriptOf(printed)).not.toContain('--flag-100 ')
})

test('[C4] calls that read or change files, and what they show, are no lines beside others', () => {
  const shown = 'This document explains how the release of the whole product works in all of its steps.'
  const work = [called(1, 'Read', { file_path: 'docs/release.md' }), returned(2, 'Read', shown)]
  const finding = 'The release needs a signed tag, and the `sign` step runs on the build server alone.'
  expect(linesOf(...work, said(3, `${finding} The fix is simple.`))).toEqual([finding])
  // A checkpoint without lines is illegal.
  expect(linesOf(...work)).toEqual(['called Read with docs/release.md'])
})

test('[C4] what a search tool outside the files found is a line', () => {
  const found = 'The release of the product needs a signed tag since the spring of last year.'
  const source = [called(1, 'web_search', { query: 'release tags' }), returned(2, 'web_search', found)]
  const lines = extractLines(extractionSource(source), { budgetTokens: 400, count })
  expect(lines.map(({ text }) => text)).toContain(found)
})
