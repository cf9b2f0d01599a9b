import { expect, test } from 'vitest'
import { condense } from '../../src/domain/reductions/condense/condense.js'
import { declarationsIn, headingsIn } from '../../src/domain/reductions/condense/declarations.js'
import type { ResultKind } from '../../src/domain/reductions/condense/kinds.js'
import { readShownFile } from '../../src/domain/reductions/condense/numbered.js'
import { spellings } from '../../src/domain/reductions/condense/tool-names.js'
import { clipped, lineText } from '../../src/domain/reductions/condense/view.js'
import { isNamed } from '../../src/domain/session/watermark.js'
import { isYaml } from '../../src/domain/reductions/condense/yaml.js'

/** The notations of files, matches and results that are condensed, each with an example. */

function view(kind: ResultKind, text: string): string | null {
  const rule = { fileLines: 500, queryRows: 100, structuredTokens: 500 }
  const made = condense({ text, tokens: 5_000, kinds: [kind] }, rule, 13_600)
  return made && made.lines.map(lineText).join('\n')
}
const times = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, at) => make(at))

test.each([
  'name: shop\nport: 7420\n"on": push',
  'steps:\n  - build the shop\nname: shop',
  'steps:\n  - name: build\n    run: npm run build',
  '---\nname: shop\nport: 7420\nkind: web',
  'name: shop\nport: 7420\nkind: web\n...',
  '# The shop.\nname: shop\nport: 7420',
])('[D2] YAML: %j', (text) => {
  expect(isYaml(text)).toBe(true)
})

test.each([
  'Dear Ann: hello\nthe shop is open: come\nsee you: soon',
  '- milk\n- bread\n- eggs',
  'name: shop\nIt is open.\nport: 7420',
])('[D2] no YAML: %j', (text) => {
  expect(isYaml(text)).toBe(false)
})

test.each([
  [
    'C:\\shop\\src\\a.ts:',
    (at: number) => `C:\\shop\\src\\a.ts:${at * 9 + 1}:  call(${at})`,
    'C:\\shop\\src\\a.ts [40 lines]',
  ],
  ['docs/a guide.md:', (at: number) => `docs/a guide.md:${at * 9 + 1}:call ${at}`, 'docs/a guide.md [40 lines]'],
  ['src/a.ts:', (at: number) => `src/a.ts:  call(${at})`, 'src/a.ts [40 lines]\n  call(0)'],
  ['12:', (at: number) => `${at * 9 + 1}:  call(${at})`, '1:  call(0)\n10:  call(1)'],
])('[D2] matches that begin with %s', (_, make, shown) => {
  const text = view('search', times(40, make).join('\n'))
  expect(text).toContain(shown)
  expect(text).toMatch(/\[\d+ more\]$/)
})

test.each([
  ...['error: expected a name', 'fatal error: a.h: No such file', 'warning: unused variable', 'note: declared here'],
  ...['Exception: closed', 'SyntaxError: invalid syntax', 'DeprecationWarning: use b'],
])('[D2] messages of a compiler or interpreter are no matches: %s', (message) => {
  expect(view('search', times(40, (at) => `src/a.c:${at * 9 + 1}: ${message}`).join('\n'))).toBeNull()
})

test.each([
  ['    41→', (number: number) => `    ${number}→`],
  ['    41<tab>', (number: number) => `    ${number}\t`],
  ['41:', (number: number) => `${number}:`],
  ['41| ', (number: number) => `${number}| `],
  ['41|', (number: number) => `${number}|`],
])('[D2] lines of a file that begin with %s', (_, before) => {
  const { lines, numbered } = readShownFile(times(20, (at) => `${before(41 + at)}row ${at}`).join('\n'))
  expect(numbered).toBe(true)
  expect(lines.slice(0, 2)).toEqual([
    { number: 41, text: 'row 0' },
    { number: 42, text: 'row 1' },
  ])
})

test.each([
  ...['export const limit = 12', 'export let total = 0', 'export var shop = null', 'const open = (path) => read(path)'],
  ...['let close = function (path) { end() }', 'var Shop = {', 'val shops = listOf(', 'const (', 'MAX_ROWS = 12'],
  ...['MAX_ROWS: Final[int] = 12', 'const names = [', 'var names = ['],
  ...['  open(path) {', '  private async count(text: string): Promise<number> {'],
])('[D2] %j declares', (line) => {
  expect(declarationsIn([line, line, line])).toHaveLength(3)
})

test.each([
  ...['const limit = 12', 'OK = 12', 'MAX_ROWS == 12', '  constant(path)'],
  ...["  on('click', function () {", '  on("click", function () {', '  setState(() {', '  each(function (row) {'],
  ...['  each(async function (row) {', '  merge({ a: 1 }, () => 2, {', '  on(`click`, function () {'],
])('[D2] %j declares nothing', (line) => {
  expect(declarationsIn([line, line, line])).toEqual([])
})

test('[D2] a file without declarations keeps the keys of its first column', () => {
  expect(declarationsIn(['name: shop', '  port: 7420', 'on:', 'jobs:\tall'])).toMatchObject([
    { at: 0 },
    { at: 2 },
    { at: 3 },
  ])
})

test.each([
  ['# Guide\n## Install\n```sh\n# no heading\n```\n## Use', [0, 1, 5]],
  ['# Guide\n## Install\n~~~sh\n# no heading\n~~~\n## Use', [0, 1, 5]],
  ['= Guide\n== Install\n== Use', [0, 1, 2]],
  ['Guide\n=====\n\nInstall\n-------\n\n- an item\n---------\n\nUse\n---', [0, 3, 9]],
])('[D2] the headings of %j', (text, expected) => {
  expect(headingsIn(text.split('\n')).map(({ at }) => at)).toEqual(expected)
})

test.each(['fatal error: out of memory', 'Exception: closed', 'Error: closed', 'TypeError: closed', 'Traceback (most'])(
  '[D2] a result that begins with %s is kept as it is',
  (failure) => {
    const outline = times(600, (at) => `def function_${at}():`)
    expect(view('file', ['The file:', ...outline].join('\n'))).not.toBeNull()
    expect(view('file', [failure, ...outline].join('\n'))).toBeNull()
  },
)

test.each(['URL: ', 'Link: ', 'Source: ', 'Address: ', '- ', '', '  * '])(
  '[D2] before the address of a result, %j is no title',
  (label) => {
    const result = (at: number) => `${at + 1}. Title ${at}\n${label}https://example.org/${at}\nWhat it says: ${at}`
    expect(view('search', times(12, result).join('\n\n'))).toMatch(
      /^1\. Title 0\n {3}https:\/\/example\.org\/0\n {3}What it says: 0\n2\. Title 1\n/,
    )
  },
)

test('[D2] a title on the line of the address is read without the signs between them', () => {
  const result = (at: number) => `${at + 1}) Title ${at} - <https://example.org/${at}>\nWhat it says: ${at}`
  expect(view('search', times(12, result).join('\n'))).toMatch(/^1\. Title 0\n {3}https:\/\/example\.org\/0\n/)
})

test('[D2] a text is cut neither inside of a character nor inside of an escape', () => {
  const cut = (text: string, characters: number) => lineText(clipped(text, characters))
  expect(cut('ab😀cd', 3)).toBe('ab…')
  expect(cut('ab😀cd', 4)).toBe('ab😀…')
  expect(cut('ab\\ncd', 3)).toBe('ab…')
  expect(cut('abcd', 4)).toBe('abcd')
})

test.each(['mcp__github__get_issue', 'github.get_issue', 'github:getIssue', 'tools/get-issue', 'github.Get Issue'])(
  '[D2] %s is also get_issue',
  (name) => {
    expect(spellings(name)).toContain('get_issue')
  },
)

test.each(['finish_task', 'palimpsest_finish_task', 'mcp_palimpsest_finish_task', 'mcp__any__finish_task'])(
  '[D4] %s is the boundary tool finish_task',
  (name) => {
    expect(isNamed(name, 'finish_task')).toBe(true)
    expect(isNamed(name, 'task')).toBe(false)
  },
)
