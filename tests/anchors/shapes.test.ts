import { expect, test } from 'vitest'
import { containsAnchor } from '../../src/domain/anchors/anchors.js'
import { exactStrings } from '../../src/domain/anchors/exact-strings.js'

/** What people, compilers and programs write: names, dates, units and errors in the notations of several languages. */

const textsOf = (text: string) => exactStrings(text).map((exact) => exact.text)
const kindsOf = (text: string) => Object.fromEntries(exactStrings(text).map((exact) => [exact.text, exact.kind]))

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

test.each(MONTHS)('[V4] a day of %s is a date in both orders', (month) => {
  expect(textsOf(`It starts on ${month} 3rd, 2027, and ends on 17 ${month.slice(0, 3)}.`)).toEqual(
    expect.arrayContaining([`${month} 3rd, 2027`, `17 ${month.slice(0, 3)}`]),
  )
})

test.each<[string, Record<string, string>]>([
  [
    'backup of 2027/3/1, 31.12.2026 or 1/31/2026, at 3:30pm and 9:05am',
    { '2027/3/1': 'date', '31.12.2026': 'date', '1/31/2026': 'date', '3:30pm': 'date', '9:05am': 'date' },
  ],
  [
    'from 2026-01-31T15:30:00Z to 2026-01-31T15:30:00+01:00',
    { '2026-01-31T15:30:00Z': 'date', '2026-01-31T15:30:00+01:00': 'date' },
  ],
  [
    'status 503, then HTTP status 429, status code 404, error code 1205, exit status 2',
    { 'status 503': 'error', 'HTTP status 429': 'error', 'error code 1205': 'error', 'exit status 2': 'error' },
  ],
  [
    'IOException, asyncio.TimeoutError, ERR_MODULE_NOT_FOUND',
    { IOException: 'error', 'asyncio.TimeoutError': 'error', ERR_MODULE_NOT_FOUND: 'error' },
  ],
  [
    'error[E0308] by rustc, TS2345, CS0103, SC2086 and ORA-00942',
    { E0308: 'error', TS2345: 'error', CS0103: 'error', SC2086: 'error', 'ORA-00942': 'error' },
  ],
  [
    String.raw`open C:\Users\mara\notes.txt and handlers/user_login, not 24/7`,
    { [String.raw`C:\Users\mara\notes.txt`]: 'path', 'handlers/user_login': 'path' },
  ],
  [
    'npm i @types/node, then HTTPServer, std::vector and Array#flat',
    { '@types/node': 'identifier', HTTPServer: 'identifier', 'std::vector': 'identifier', 'Array#flat': 'identifier' },
  ],
])('[V4] what kind of exact string it is: %s', (text, kinds) => {
  expect(kindsOf(text)).toMatchObject(kinds)
})

test.each([
  ['In cut.ts:12:5 it fails', ['cut.ts']],
  [String.raw`{"files":"src/a.ts\nlib/b_two.ts\tdone"}`, ['src/a.ts', 'lib/b_two.ts']],
  ['keys=max_rows,min_rows&page_size', ['max_rows', 'min_rows', 'page_size']],
  ['See (https://example.com/a_b).', ['https://example.com/a_b']],
  ['it took 7 minutes, 3 h and 90 MB, of 5 files 20 %', ['7 minutes', '3 h', '90 MB', '5 files', '20 %']],
  ['会议在3月，共5人，用时2小时，气温9 °C', ['3月', '5人', '2小时', '9 °C']],
  ['the 1st, the 2nd-best, the 3rd and the 4th after a 5-minute break, about 1.5 of 2 hearts', []],
])('[V4] the exact strings of %j', (text, texts) => {
  expect(textsOf(text)).toEqual(texts)
})

test('[V4] a hash is found by its head, a name is not', () => {
  expect(containsAnchor({ text: '3f2a9c1', kind: 'identifier' }, 'at 3f2a9c1b5d7e now')).toBe(true)
  expect(containsAnchor({ text: 'maxRow', kind: 'identifier' }, 'at maxRows now')).toBe(false)
})
