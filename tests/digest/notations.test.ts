import { expect, test } from 'vitest'
import { BRIEF_CALLS, digestLines } from '../../src/domain/digest/digest.js'
import { editsOf, editText } from '../../src/domain/digest/edits.js'
import { withoutPerished } from '../../src/domain/digest/perish.js'
import { saidLines } from '../../src/domain/digest/said.js'
import { piecesOf } from '../../src/domain/digest/statement.js'
import { UNKNOWN_TURNS } from '../../src/domain/digest/turns.js'
import { saysNothingAlone } from '../../src/domain/digest/weak-lines.js'
import type { SourceMessage } from '../../src/domain/source/types.js'
import { called, count, line, returned, said } from '../summary/spans.js'

/** What digests read in commands, code and sentences, in each notation that they know. */

const lines = (...source: SourceMessage[][]) => digestLines(source.flat(), UNKNOWN_TURNS, { budgetTokens: 800, count })
const run = (seq: number, command: string, output: string, isError = false) => [
  called(seq, 'Bash', { command }),
  returned(seq + 1, 'Bash', output, isError),
]

test.each([
  'cd /app && npm test',
  'cd /app; npm test',
  'cd /app\nnpm test',
  '# The whole suite.\n# It is slow.\nnpm test',
  'npm test 2>&1 | tail -30',
  'npm test 2>&1',
  'npm test | head -n 5',
])('[V5] a command is named without what is around it: %j', (command) => {
  expect(lines(run(1, command, '48 tests passed')).map(({ text }) => text)).toEqual(['`npm test` passed'])
})

test.each(['# What was built.\ncat src/none.ts', 'cd /app\ncat src/none.ts'])(
  '[V5] a look that failed is named by itself: %j',
  (command) => {
    const error = 'cat: src/none.ts: No such file or directory'
    expect(lines(run(1, command, error, true)).map(({ text }) => text)).toEqual([
      `\`cat src/none.ts\` failed: ${error}`,
    ])
  },
)

test.each([
  ['git pull', 'CONFLICT (content): Merge conflict in a.ts', 'git commit --no-edit'],
  ['git cherry-pick 1a2b3c4', 'error: could not apply 1a2b3c4... Fix the login', 'git cherry-pick --continue'],
  ['git -C app rebase main', 'CONFLICT (content): Merge conflict in a.ts', 'git -C app rebase --skip'],
  ['git merge topic', 'CONFLICT (content): Merge conflict in a.ts', 'git merge --abort'],
])('[V5] the conflicts of %s are settled later: %s', (command, conflict, end) => {
  const [first] = lines(run(1, command, `${conflict}\nexit code 1`, true), run(3, end, 'done\nexit code 0'))
  expect([first?.kind, first?.text]).toEqual([
    'progress',
    `\`${command}\` failed: ${conflict}; a later command settled it`,
  ])
})

test.each([
  'The file src/a.ts is untouched.',
  'The file src/a.ts was not modified.',
  'src/a.ts has not been changed so far.',
  'There are no changes to src/a.ts yet.',
  '文件 src/a.ts 未修改。',
  '文件 src/a.ts 没有修改。',
  'src/a.ts は変更なし。',
])('[C4] no line says that a file is unchanged after it changed: %s', (text) => {
  const said = { ...line(text), sources: [4] }
  const change = { ...line('modified src/a.ts', 'artifact'), sources: [8], about: 'file src/a.ts' }
  expect(withoutPerished([said, change])).toEqual([change])
  expect(withoutPerished([{ ...said, sources: [9] }, change])).toHaveLength(2)
})

test('[C4] a wider check that passed ends the failure of a narrow one, also if it failed before', () => {
  const failed = { ...line('`npm test a.test.ts` failed', 'error'), sources: [3], about: 'run npm test a.test.ts' }
  const passed = (text: string) => ({ ...line(text, 'progress'), sources: [9], about: 'run npm test' })
  for (const text of ['`npm test` passed', '`npm test` passed; an earlier run failed: FAIL b.test.ts'])
    expect(withoutPerished([failed, passed(text)])).toEqual([passed(text)])
  expect(withoutPerished([failed, passed('`npm test` ran: 3 files')])).toHaveLength(2)
})

test('[V9] a call is shortened by what it printed, then by all arguments but the first; what became of it stays longest', () => {
  const shorter = (text: string) => BRIEF_CALLS.map((brief) => brief(text))
  for (const word of ['succeeded', 'ran'])
    expect(
      shorter(`\`issue_credit(customer: C-7, amount: 5)\` ${word}: status: booked, credit_id: CR-1, shop: 4`),
    ).toEqual([
      `\`issue_credit(customer: C-7, amount: 5)\` ${word}: status: booked, credit_id: CR-1`,
      `\`issue_credit(customer: C-7, amount: 5)\` ${word}`,
      `\`issue_credit(customer: C-7)\` ${word}: status: booked, credit_id: CR-1`,
      `\`issue_credit(customer: C-7)\` ${word}`,
    ])
  expect(shorter('`open_ticket(title: No heat, team: 4)` ran: id: T-9, url: /t/9')[2]).toBe(
    '`open_ticket(title: No heat)` ran: id: T-9',
  )
  const plain = '`issue_credit(customer: C-7)` ran: rows of a page, 3 of them'
  expect(shorter(plain)[0]).toBe('`issue_credit(customer: C-7)` ran')
  const failed = '`issue_credit(customer: C-7, amount: 5)` failed: no such customer'
  expect(new Set(shorter(failed))).toEqual(new Set([failed]))
})

const edited = (name: string, args: object) => editsOf([called(2, name, args), returned(3, name, 'ok')]).map(editText)

test.each([
  'import "fmt"',
  'from app.store import Store',
  'use std::collections::HashMap;',
  '#include <stdio.h>',
  'package cli',
  '"a row of text",',
  'maxRows,',
])('[V5] a row that only names what code needs is not shown: %s', (row) => {
  const now = (rows: string) => edited('Edit', { file_path: 'src/a.go', old_string: 'x', new_string: rows })
  expect(now(row)).toEqual([])
  expect(now(`${row}\nlimit := readLimit()`)).toEqual(['edited a.go: added `limit := readLimit()`'])
})

test('[V5] a file that a patch adds is described by its rows', () => {
  const input = '*** Begin Patch\n*** Add File: lib/a.ts\n+const total = sum(all)\n*** End Patch'
  expect(edited('apply_patch', { input })).toEqual(['edited a.ts: added `const total = sum(all)`'])
})

test.each([
  ['# Step 2: Rename the reader of rows', 'Rename the reader of rows'],
  ['# 3) replace the old reader of rows', 'replace the old reader of rows'],
  ['  # Remove the old reader of rows', 'Remove the old reader of rows'],
  ['# The old reader of rows', null],
])('[V5] a comment says what a script is for: %s', (comment, purpose) => {
  const script = `import re\n${comment}\ntext = open('src/a.py').read()\nopen('src/a.py', 'w').write(text)`
  const command = `cat > fix.py <<'EOF'\n${script}\nEOF\npython fix.py`
  expect(edited('bash', { command })).toEqual(purpose === null ? [] : [`edited a.py: ${purpose}`])
})

test('[V5] code between tildes is code', () => {
  const code = ['~~~sh', 'npm run build', 'npm test', '~~~']
  expect(piecesOf(code.join('\n'), 5).map(({ text }) => text)).toEqual(['`npm run build` / `npm test`'])
})

test('[C10] the name of a speaker stays although the first sentence leaves', () => {
  const talk = ['Wow, thanks!', 'So cool!', 'Great, thanks!', 'Wow, so great!'].map((text, at) =>
    said(2 * at + 2, text),
  )
  const last = said(10, 'dora: Wow! So cool! I sold the bakery in Uppsala to Henrik Lund in 2019.')
  const turnOf = new Map([...talk, last].map(({ seq }) => [seq, seq / 2]))
  expect(saidLines([...talk, last], { turnOf, requests: new Map() }, count).at(-1)?.text).toBe(
    '#10 dora: I sold the bakery in Uppsala to Henrik Lund in 2019.',
  )
})

test.each([
  ['The fix is straightforward.', true],
  ['The fix is in parse().', false],
  ['The fix is in the CLI.', false],
  ['The fix is “straightforward”.', false],
])('[C4] a short sentence says nothing alone, unless it names something: %s', (text, isWeak) => {
  expect(saysNothingAlone(text, { voice: 'spoken', tool: '' }, false)).toBe(isWeak)
})
