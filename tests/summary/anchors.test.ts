import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extractAnchors, containsAnchor } from '../../src/domain/anchors/anchors.js'
import { anchorMatcher } from '../../src/domain/anchors/anchor-matcher.js'
import { cpuMs } from '../support/growth.js'
import { called, returned, said, typed, WORKING_SESSION } from './spans.js'
import { often } from '../support/long-run.js'

function found(text: string): string[] {
  return extractAnchors([said(1, text)]).map((anchor) => anchor.text)
}
function weightOf(anchors: ReturnType<typeof extractAnchors>, text: string): number | undefined {
  return anchors.find((anchor) => anchor.text === text)?.weight
}

test.each([
  ['see src/domain/cut.ts:12:5 and ./a/b, /etc/hosts, ~/x.toml', ['src/domain/cut.ts', './a/b', '/etc/hosts']],
  [
    'get https://example.com/a?b=c&d=1#e, or http://localhost:3000/.',
    ['https://example.com/a?b=c&d=1#e', 'http://localhost:3000/'],
  ],
  ['call parseReply, snake_case and MAX_SIZE in foo.bar.baz', ['parseReply', 'snake_case', 'MAX_SIZE', 'foo.bar.baz']],
  ['issue #123, PROJ-77, commit 3f2a9c1, flag --dry-run', ['#123', 'PROJ-77', '3f2a9c1', '--dry-run']],
  ['id 123e4567-e89b-12d3-a456-426614174000', ['123e4567-e89b-12d3-a456-426614174000']],
  ['it took 35 ms, 80 %, $12.50, 1,200 and 4096 of 8GB', ['35 ms', '80 %', '$12.50', '1,200', '4096', '8GB']],
  ['Node 20.19.0, v2, v1.4-rc1 since 2026-01-31 at 15:30', ['20.19.0', 'v2', 'v1.4-rc1', '2026-01-31', '15:30']],
  ['due May 17, 2024 and 2026年5月3日', ['May 17, 2024', '2026年5月3日']],
  [
    'ENOENT, TypeError, TS2345, exit code 137, HTTP 404',
    ['ENOENT', 'TypeError', 'TS2345', 'exit code 137', 'HTTP 404'],
  ],
  ['在config_file中设置maxRetries，价格120元', ['config_file', 'maxRetries', '120元']],
  ['booking 4WQ150 on gpt-4o and qwen2.5:7b', ['4WQ150', 'gpt-4o', 'qwen2.5:7b']],
])('[V4] anchors of %j', (text, expected) => {
  expect(found(text)).toEqual(expect.arrayContaining(expected))
})

test('[V4] plain words and brand names are no anchors', () => {
  expect(found('and/or the quick brown fox, e.g. on GitHub with TypeScript. Well-known it is.')).toEqual([])
})

test.each([
  'You must never push to main.',
  "Don't touch the billing code.",
  'Only admins may delete.',
  '不要修改数据库结构。',
  '本番環境では絶対に実行しないでください。',
])('[V4] %j is a constraint, verbatim', (text) => {
  expect(extractAnchors([said(1, `Fine so far.\n${text}\nMore follows.`)])).toContainEqual({
    text,
    kind: 'constraint',
    weight: 3,
    seqs: [1],
  })
})

test('[V4] weights: 3 where the assistant or an error speaks, 2 in arguments, little in results', () => {
  const anchors = extractAnchors([
    said(1, 'saidHere'),
    called(2, 'Grep', { pattern: 'argHere' }),
    returned(3, 'Grep', 'resultHere and saidHere'),
    returned(4, 'Bash', 'FooError: errorHere', true),
  ])
  expect(weightOf(anchors, 'saidHere')).toBe(3)
  expect(weightOf(anchors, 'argHere')).toBe(2)
  expect(weightOf(anchors, 'resultHere')).toBeLessThan(1)
  expect(weightOf(anchors, 'errorHere')).toBe(3)
  expect(anchors.find((anchor) => anchor.text === 'saidHere')?.seqs).toEqual([1, 3])
})

test("[D4] the user's own words inside results weigh as much as speech", () => {
  const anchors = extractAnchors([
    returned(
      2,
      'Edit',
      "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nuse port_map, never touch legacyPort", // words: ok
      true,
    ),
    returned(4, 'AskUserQuestion', 'User has answered: "Which store?"="blob_store"'),
  ])
  expect(weightOf(anchors, 'port_map')).toBe(3)
  expect(weightOf(anchors, 'legacyPort')).toBe(3)
  expect(weightOf(anchors, 'blob_store')).toBe(3)
})

test('[V4] line numbers, color codes and reminders of the client are not part of what was said', () => {
  const anchors = extractAnchors([
    returned(2, 'Read', '  1116→const fooBar = 1\n  1117→const b = 2'),
    returned(4, 'Read', '2201\tx_one\n2202\tx_two'),
    returned(6, 'Bash', '\u001b[31mred_thing\u001b[0m\n<system-reminder>secretHint</system-reminder>'),
  ]).map((anchor) => anchor.text)
  expect(anchors).toEqual(expect.arrayContaining(['fooBar', 'x_one', 'x_two', 'red_thing']))
  for (const removed of ['1116', '1117', '2201', '2202', 'secretHint']) expect(anchors).not.toContain(removed)
})

test('[V4] an anchor is found only as a whole word; the tail of a path is found', () => {
  expect(containsAnchor({ text: 'a.ts', kind: 'path' }, 'edit src/domain/a.ts now')).toBe(true)
  expect(containsAnchor({ text: 'a.ts', kind: 'path' }, 'edit src/ba.ts or a.tsx')).toBe(false)
  expect(containsAnchor({ text: '200', kind: 'number' }, '1,200 or 2001 or 3.200')).toBe(false)
  expect(containsAnchor({ text: '200', kind: 'number' }, 'took 200ms.')).toBe(true)
  expect(containsAnchor({ text: '1.2.3', kind: 'version' }, 'at 1.2.3.4')).toBe(false)
  expect(containsAnchor({ text: 'foo_bar', kind: 'identifier' }, '使用foo_bar函数')).toBe(true)
  expect(containsAnchor({ text: '--dry', kind: 'identifier' }, '--dry-run')).toBe(false)
})

test('[V4] every exact anchor is in the text it came from', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      'src/a.ts',
      'fooBar',
      'a_b',
      '1,200',
      '10 ms',
      'v1.2',
      'https://x.io/y',
      '#12',
      '不要',
      'ENOENT',
      '\n',
      '**',
      ':',
      '"',
      '--x-y',
    ),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), fc.constantFrom(' ', '', ', '), (words, glue) => {
      const text = words.join(glue)
      for (const anchor of extractAnchors([typed(1, text)])) expect(text.replace(/\r\n?/g, '\n')).toContain(anchor.text)
    }),
    { seed: 7, numRuns: often(120, 300) },
  )
})

test('[T1] anchors come in linear time from any input', () => {
  const size = 200_000
  const nasty = [
    'a',
    'a.',
    '../',
    'http://a ',
    'a://',
    '_',
    '<system-reminder>',
    '\u001b[',
    '1,',
    '1,000',
    'deadbeef0',
    '((',
    '12\n',
    'a@b.',
    'aB',
    'never ',
    '。',
    '😀',
    'a-',
    'a:',
    'a\\',
    '#a ',
    'م ',
    '\r',
  ]
  for (const unit of nasty) {
    const text = unit.repeat(Math.ceil(size / unit.length)).slice(0, size)
    const read = () => cpuMs(() => extractAnchors([said(1, text)]))
    let least = read()
    // A busy machine interrupts some runs.
    for (let run = 1; run < 3 && least >= 500; run++) least = Math.min(least, read())
    // Measured at most 80 ms on an idle core; anything quadratic takes seconds.
    expect(least, JSON.stringify(unit)).toBeLessThan(500)
  }
})

test('[V4] what an ordinary session must not lose', () => {
  const texts = extractAnchors(WORKING_SESSION)
    .filter((anchor) => anchor.weight >= 2)
    .map((anchor) => anchor.text)
  expect(texts).toEqual(
    expect.arrayContaining([
      '/app/src/auth/login.ts',
      'TypeError',
      'verifyToken',
      '9.0.2',
      '/v1/refresh',
      'https://docs.example.com/auth',
      '--runInBand',
    ]),
  )
})

test('[V4] of many anchors in a long text the same ones are found as one by one', () => {
  const word = fc.constantFrom('src/a.ts', 'keep', 'never', '10.0.1', 'retryAfter', 'of', 'the', 'list', '日本', 'E503')
  const kind = fc.constantFrom('constraint', 'decision', 'path', 'identifier', 'number')
  const words = fc.array(word, { maxLength: 40 })
  fc.assert(
    fc.property(
      words,
      fc.array(fc.tuple(fc.nat(39), fc.integer({ min: 1, max: 6 }), words, kind), { maxLength: 20 }),
      (said, cuts) => {
        const text = said.join(' ')
        const isFound = anchorMatcher(text, Infinity)
        for (const [from, count, others, of] of cuts)
          for (const needle of [
            said.slice(from, from + count).join(' '),
            others.slice(0, count).join(' '),
            text.slice(from, from + 9 * count),
          ])
            expect(isFound({ text: needle, kind: of })).toBe(containsAnchor({ text: needle, kind: of }, text))
      },
    ),
    { seed: 20_261_122 },
  )
})
