import { expect, test } from 'vitest'
import { quoteOf } from '../../src/domain/digest/quote.js'
import { digestLines } from '../../src/domain/digest/digest.js'
import { withoutOldDiagnoses, withoutPerished } from '../../src/domain/digest/perish.js'
import { UNKNOWN_TURNS, type TurnFacts } from '../../src/domain/digest/turns.js'
import { filesRead } from '../../src/domain/anchors/files-read.js'
import { filesChangedBy } from '../../src/domain/shell/shell-files.js'
import { isEcho } from '../../src/domain/summary/echo.js'
import { modeOf } from '../../src/domain/summary/mode.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { called, count, line, returned, said, typed } from '../summary/spans.js'

const digest = (source: SourceMessage[], facts: TurnFacts = UNKNOWN_TURNS) =>
  digestLines(source, facts, { budgetTokens: 800, count })
const run = (seq: number, command: string, output: string, isError = false) => [
  called(seq, 'Bash', { command }),
  returned(seq + 1, 'Bash', output, isError),
]

test('[V5] a turn leaves what was asked, done, and said at its end', () => {
  const source = [
    said(3, 'Let me look at the tests first.'),
    ...run(4, 'cd /app && npm test', 'FAIL login.test.ts\nTypeError: exp is undefined\nexit code 1', true),
    called(6, 'Edit', { file_path: 'src/login.ts', old_string: 'a', new_string: 'b' }),
    returned(7, 'Edit', 'updated'),
    ...run(8, 'npm test', '48 tests passed'),
    ...run(10, 'ls src', 'login.ts'),
    said(12, 'All 48 tests pass now. The missing exp claim was the cause.\n\nShould I commit it?'),
  ]
  const requests = new Map([
    [1, { seq: 2, text: 'Fix the login so that the whole test suite passes again on every branch, please.' }],
    [2, { seq: 13, text: 'yes' }],
  ])
  const lines = digest(source, { turnOf: new Map(source.map(({ seq }) => [seq, 1])), requests, lastTurn: 2 })
  expect(lines.map(({ kind, text }) => [kind, text])).toEqual([
    ['artifact', 'modified src/login.ts'],
    ['progress', '`npm test` passed; an earlier run failed: FAIL login.test.ts'],
    ['progress', 'To message 2: All 48 tests pass now. ' + 'The missing exp claim was the cause. Should I commit it?'],
  ])
})

test('[V5] [C4] what was asked and answered in a turn ranks below the call that acted outside', () => {
  const order = (seq: number, text: string) => [
    called(seq, 'place_order', { item: `tea-${seq}`, size: 'large' }),
    returned(seq + 1, 'place_order', `{"order_id": "A-${seq}"}`),
    said(seq + 2, text),
  ]
  const texts = [
    'Does the order on the screen look right to you?',
    'Stimmt die Bestellung auf dem Bildschirm so?',
    'Tout est prêt maintenant, merci bien.',
  ]
  const source = texts.flatMap((text, at) => order(10 * at + 2, text))
  const turnOf = new Map(source.map(({ seq }) => [seq, Math.floor(seq / 10) + 1]))
  const lines = digest(source, { turnOf, requests: new Map(), lastTurn: 4 })
  const worth = (of: string) => lines.find(({ text }) => text.includes(of))!.importance
  for (const text of texts) expect(worth(text), text).toBeLessThan(worth('place_order'))
  const kept = digest([said(2, 'The cause was the missing index on `orders`.')], {
    turnOf,
    requests: new Map(),
    lastTurn: 4,
  })
  expect(kept[0]!.importance).toBeGreaterThan(worth('place_order'))
})

test('[V5] a block with two versions of its rows is named by what it puts there', () => {
  const block = (...rows: string[]) => ['Here it is:', '```', ...rows, '```'].join('\n')
  const [search, swap, end] = ['<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE']
  const text = (rows: string[]) =>
    digest([said(2, block(...rows))])
      .map((one) => one.text)
      .join(' ')
  const replaced = text([search, 'const old = 1', 'const other = 2', swap, 'const fresh = 3', end])
  expect(replaced).toContain('`const fresh = 3`')
  expect(replaced).not.toMatch(/<<<<|>>>>|const old/)
  const removed = text(['<<<<<<< HEAD', 'def gone(): pass', swap, end])
  expect(removed).toContain('`def gone(): pass`')
  expect(removed).not.toContain(swap)
  expect(text(['Titel der Seite', swap, 'Rest'])).toContain('`Titel der Seite` / `=======` / `Rest`')
})

test('[V5] a commit is named by its message, another heredoc by its command', () => {
  const source = [
    ...run(1, 'git commit -m "$(cat <<\'EOF\'\nFix the login\n\nMore.\nEOF\n)"', '[main 1a2b3c4] Fix the login'),
    ...run(3, "python3 check.py - <<'EOF'\nimport sys\nEOF", 'fine'),
    ...run(5, 'git commit -m "$(cat <<\'EOF\'\nAdd the tests\nEOF\n)"', '[main 2b3c4d5] Add the tests'),
  ]
  expect(digest(source).map(({ text }) => text)).toEqual([
    '`git commit -m "Fix the login"` succeeded: [main 1a2b3c4] Fix the login',
    '`python3 check.py - (script)` ran: fine',
    '`git commit -m "Add the tests"` succeeded: [main 2b3c4d5] Add the tests',
  ])
})

test('[V5] commands whose script begins on the next row are named by it, and are not one command', () => {
  const source = [
    ...run(1, 'python3 -c "\nimport shop\nshop.check(\'a\')\n"', 'ImportError: No module named shop', true),
    ...run(3, 'python3 -c "\nimport shop\nshop.sync()\n"', 'ValueError: no rows', true),
    ...run(5, "gh api graphql -f query='\nmutation { resolve(id: 7) { ok } }\n'", 'ok'),
    ...run(7, 'git commit -m "Fix the login\n\nMore."', '[main 1a2b3c4] Fix the login'),
  ]
  expect(digest(source).map(({ text }) => text)).toEqual([
    '`python3 -c " import shop shop.check(\'a\') "` failed: ImportError: No module named shop',
    '`python3 -c " import shop shop.sync() "` failed: ValueError: no rows',
    "`gh api graphql -f query=' mutation { resolve(id: 7) { ok } } '` ran: ok",
    '`git commit -m "Fix the login` succeeded: [main 1a2b3c4] Fix the login',
  ])
})

test('[V5] a merge that stopped at conflicts is no open failure once a commit settled it', () => {
  const conflict = 'Auto-merging a.ts\nCONFLICT (content): Merge conflict in a.ts\nexit code 1'
  const texts = (...source: SourceMessage[][]) => digest(source.flat()).map(({ kind, text }) => [kind, text])
  const merged = run(1, 'git merge origin/main', conflict, true)
  const failed = '`git merge origin/main` failed: CONFLICT (content): Merge conflict in a.ts'
  const commit = run(3, 'git commit --no-edit', '[main 1a2b3c4] Merge')
  expect(texts(merged)).toEqual([['error', failed]])
  expect(texts(merged, commit)).toEqual([
    ['progress', `${failed}; a later command settled it`],
    ['progress', '`git commit --no-edit` succeeded: [main 1a2b3c4] Merge'],
  ])
  expect(texts(merged, run(3, 'git commit --no-edit', 'error: unmerged files\nexit code 128', true))[0]).toEqual([
    'error',
    failed,
  ])
  // What failed for another reason is settled by no commit.
  const refused = 'fatal: unable to access: Could not resolve host\nexit code 1'
  expect(texts(run(1, 'git pull', refused, true), commit)[0]![0]).toBe('error')
  // The commit is in a later checkpoint.
  const lines = [...digest(merged), ...digest(run(30, 'git rebase --continue', 'Successfully rebased'))]
  expect(withoutPerished(lines).map(({ text }) => text)).toEqual([
    '`git rebase --continue` succeeded: Successfully rebased',
  ])
  expect(
    withoutPerished([...digest(commit), ...digest(run(30, 'git merge origin/main', conflict, true))]),
  ).toHaveLength(2)
})

/** Lines of a closed turn that ends with the texts, without the words that name the turn. */
const closing = (...texts: string[]) => {
  const source = [...run(3, 'ls', 'a.ts'), ...texts.map((text, at) => said(5 + at, text))]
  const requests = new Map([[1, { seq: 2, text: 'What is here?' }]])
  const turnOf = new Map(source.map(({ seq }) => [seq, 1]))
  return digest(source, { turnOf, requests, lastTurn: 2 }).map(({ text }) => text.replace(/^To message 2.*?: /, ''))
}

test('[V5] a statement that is a list, code or a table leaves a line', () => {
  expect(closing('Done:\n\n- the parser reads dates\n- the lexer reads tabs')).toEqual([
    'Done: the parser reads dates; the lexer reads tabs',
  ])
  expect(closing('The output is now:\n```\nLink this commit? [Y/n]\n```\nIt is short.')).toEqual([
    'The output is now: `Link this commit? [Y/n]`; It is short.',
  ])
  const code = ['```go', '// of the hook', 'func end() error {', '\treturn nil', '}', '```'].join('\n')
  expect(closing(`Updated design for the handler:\n${code}`)).toEqual([
    'Updated design for the handler: `func end() error {` … (4 lines of go in message 5)',
  ])
  expect(closing(code)).toEqual(['`func end() error {` … (4 lines of go in message 5)'])
  const plan = [
    '- the parser reads dates of both forms',
    '- the lexer leaves tabs as they are',
    '- we keep the old command',
    '- the docs follow later',
  ]
  expect(closing(`Final structure:\n\`\`\`\n${plan.join('\n')}\n\`\`\``)).toEqual([
    `Final structure: ${plan.map((item) => item.slice(2)).join('; ')}`,
  ])
  const rows = Array.from({ length: 8 }, (_, at) => `| **part${at}.ts** | ${at} KB |`).join('\n')
  expect(closing(`Sizes:\n\n| name | size |\n|---|---|\n${rows}`)[0]).toMatch(
    /^Sizes: name \| size; part0\.ts \| 0 KB; part1\.ts \| 1 KB; .* 2 more rows$/,
  )
})

test('[V5] the head of a table is shown with a row, and an introduction is no next step', () => {
  const done = `The seven tasks are complete, with ${'all of the parts and '.repeat(13)}more.`
  const rows = Array.from({ length: 5 }, (_, at) => `| part ${at} of the parser and the lexer | 1a2b3c${at} |`)
  const text = `${done}\n\n| task | commit |\n|---|---|\n${rows.join('\n')}\n\nRemaining items:\n- The docs are not yet written`
  const requests = new Map([[1, { seq: 2, text: 'What works?' }]])
  const facts = { turnOf: new Map([[5, 1]]), requests, lastTurn: 1 }
  const lines = digestLines([said(5, text)], facts, { budgetTokens: 10, count })
  expect(lines.map(({ kind, text }) => [kind, text])).toEqual([
    [
      'progress',
      `To message 2 (“What works?”), so far: ${done} task | commit; part 0 of the parser and the lexer | 1a2b3c0`,
    ],
    ['next', 'The docs are not yet written'],
  ])
})

test('[V4] [V5] bold markers leave, the underscores and stars of names stay', () => {
  expect(
    closing('**Line 31** uses `obj.__class__.__name__` and `**kwargs` in __init__ of the class. __It is new here.__'),
  ).toEqual(['Line 31 uses `obj.__class__.__name__` and `**kwargs` in __init__ of the class. It is new here.'])
})

test('[V5] no statement ends with the introduction of what no longer fits', () => {
  const source = said(5, `It works now, and it is fast. The test is this:\n\n- ${'all of it and more '.repeat(21)}`)
  const requests = new Map([[1, { seq: 2, text: 'What works?' }]])
  const facts = { turnOf: new Map([[5, 1]]), requests, lastTurn: 2 }
  const lines = digestLines([source], facts, { budgetTokens: 10, count })
  expect(lines.map(({ text }) => text)).toEqual(['To message 2 (“What works?”): It works now, and it is fast.'])
})

test('[V5] [C4] a long statement leaves its core and, as a line that leaves first, its rest', () => {
  const fact = (at: number) => `Part ${at} of the parser reads all of the dates, numbers and names that a row can hold.`
  const source = said(5, [1, 2, 3, 4].map(fact).join(' '))
  const requests = new Map([[1, { seq: 2, text: 'What works?' }]])
  const facts = { turnOf: new Map([[5, 1]]), requests, lastTurn: 2 }
  const lines = digestLines([source], facts, { budgetTokens: 800, count })
  expect(lines.map(({ text, about }) => [text, about])).toEqual([
    [`To message 2 (“What works?”): ${fact(1)} ${fact(2)}`, 'turn 2'],
    [`To message 2, further: ${fact(3)} ${fact(4)}`, 'rest 2'],
  ])
  expect(lines[0]!.importance).toBeGreaterThan(lines[1]!.importance)
  const later = { ...lines[0]!, text: 'To message 2: All is done.', sources: [9] }
  expect(withoutPerished([...lines, later])).toEqual([later])
})

test('[C4] when not all fits, that a check passed stays longer than how a turn of its age ended', () => {
  const source = [
    ...run(3, 'npm test', '48 tests passed'),
    said(5, 'All of the dates and names that a row can hold are read by the parser now.'),
  ]
  const lines = digest(source, { turnOf: new Map(source.map(({ seq }) => [seq, 1])), requests: new Map(), lastTurn: 9 })
  const importanceOf = (words: string) => lines.find(({ text }) => text.includes(words))!.importance
  expect(importanceOf('`npm test` passed')).toBeGreaterThan(importanceOf('All of the dates'))
})

test('[V5] a quotation of a request shows words, not markup; one without words is left out', () => {
  const source = run(3, 'ls', 'a.ts')
  const turnOf = new Map(source.map(({ seq }) => [seq, 1]))
  const named = (text: string) => digest(source, { turnOf, requests: new Map([[1, { seq: 2, text }]]), lastTurn: 2 })
  expect(named('<pr_description>\nFix it\n</pr_description>')[0]?.text).toBe(
    'To message 2 (“Fix it”): answered in messages 3–4',
  )
  expect(named('x'.repeat(80))[0]?.text).toBe('To message 2: answered in messages 3–4')
})

test('[V5] the first two sentences of a recent statement stay, however long', () => {
  const long = (word: string) =>
    `The ${word} handles all of ${Array.from({ length: 60 }, (_, at) => `x${at}`).join(' ')} and the ${word} works.`
  const source = [...run(3, 'ls', 'a.ts'), said(5, `${long('parser')} ${long('lexer')} ${long('writer')}`)]
  const turnOf = new Map(source.map(({ seq }) => [seq, 1]))
  const requests = new Map([[1, { seq: 2, text: 'What works?' }]])
  const lines = digestLines(source, { turnOf, requests, lastTurn: 2 }, { budgetTokens: 60, count })
  expect(lines[0]?.text).toContain('lexer works.')
  expect(lines[0]?.text).not.toContain('writer')
})

test('[V5] what failed last is an open error with its first error line; a refused call is none', () => {
  const source = [
    ...run(1, 'go build ./...', 'main.go:4:2: error: undefined: foo\nmore', true),
    ...run(3, 'go vet ./...', "The user doesn't want to proceed with this tool use.", true),
  ]
  expect(digest(source).map(({ kind, text }) => [kind, text])).toEqual([
    ['error', '`go build ./...` failed: main.go:4:2: error: undefined: foo'],
  ])
})

test.each([
  ['[lint] $ golangci-lint run ./...', 'cli/stanza_test.go:32:13: string has 3 occurrences (goconst)'],
  ['Auto-merging cli/hooks.go', 'CONFLICT (content): Merge conflict in cli/hooks.go'],
  ['WARNING: Running pip as root can break permissions', 'no module of that name'],
  [
    'WARNING: old\nTraceback (most recent call last):\n  File "/app/a.py", line 4, in <module>',
    'django.core.exceptions.ImproperlyConfigured: settings are not configured',
  ],
  ['FAIL example.com/cli [build failed]', 'cli/main.go:4:2: undefined: foo'],
])('[V5] the line of a failure names the fault, not what was printed before it: %s', (before, fault) => {
  expect(digest(run(1, 'make check', `${before}\n${fault}`, true)).map(({ text }) => text)).toEqual([
    `\`make check\` failed: ${fault}`,
  ])
})

test('[V5] a command that passed names an earlier failure, not what a linter complained about', () => {
  const lint = [
    ...run(1, 'npm run lint', 'src/a.ts:3:1: unused import', true),
    ...run(3, 'npm run lint', '0 errors, 0 warnings'),
  ]
  expect(digest(lint).map(({ text }) => text)).toEqual(['`npm run lint` passed'])
  const vet = [...run(1, 'go vet ./...', 'panic: nil map', true), ...run(3, 'go vet ./...', '')]
  expect(digest(vet).map(({ text }) => text)).toEqual(['`go vet ./...` passed; an earlier run failed: panic: nil map'])
})

test('[V5] a closed turn without a closing statement points to its messages', () => {
  const source = run(3, 'ls', 'a.ts')
  const requests = new Map([[1, { seq: 2, text: 'What is here?' }]])
  const turnOf = new Map(source.map(({ seq }) => [seq, 1]))
  expect(digest(source, { turnOf, requests, lastTurn: 2 }).map(({ text }) => text)).toEqual([
    'To message 2 (“What is here?”): answered in messages 3–4',
  ])
  expect(digest(source, { turnOf, requests, lastTurn: 1 })).toEqual([])
})

test('[P14] a message that only people follow was not answered: no line says so', () => {
  const source = [typed(1, 'Ann: Shall we vote on the budget?'), typed(2, 'Bob: I would rather wait for the figures.')]
  const requests = new Map(source.map(({ seq }) => [seq, { seq, text: `Speaker ${seq} asks for the budget` }]))
  const turnOf = new Map(source.map(({ seq }) => [seq, seq]))
  const texts = () => digest(source, { turnOf, requests, lastTurn: 9 }).map(({ text }) => text)
  expect(texts().join()).not.toContain('answered')
  source.push({ ...returned(3, 'ls', 'a.ts') })
  turnOf.set(3, 2)
  expect(texts()).toContain('To message 2 (“Speaker 2 asks for the budget”): answered in message 3')
})

test('[V5] a closed turn without a closing statement says what it did: files, its last command, an interruption', () => {
  const edit = (seq: number, path: string) => [
    called(seq, 'Edit', { file_path: path, old_string: 'a', new_string: 'b' }),
    returned(seq + 1, 'Edit', 'updated'),
  ]
  const requests = new Map([[1, { seq: 2, text: 'Commit it' }]])
  const last = (source: SourceMessage[]) =>
    digest(source, { turnOf: new Map(source.map(({ seq }) => [seq, 1])), requests, lastTurn: 2 }).at(-1)?.text
  const stopped = { ...said(3, '[Request interrupted by user]'), role: 'user' as const, origin: 'app' as const }
  expect(last([stopped])).toBe('To message 2 (“Commit it”): interrupted')
  const work = [...edit(3, 'src/a.ts'), ...edit(5, 'src/b.ts'), ...run(7, 'npm test', 'FAIL b.test.ts', true)]
  expect(last(work)).toBe('To message 2 (“Commit it”): changed a.ts, b.ts; `npm test` failed')
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].flatMap((name, at) => edit(3 + 2 * at, `src/${name}.ts`))
  expect(last(many)).toBe('To message 2 (“Commit it”): changed c.ts, d.ts, e.ts, f.ts and 2 more')
  expect(last([called(3, 'Read', { file_path: 'a.ts' })])).toBe('To message 2 (“Commit it”): answered in message 3')
})

test('[V5] a turn that ended with a failed command is named by the line of its error, which leaves when it passes', () => {
  const failing = run(3, 'npm test', 'FAIL b.test.ts', true)
  const requests = new Map([[1, { seq: 2, text: 'Test it' }]])
  const failed = digest(failing, { turnOf: new Map(failing.map(({ seq }) => [seq, 1])), requests, lastTurn: 2 })
  expect(failed.map(({ kind, text }) => [kind, text])).toEqual([
    ['error', 'To message 2 (“Test it”): `npm test` failed: FAIL b.test.ts'],
  ])
  const soFar = { ...line('To message 2, so far: The parser reads dates.', 'progress'), sources: [3], about: 'turn 2' }
  expect(withoutPerished([soFar, ...failed])).toEqual(failed)
  const later = withoutPerished([...failed, ...digest(run(9, 'npm test', '3 tests passed'))])
  expect(later.map(({ text }) => text)).toEqual(['`npm test` passed'])
  // The command failed again in a turn that ended with a statement.
  const again = [...failing, ...run(6, 'npm test', 'FAIL c.test.ts', true), said(8, 'The parser test fails, too.')]
  const turnOf = new Map(again.map(({ seq }) => [seq, seq < 6 ? 1 : 2]))
  expect(digest(again, { turnOf, requests, lastTurn: 3 }).map(({ text }) => text)).toEqual([
    '`npm test` failed: FAIL c.test.ts',
    'To message 2 (“Test it”): `npm test` failed',
    'The parser test fails, too.',
  ])
})

test('[V5] files read with tools and commands, each once, without failed calls', () => {
  const read = (seq: number, name: string, args: object, text = 'text', isError = false) => [
    called(seq, name, args),
    returned(seq + 1, name, text, isError),
  ]
  const source = [
    ...read(1, 'Read', { file_path: 'src/a.ts' }),
    ...read(3, 'str_replace_editor', { command: 'view', path: 'src/b.ts' }),
    ...read(5, 'str_replace_editor', { command: 'str_replace', path: 'src/c.ts' }),
    ...run(7, "cd src && sed -n '1,20p' d.ts | head -5; cat e.ts > f.ts; sed -i s/a/b/ g.ts", 'text'),
    ...read(9, 'Read', { file_path: 'src/h.ts' }, 'Error: no such file', true),
    ...read(11, 'Grep', { pattern: 'x', path: 'src/i.ts' }),
    ...read(13, 'Read', { file_path: 'src/a.ts' }),
  ]
  expect(filesRead(source)).toEqual([
    { path: 'src/b.ts', seq: 3 },
    { path: 'd.ts', seq: 7 },
    { path: 'src/a.ts', seq: 13 },
  ])
})

test('[V5] an open turn is described by a finding that names something, not by the last words', () => {
  const finding = 'The `PostCommit` hook reads `phase.json` before it is written.'
  const facts = {
    turnOf: new Map<number, number>(),
    requests: new Map([[0, { seq: 1, text: 'Find it' }]]),
    lastTurn: 0,
  }
  const linesOf = (...texts: string[]) =>
    digest([...texts.map((text, at) => said(3 + at, text)), ...run(20, 'ls', 'a.ts')], facts).map(({ text }) => text)
  expect(linesOf(finding, 'All three edits are done.', 'It is still used there for events.')).toEqual([
    `To message 1 (“Find it”), so far: ${finding}`,
  ])
  expect(linesOf('All three edits are done.')).toEqual([])
  // Items of a list keep their introduction, and guesses are no findings.
  const [list, item] = ['Reading `phase.json` takes two steps:', 'The `PostCommit` hook opens the file']
  expect(linesOf(`${list}\n- ${item}`)).toEqual([`To message 1 (“Find it”), so far: ${list} ${item}`])
  expect(linesOf(finding, `Either of these is possible:\n- ${item}`)).toEqual([
    `To message 1 (“Find it”), so far: ${finding}`,
  ])
})

test('[C4] of the copied diagnoses the newest four stay', () => {
  const words = ['issue is', 'problem here was', 'bug is', 'cause was']
  const diagnosis = (seq: number) => ({
    ...line(`The ${words[seq % words.length]} in part ${seq} of the parser.`, 'error'),
    ...{ sources: [seq], by: 'extract' as const },
  })
  const others = [
    { ...diagnosis(1), by: 'model' as const },
    { ...diagnosis(2), about: 'run make' },
    { ...diagnosis(3), text: 'Fixed the parser of `part 3`.' },
  ]
  const found = [9, 4, 8, 5, 7, 6].map(diagnosis)
  const kept = withoutOldDiagnoses([...others, ...found])
  expect(kept).toEqual([...others, ...found.filter(({ sources }) => sources[0]! >= 6)])
})

test.each([
  ['Fix it', 'Fix it'],
  ['Fix the login. Then run every test of the suite, and report what fails there.', 'Fix the login.'],
  ['Implement the following plan: fix the login so that the whole test suite passes', ''],
  ['Please fix the login so that the whole test suite passes again on every branch', ''],
  ['# Plan\n\nFix the login', '# Plan'],
  ['[Request interrupted]\n\nNo, fix the login', 'No, fix the login'],
  ['[Abgebrochen durch den Nutzer]\nNein, erst die Tests', 'Nein, erst die Tests'],
  ['[Request interrupted]', '[Request interrupted]'],
  ['<teammate-message from="lead" color="blue">\nAdd the keys.\n</teammate-message>', 'Add the keys.'],
])('[V5] a quote of a request never ends inside a sentence: %s', (text, quote) => {
  expect(quoteOf(text)).toBe(quote)
})

test('[V5] a command is shown as one line, although a backslash continues it', () => {
  const source = run(1, 'gh api repos/a/b/issues \\\n  --method POST \\\n  -f title=x', 'ok')
  expect(digest(source).map(({ text }) => text)).toEqual(['`gh api repos/a/b/issues --method POST -f title=x` ran: ok'])
})

test.each([
  ["cat > src/a.py <<'EOF'\nx > y.txt\nEOF\nsed -i 's/a/b/' src/b.py", ['created src/a.py', 'modified src/b.py']],
  ['git mv old.ts new.ts && rm -f src/c.ts', ['moved old.ts', 'created new.ts', 'deleted src/c.ts']],
  ['make 2>&1 | tee -a build.log > /dev/null', ['modified build.log']],
  ['echo "a > b.txt" >> notes.md', ['modified notes.md']],
  ['grep -n "x" a.ts 2>/dev/null | head', []],
])('[V5] [C9] files that a command line changes: %s', (command, changes) => {
  expect(filesChangedBy(command).map(({ action, path }) => `${action} ${path}`)).toEqual(changes)
})

test('[C4] superseded lines perish: fixed errors, done steps, answered questions, "unchanged" of a changed file', () => {
  const at = (seq: number, text: string, kind: Parameters<typeof line>[1], about?: string) => ({
    ...line(text, kind),
    sources: [seq],
    ...(about === undefined ? {} : { about }),
  })
  const stale = [
    at(3, '`npm test` failed: TypeError', 'error', 'run npm test'),
    at(4, 'Next step: rewrite src/a.ts.', 'next'),
    at(5, 'Should I keep the old parser?', 'question'),
    at(5, 'The file src/a.ts is unchanged.', 'fact'),
    at(6, 'Next step: document the refresh endpoint.', 'next'),
  ]
  const fresh = [
    at(8, 'modified src/a.ts', 'artifact', 'file src/a.ts'),
    at(9, '`npm test` passed', 'progress', 'run npm test'),
    at(12, 'To message 7: Documented the refresh endpoint in the guide.', 'progress', 'turn 7'),
    at(13, 'Next step: release it.', 'next'),
  ]
  expect(withoutPerished([...stale, ...fresh])).toEqual(fresh)
  expect(withoutPerished(stale)).toEqual(stale)
})

test('[P7] lines in which a model repeats its instructions or the quoted headers are echoes', () => {
  for (const text of [
    'You take notes of a conversation between a user, an assistant and tools.',
    'Write in the language of the conversation.',
    '--- message 79 · result of Read · ok ---',
    'a rule, a limit, what must or must not be done, verbatim',
    'what was wanted, and why',
    '[…the middle is left out …]',
  ])
    expect(isEcho(text), text).toBe(true)
  for (const text of ['The message store keeps 79 rows.', 'Decided to answer with JSON because clients parse it.'])
    expect(isEcho(text), text).toBe(false)
})

test('[G5] a session in the default mode that runs commands is summarized as coding', () => {
  expect(modeOf('ASSISTANT', run(1, 'ls', ''))).toBe('DEVELOPER')
  expect(modeOf('PLANNING', run(1, 'ls', ''))).toBe('PLANNING')
  expect(modeOf('ASSISTANT', [said(1, 'Hello.')])).toBe('ASSISTANT')
})
