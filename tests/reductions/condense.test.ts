import { expect, test } from 'vitest'
import { condense } from '../../src/domain/reductions/condense/condense.js'
import { DEFAULT_KINDS, kindsByName, type ResultKind } from '../../src/domain/reductions/condense/kinds.js'
import { lineText } from '../../src/domain/reductions/condense/view.js'

const RULE = { fileLines: 500, queryRows: 100, structuredTokens: 500 }

/** The condensed view as text; null: kept as it is. The size is taken for large unless a test says otherwise. */
function view(kind: ResultKind, text: string, { tokens = 5_000, limit = 13_600 } = {}): string | null {
  const made = condense({ text, tokens, kinds: [kind] }, RULE, limit)
  return made && [`(${made.kept})`, ...made.lines.map(lineText)].join('\n')
}
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const numbered = (lines: readonly string[], from = 1) =>
  lines.map((line, at) => `${String(from + at).padStart(6)}→${line}`).join('\n')

test('[D2] the kind of a result shows in the name of its tool, however it is spelled and whichever server has it', () => {
  const kindsOf = kindsByName(DEFAULT_KINDS)
  const kinds: Record<ResultKind, string[]> = {
    search: [
      'Grep',
      'Glob',
      'WebSearch',
      'web-search',
      'search_direct_flight',
      'mcp__brave__brave_web_search',
      'tavily_search_results_json',
    ],
    file: [
      'Read',
      'read',
      'read_file',
      'WebFetch',
      'mcp__filesystem__read_text_file',
      'open',
      'get_file_contents',
      'NotebookRead',
      'view',
    ],
    query: ['query_orders', 'run_sql_query', 'execute_sql', 'sql_db_query', 'mcp__postgres__query', 'bigquery_sql'],
    api: [
      'get_reservation_details',
      'getOrder',
      'mcp__linear-server__list_issues',
      'update_reservation_flights',
      'http_request',
      'requests_get',
    ],
  }
  for (const [kind, names] of Object.entries(kinds))
    for (const name of names) expect([name, kindsOf(name)[0]]).toEqual([name, kind])
  for (const name of [
    'Write',
    'Edit',
    'TodoWrite',
    'Task',
    'think',
    'calculate',
    'readme',
    'transfer_to_human_agents',
    '',
  ])
    expect([name, kindsOf(name)]).toEqual([name, []])
  // Commands print anything: the shape decides. A name that is in a list says more than any pattern.
  expect(kindsOf('Bash')).toEqual(['search', 'query', 'api'])
  expect(kindsByName({ search: [], file: ['get_*'], query: ['get_order'], api: ['get_ord*'] })('get_order')).toEqual([
    'query',
  ])
})

test('[D2] a long file keeps its outline, with the line numbers of the file', () => {
  const body = (name: string) => [`func ${name}() error {`, ...times(148, () => '\treturn nil'), '}', '']
  const lines = [
    '// Package store keeps things.',
    'package store',
    '',
    ...body('Open'),
    ...body('Close'),
    'type Store struct {',
    ...body('Read'),
    ...body('Write'),
  ]
  const outline = view('file', `${numbered(lines, 41)}\n\n<system-reminder>\nBe careful.\n</system-reminder>`)
  expect(outline).toBe(
    [
      '(outline, 5 declarations with line numbers)',
      '// Package store keeps things.',
      'package store',
      '[line 41 of the file is line 1 of the result]',
      '44-194 func Open() error {',
      '195-345 func Close() error {',
      '346 type Store struct {',
      '347-497 func Read() error {',
      '498-648 func Write() error {',
    ].join('\n'),
  )
  expect(view('file', numbered(lines.slice(0, 500)))).toBeNull()
  // Shown without numbers, its lines are counted as they are in the result.
  expect(view('file', lines.join('\n'))).toContain('\n4-154 func Open() error {\n')
})

test('[D2] an outline shows declarations of many languages, headings of prose, and leaves alone what has no structure', () => {
  const padded = (lines: string[]) =>
    lines.flatMap((line) => [line, ...times(120, () => '        x = x + 1')]).join('\n')
  const code = [
    'import os',
    'class Store(Base):',
    '    def open(self, path):',
    '    async def close(self):',
    'def main():',
    'LIMIT = 12',
  ]
  expect(view('file', padded(code))?.match(/^\d.*$/gm)).toEqual([
    '122-484 class Store(Base):',
    '243-363   def open(self, path):',
    '364-484   async def close(self):',
    '485-605 def main():',
    '606-726 LIMIT = 12',
  ])
  const script = [
    'export class Store {',
    '  private async open(path: string): Promise<void> {',
    '    if (path) {',
    'export const open = () => {',
    "test('it opens', () => {",
  ]
  expect(view('file', padded(script))?.match(/^\d.*$/gm)).toHaveLength(4)
  const prose = ['# Guide', '## Install', '```sh', '# not a heading', '```', '## Use', '### By hand']
  expect(view('file', padded(prose))?.match(/^\d.*$/gm)).toEqual([
    '1-847 # Guide',
    '122-605   ## Install',
    '606-847   ## Use',
    '727-847     ### By hand',
  ])
  const other = [
    'pub fn open() {',
    'CREATE TABLE messages (',
    '[section]',
    'interface Store {',
    'resource "aws_s3" "logs" {',
    '.title {',
  ]
  expect(view('file', padded(other))?.match(/^\d.*$/gm)).toHaveLength(6)
  expect(
    view('file', times(900, (at) => `2026-01-02 12:00:${at % 60} worker ${at} did what it was told`).join('\n')), // words: ok
  ).toBeNull()
})

test('[D2] matches keep, by file, how many there are and the first lines', () => {
  const lines = times(3, (file) =>
    times(30, (at) => `src/deep/folder/module-${file}.ts:${at * 7 + 1}:  const value${at} = compute(${at})`),
  ).flat()
  const shown = view('search', ['<output>', 'Found 90 lines', ...lines, '</output>'].join('\n'))
  const around = times(9, (at) => `said by the tool ${at}`)
  expect(view('search', [...around, ...lines].join('\n'))).toContain('said by the tool 3\n[5 other lines]\nsrc/deep')
  expect(shown).toMatch(
    /^\(\d+ of 90 matching lines in 3 files\)\nFound 90 lines\nsrc\/deep\/folder\/module-0\.ts \[30 lines\]\n1: {2}const value0 = compute\(0\)\n8:/,
  )
  expect(shown).toMatch(/\n\[\d+ more\]\nsrc\/deep\/folder\/module-1\.ts \[30 lines\]\n1:/)
  // Few lines in many files: the path is said once, nothing is left out.
  expect(
    view('search', times(12, (at) => `src/${'long-'.repeat(12)}/a.ts:${at * 9}:call(${at})`).join('\n')),
  ).toContain('(12 matching lines in 1 file)')
})

test('[D2] complaints of compilers, pieces of files and logs are no matches', () => {
  expect(
    view('search', times(40, (at) => `src/a.ts:${at * 3}:5: error TS2322: Type 'string' is not assignable`).join('\n')),
  ).toBeNull()
  expect(view('search', times(40, (at) => `pkg/a.go:${at * 3}:12: undefined: something`).join('\n'))).toBeNull()
  expect(view('search', times(40, (at) => `${at + 1}:a line of a file that was read`).join('\n'))).toBeNull()
  expect(view('search', times(40, (at) => `2026-01-02 12:${at}:15 a line of a log`).join('\n'))).toBeNull()
  const around = times(40, (at) => `src/a.ts-${at + 10}-  what stands around the match`) // words: ok
  expect(view('search', ['src/a.ts:9:the match', ...around].join('\n'))).toBeNull()
})

test('[D2] paths are listed by folder', () => {
  const paths = times(3, (folder) =>
    times(20, (at) => `/home/me/project/src/folder-${folder}/file-${at}.test.ts`),
  ).flat()
  const shown = view('search', paths.join('\n'))
  expect(shown).toContain('(60 paths, by folder)')
  expect(shown).toContain('/home/me/project/src/folder-1/ [20]: file-0.test.ts, file-1.test.ts')
  const many = view('search', times(4_000, (at) => `src/${at % 50}/a-long-name-of-a-file-${at}.ts`).join('\n'))
  expect(many).toMatch(/^\(80 of 4,000 paths, by folder\)[^]*\n\[10 more folders\]$/)
  expect(many).toContain('[78 more]')
})

test('[D2] results of a search keep title, address and snippet', () => {
  const results = times(20, (at) => ({
    id: at + 700,
    title: `Title ${at}`,
    url: `https://example.org/${at}`,
    content: `What ${at} is about. `.repeat(30),
    score: 0.5,
  }))
  const shown = view('search', JSON.stringify({ query: 'port', results }))
  expect(shown).toContain('1. Title 0 | 700\n   https://example.org/0\n   What 0 is about. What 0')
  expect(shown).toContain('20. Title 19')
  const text = times(
    12,
    (at) =>
      `${at + 1}. Title ${at}\n   URL: https://example.org/${at}\n   Summary ${at}: ${'words and words '.repeat(20)}\n`,
  ).join('\n')
  expect(view('search', text)).toMatch(/1\. Title 0\n {3}https:\/\/example\.org\/0\n {3}Summary 0: words/)
  const links = `Web search results\n\nLinks: ${JSON.stringify(results.map(({ title, url }) => ({ title, url })))}\n\nThe port is 7420.`
  expect(view('search', links)).toMatch(
    /20\. Title 19\n {3}https:\/\/example\.org\/19\nWeb search results\nThe port is 7420\.$/,
  )
  expect(view('search', 'No results, but see https://example.org for more.')).toBeNull()
  const page = times(60, (at) => (at % 12 === 0 ? `See https://example.org/${at}.` : `A line of a page, number ${at}.`))
  expect(view('search', page.join('\n'))).toBeNull()
  // What a service of its own finds has no titles: then it is read as any reply.
  const flights = times(60, (at) => ({ flight_number: `HAT${at}`, origin: 'ATL', seats: { economy: at } }))
  expect(view('search', JSON.stringify(flights))).toContain(
    '[60 entries] flight_number | origin | seats.economy\n- HAT0 | ATL | 0\n',
  )
})

test('[D2] a query keeps the number of rows, the columns and some of the rows', () => {
  const rows = times(1_204, (id) => ({ id, name: `name ${id}`, address: { city: `city ${id}` } }))
  for (const json of [
    JSON.stringify(rows),
    JSON.stringify({ data: rows }),
    rows.map((row) => JSON.stringify(row)).join('\n'),
  ]) {
    const shown = view('query', json)
    expect(shown).toMatch(/^\(columns and 23 of 1,204 rows\)\nid \| name \| address\.city\n0 \| name 0 \| city 0\n/)
    expect(shown).toMatch(/\[1,181 more rows\]\n1201 \| .*\n1202 \| .*\n1203 \| name 1203 \| city 1203$/)
  }
  const csv = ['id,name', ...rows.map(({ id, name }) => `${id},"${name}, called ""x""\nagain"`)].join('\n')
  expect(view('query', csv)).toMatch(/of 1,204 rows\)\nid,name\n0,"name 0, called ""x""\nagain"/)
  const drawn = [' id | name', '----+------', ...rows.map(({ id, name }) => ` ${id} | ${name}`), '(1204 rows)'].join(
    '\n',
  )
  expect(view('query', drawn)).toMatch(/of 1,204 rows\)\n id \| name\n----\+------\n 0 \| name 0\n[^]*\n\(1204 rows\)$/)
  for (const few of [
    JSON.stringify(rows.slice(0, 100)),
    csv.split('\n').slice(0, 199).join('\n'),
    drawn.split('\n').slice(0, 102).join('\n'),
  ])
    expect(view('query', few)).toBeNull()
  expect(view('query', 'UPDATE 1')).toBeNull()
})

test('[D2] an API keeps its status and key fields, lists as tables, and every number as it was written', () => {
  const variants = times(
    30,
    (at) => `"v${at}":{"item_id":"${9_000 + at}","options":{"color":"blue"},"available":true,"price":${at}.50}`,
  )
  const text = `{"name":"T-Shirt","big":12345678901234567890,"description":"${'Soft. '.repeat(300)}","variants":{${variants.join(',')}},"tags":["a","b"],"none":null,"status":"active"}`
  const shown = view('api', text)
  expect(shown?.split('\n').slice(1, 4)).toEqual(['status: active', 'name: T-Shirt', 'big: 12345678901234567890'])
  expect(shown).toMatch(/\ndescription: Soft\. Soft\. .{0,400}…\n/)
  expect(shown).toContain(
    'variants: [30 entries] # | item_id | options.color | available | price\n- v0 | 9000 | blue | true | 0.50\n',
  )
  expect(shown).toContain('\ntags: a, b')
  const legs = JSON.stringify(
    times(40, (at) => [
      { flight: `HAT${at}`, seats: { economy: at } },
      { flight: `HAT${at + 100}`, seats: { economy: 2 } },
    ]),
  )
  expect(view('api', legs)).toContain(
    '[80 entries] # | flight | seats.economy\n- 1 | HAT0 | 0\n- 1 | HAT100 | 2\n- 2 | HAT1 | 1\n',
  )
  // Links for programs are said without; a thing's one link is not one of many.
  const user = Object.fromEntries(
    times(12, (at) => [`link${at}_url`, `https://api.example.org/${'x'.repeat(60)}/${at}`]),
  )
  const linked = view('api', JSON.stringify({ id: 7, ...user, login: 'ann' }))
  expect(linked).toBe(
    '(status and key fields, long texts and lists truncated)\nid: 7\nlogin: ann\n[12 empty, link or header fields omitted]',
  )
  // Consecutive fields with one short value share a line; a text does not share the line of a number.
  const counts = { url: 'https://example.org/r', total: 0, up: 0, down: 0, heart: '0', eyes: 1, rocket: 1 }
  const flags = { draft: false, locked: false, merged: false, notes: 'x '.repeat(2_000) }
  const alike = view('api', JSON.stringify({ id: 7, reactions: counts, ...flags }))
  expect(alike).toContain(
    '\nreactions.{total, up, down}: 0\nreactions.heart: 0\nreactions.eyes: 1\nreactions.rocket: 1\n',
  )
  expect(alike).toContain('\ndraft, locked, merged: false\n')
  expect(view('api', JSON.stringify({ download_url: 'https://example.org/a', notes: 'x '.repeat(2_000) }))).toContain(
    'download_url: https://example.org/a',
  )
})

test('[D2] an API keeps what it says: headers are counted', () => {
  const headers = Object.fromEntries(
    times(30, (at) => [`x-header-${at}`, `value ${at} ${'abcdef0123456789'.repeat(4)}`]),
  )
  const order = { order_id: 'A-17', total: 45.5, items: times(6, (at) => ({ sku: `S${at}`, count: at })) }
  const paging = { page: 1, next_cursor: 'c_2' }
  const reply = { headers, data: order, paging, status: 200 }
  const first = view('api', JSON.stringify(reply))!
  expect(first.split('\n').slice(1, 4)).toEqual(['status: 200', 'data.order_id: A-17', 'data.total: 45.5'])
  expect(first).not.toContain('x-header')
  expect(first.split('\n').slice(-3)).toEqual([
    'paging.page: 1',
    'paging.next_cursor: c_2',
    '[1 empty, link or header field omitted]',
  ])
  // Inside of metadata as well.
  const nested = view('api', JSON.stringify({ meta: { headers, took: 12 }, ...order }))!
  expect(nested.split('\n').slice(1, 3)).toEqual(['meta.took: 12', 'order_id: A-17'])
  expect(nested.split('\n').at(-1)).toBe('[1 empty, link or header field omitted]')
  const only = view('api', JSON.stringify({ meta: { headers }, ...order }))!
  expect(only.split('\n').at(-1)).toBe('[1 empty, link or header field omitted]')
  // What has nothing else keeps them, and metadata of a thing stay.
  expect(view('api', JSON.stringify({ status: 200, headers }))).toContain('x-header-3')
  const named = { kind: 'Pod', metadata: { name: 'db-0', namespace: 'shop' }, spec: { notes: 'x '.repeat(2_000) } }
  expect(view('api', JSON.stringify(named))).toContain('metadata.name: db-0\nmetadata.namespace: shop')
})

test('[D2] failures and small structured data are kept as they are, whatever their kind', () => {
  const rows = times(150, (id) => ({ id, url: `https://example.org/${id}`, title: `Title ${id}` }))
  for (const kind of ['search', 'query', 'api'] as const) {
    expect(view(kind, JSON.stringify(rows))).not.toBeNull()
    expect(view(kind, JSON.stringify(rows), { tokens: 499 })).toBeNull()
    for (const failure of [
      { error: 'no such table' },
      { isError: true },
      { success: false },
      { status: 502 },
      { statusCode: '404' },
      { errors: [{}] },
    ])
      expect(view(kind, JSON.stringify({ ...failure, rows }))).toBeNull()
    expect(view(kind, JSON.stringify({ error: null, errors: [], status: 200, rows }))).not.toBeNull()
  }
  const outline = times(600, (at) => `def function_${at}():`).join('\n')
  for (const failure of [
    'Error: ',
    'Traceback (most recent call last):\n',
    'ValueError: ',
    '<returncode>1</returncode>\n',
  ])
    expect(view('file', failure + outline)).toBeNull()
})

test('[D2] [S5] a view grows and shrinks with the window and never passes its share of it', () => {
  const text = times(3_000, (at) => `def function_${at}(with_one_argument, and_another):`).join('\n')
  const sizes = [1_700, 6_800, 13_600, 108_800].map((limit) => view('file', text, { limit })!.length)
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b))
  expect(sizes[2]).toBeGreaterThan(2_000)
  expect(sizes[2]).toBeLessThan(0.06 * 13_600 * 4 + 200)
  expect(sizes[3]).toBeLessThan(16_200)
  expect(view('file', text)).toMatch(/\[\d+ more to line 3000\]$/)
})
