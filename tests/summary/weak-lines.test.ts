import { expect, test } from 'vitest'
import { extractionSource } from '../support/extraction.js'
import { transcriptOf } from '../../src/domain/source/transcript.js'
import { extractLines } from '../../src/domain/summary/extractive.js'
import { saysNothingAlone } from '../../src/domain/digest/weak-lines.js'
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

test('[V5] [C4] a conclusion shares its line with the sentence that it follows from', () => {
  const [reason, conclusion] = [
    '`position_line` of `RST` is `None`.',
    'So `write()` adds no line after the rows of the header.',
  ]
  expect(linesOf(...look, said(3, `${reason} ${conclusion}`))).toEqual([`${reason} ${conclusion}`])
  // One that follows from what a tool showed stays alone.
  expect(linesOf(...look, said(3, conclusion))).toEqual([conclusion])
  expect(linesOf(...look, said(3, `Let me look at \`RST\` first. ${conclusion}`))).toEqual([conclusion])
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
  const list = `The changes are: ${plan}`
  expect(linesOf(...look, text)).toEqual([finding, list])
  // What follows the next human message does not continue the turn.
  expect(linesOf(...look, text, typed(4, 'Thanks.'), ...work)).toEqual([finding, list])
})

test('[V5] [C4] items of a list share a line with their introduction', () => {
  const [first, second] = ['Header rows (from `hdrs_list`)', 'Position line (if `position_line` is not `None`)']
  const list = `The method \`FixedWidth.write()\` produces:\n1. ${first}\n2. ${second}`
  const joined = `The method \`FixedWidth.write()\` produces: ${first}; ${second}`
  expect(linesOf(...look, said(3, list))).toEqual([joined])
  // A title ends the list, and so does a paragraph.
  expect(linesOf(...look, said(3, `${list}\n\n## Next\n- The \`RST\` class sets \`bookend\` to \`False\``))).toEqual([
    joined,
    'The `RST` class sets `bookend` to `False`',
  ])
  // What introduces a thought adds nothing.
  expect(linesOf(...look, said(3, `Let me trace it in \`write\`:\n- ${first}\n- ${second}`))).toEqual([
    `${first}; ${second}`,
  ])
  // A long list is several lines, each with the introduction.
  const rows = Array.from({ length: 12 }, (_, at) => `Row ${at} holds the values of \`column_${at}\` as they are`)
  const long = linesOf(...look, said(3, `The table of \`RST\` has:\n${rows.map((row) => `- ${row}`).join('\n')}`))
  expect(long.length).toBeGreaterThan(1)
  expect(long.every((text) => text.startsWith('The table of `RST` has: Row ') && text.length <= 420)).toBe(true)
  expect(long.flatMap((text) => text.replace('The table of `RST` has: ', '').split('; '))).toEqual(rows)
})

test('[V5] [C4] items belong to the nearest introduction above them, or to none if that is unclear', () => {
  const nested = [
    'The checks in `spec.py` are:',
    '- `_has_init` reads `__init__.py`:',
    '  - `open_file` returns `None` for folders',
    '- `find_spec` skips each `zip_path` of the caller',
  ]
  expect(linesOf(...look, said(3, nested.join('\n')))).toEqual([
    '`_has_init` reads `__init__.py`: `open_file` returns `None` for folders',
    'The checks in `spec.py` are: `find_spec` skips each `zip_path` of the caller',
  ])
  const flat = [nested[0]!, nested[1]!, nested[2]!.trim(), nested[3]!]
  expect(linesOf(...look, said(3, flat.join('\n')))).toEqual([nested[2]!.slice(4), nested[3]!.slice(2)])
})

test.each([
  'If this does not work in `BASE_DIR`, then either:',
  'When it gets `src/project`, pylint might:',
  'The options for `watch_dir` are:',
  'It has:',
])('[V5] [C4] items of a list of guesses are no facts: %s', (introduction) => {
  const finding = '`RST.write()` reads `lines[1]` as the position line.'
  const item = '`get_template_directories()` is returning wrong directories'
  expect(linesOf(...look, said(3, `${finding}\n\n${introduction}\n1. ${item}`))).toEqual([finding])
})

test.each([
  'So `get_source_file()` should fail for `src/project`.',
  'If `pathname` is `None`, the loop skips it, so this is not the issue.',
  'No, `os.path.isfile` returns `False` for directories.',
  'Or we override `start_line` in the `__init__` method.',
])('[V5] [C4] what an agent expects or ruled out is no line before a call: %s', (thought) => {
  const finding = '`RST.write()` reads `lines[1]` as the position line.'
  const work = [called(4, 'Bash', { command: 'make' }), returned(5, 'Bash', '')]
  expect(linesOf(...look, said(3, `${finding}\n\n${thought}`), ...work)).toEqual([finding])
  expect(linesOf(...look, said(3, `${finding}\n\n${thought}`))).toContain(thought)
})

test('[V5] [C4] the state of work in a summary that a client wrote is no line, what it explains is one', () => {
  const state = 'The edit of `hooks.go` is complete, but it was not yet verified, and it was NOT committed.'
  const open = 'The handlers still use `agent.HookStop` for parsing, and the routing is in progress.'
  const known = 'The lock file `wingman.lock` says that a review of the branch runs in the background.'
  const summary = { ...typed(1, [state, open, known].join('\n\n')), origin: 'app' as const }
  expect(linesOf(summary, ...look)).toEqual([`app: ${known}`])
})

test('[C4] only what names a fault is listed below errors', () => {
  const kinds = (text: string) =>
    extractLines(extractionSource([...look, said(3, text)]), { budgetTokens: 400, count }).map(({ kind }) => kind)
  expect(kinds('When expressions are resolved against this query, they create `Col` objects.')).toEqual(['fact'])
  expect(kinds('The task `lint` uses `--fix`, which auto-fixes what it can.')).toEqual(['fact'])
  expect(kinds('The two conflicts were resolved in `hooks.go`.')).toEqual(['error'])
  expect(kinds('The wrong path in `hooks.go` is fixed.')).toEqual(['error'])
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

test('[C4] an example of data of an agent that works with tools is no line', () => {
  const finding = '`RST.write()` reads `lines[1]` as the position line.'
  const [data, code] = [
    '{\n  "agent_lines": 142,\n  "human_lines": 18\n}',
    'lines = super().write(lines)\nreturn lines[1]',
  ]
  expect(linesOf(...look, said(3, `${finding}\n\`\`\`json\n${data}\n\`\`\`\n\`\`\`py\n${code}\n\`\`\``))).toEqual([
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
  expect(lines.map(({ text }) => text)).toContain(`web_search: ${found}`)
})
