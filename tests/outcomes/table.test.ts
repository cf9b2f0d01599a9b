import { describe, expect, test } from 'vitest'
import { evidenceIn } from '../../src/domain/outcomes/evidence.js'
import { endedBy, writtenCode } from '../../src/domain/outcomes/exit-code.js'
import { rowsOf, withoutPrefix } from '../../src/domain/outcomes/rows.js'
import { anyOf } from '../../src/knowledge/any-of.js'
import { ENDED } from '../../src/knowledge/ended.js'
import { AGENT_ROWS, CODE_FORMATS } from '../../src/knowledge/exit-codes.js'
import { FAULTS } from '../../src/knowledge/faults.js'
import {
  argumentsOf,
  isCheckKind,
  isFileTool,
  isQuietTool,
  reachesOthers,
  ROWS,
  rowOf,
  wordsOf,
} from '../../src/knowledge/read.js'
import type { Row } from '../../src/knowledge/row.js'
import { FILE_VERBS, LOOK_ENDINGS, LOOK_VERBS, OWN_NOTES, QUIET_TOPICS, REACHING } from '../../src/knowledge/tools.js'

/** The examples of the table are its tests. [V9] */

const evidence = (row: Row, line: string) => evidenceIn(rowsOf(line), row, isCheckKind(row.kind))

/** A command for each choice of a form. */
function commandsOf(form: string): string[] {
  const words = form.split(' ').filter((word) => word !== '…' && word !== '$')
  const choices = words.map((word) => word.split('|').map((one) => one.replaceAll('*', 'x')))
  return choices.reduce((all, next) => all.flatMap((start) => next.map((word) => `${start} ${word}`.trim())), [''])
}

describe.each(ROWS.map((row) => [row.name, row] as const))('[V9] the row "%s"', (_, row) => {
  test('has an example and a counterexample of everything that it recognizes', () => {
    const [like, unlike] = [row.like, row.unlike]
    const given = { ...row, command: row.commands ?? row.command }
    for (const key of ['command', 'passed', 'part', 'failed'] as const)
      expect([key, (like[key]?.length ?? 0) > 0, (unlike[key]?.length ?? 0) > 0]).toEqual([
        key,
        given[key] !== undefined,
        given[key] !== undefined,
      ])
  })
  test('is the row of each of its words', () => {
    const others = (row.commands ?? []).flatMap(commandsOf).filter((command) => {
      const found = rowOf(command)
      // Of rows with a pattern, the options decide, which are no part of a form.
      return found !== row && found?.command === undefined
    })
    expect(others).toEqual([])
  })
  test('recognizes its commands, and no others', () => {
    for (const command of row.like.command ?? []) expect([command, rowOf(command)?.name]).toEqual([command, row.name])
    for (const command of row.unlike.command ?? []) expect([command, rowOf(command) === row]).toEqual([command, false])
  })
  test('reads success and failure from its lines, and from no others', () => {
    for (const line of row.like.passed ?? [])
      expect([line, evidence(row, line)]).toMatchObject([line, { passed: true, failed: '' }])
    for (const line of row.unlike.passed ?? []) expect([line, evidence(row, line).passed]).toEqual([line, false])
    // A part alone proves nothing, so its lines are compared with the pattern.
    const part = row.part && anyOf([row.part])
    for (const line of row.like.part ?? []) expect([line, part?.test(line)]).toEqual([line, true])
    for (const line of row.unlike.part ?? []) expect([line, part?.test(line)]).toEqual([line, false])
    for (const line of row.like.failed ?? [])
      expect([line, evidence(row, line).failed]).toEqual([line, expect.stringMatching(/./)])
    for (const line of row.unlike.failed ?? []) expect([line, evidence(row, line).failed]).toEqual([line, ''])
  })
})

test.each(FAULTS.map((fault) => [fault.name, fault] as const))(
  '[V9] the fault "%s" is in its lines alone',
  (_, { lines, like, unlike }) => {
    const line = anyOf([lines])
    expect([like.length > 0, unlike.length > 0]).toEqual([true, true])
    for (const text of like) expect([text, line.test(text)]).toEqual([text, true])
    for (const text of unlike) expect([text, line.test(text)]).toEqual([text, false])
  },
)

/** The form with each of its choices alone. */
function choicesIn(form: string): string[] {
  const words = form.split(' ')
  return words.flatMap((word, at) => word.split('|').map((one) => words.with(at, one).join(' ')))
}

test('[V9] every choice of a form of lines has an example', () => {
  const described = [
    ...ROWS.flatMap(({ passed, part, failed, like }) =>
      (
        [
          [passed, like.passed],
          [part, like.part],
          [failed, like.failed],
        ] as const
      ).map(([lines, examples = []]) => [lines?.forms ?? [], examples] as const),
    ),
    ...FAULTS.map(({ lines, like }) => [lines.forms ?? [], like] as const),
  ]
  const unseen = described.flatMap(([forms, examples]) => {
    const rows = examples.flatMap(rowsOf).flatMap((row) => [row, withoutPrefix(row)])
    return forms.flatMap(choicesIn).filter((form) => !rows.some((row) => anyOf([{ forms: [form] }]).test(row)))
  })
  expect(unseen).toEqual([])
})

test.each(CODE_FORMATS.map((format) => [format.name, format] as const))(
  '[V9] exit codes as "%s"',
  (_, { line, like, unlike }) => {
    for (const [text, code] of like) expect([text, writtenCode([text])]).toEqual([text, code])
    for (const text of unlike) expect([text, line.test(text)]).toEqual([text, false])
  },
)

test.each(ENDED.map((row) => [row.name, row] as const))('[V9] agents end a command: "%s"', (_, row) => {
  for (const text of row.like) expect([text, endedBy([text])]).toEqual([text, row.says ?? text])
  for (const text of row.unlike) expect([text, endedBy([text])]).toEqual([text, ''])
})

test.each(AGENT_ROWS.map((row) => [row.name, row] as const))('[V9] agents add "%s"', (_, { line, like, unlike }) => {
  for (const text of like) expect([text, line.test(text)]).toEqual([text, true])
  for (const text of unlike) expect([text, line.test(text)]).toEqual([text, false])
})

test.each([
  ...['CI=1 ', 'sudo ', 'time ', 'command ', 'exec ', 'env ', 'nohup ', 'stdbuf -oL ', 'do ', 'then ', 'else ', '{ '],
  ...['! ', 'timeout 60 ', 'timeout -k 5 60 ', 'timeout --foreground 60 ', 'sudo CI=1 time '],
])('[V9] "%spytest" runs pytest', (before) => {
  expect(rowOf(`${before}pytest -x`)?.name).toBe('pytest')
})

test.each(['git -C a', 'git -c core.pager=cat', 'git --no-pager', 'git --git-dir=a/.git', 'git --git-dir a/.git -C b'])(
  '[V9] "%s log" only looks',
  (git) => {
    expect(rowOf(`${git} log -3`)?.name).toBe('git look')
    expect(rowOf(`${git} commit`)?.name).toBe('git')
  },
)

test.each([
  ['readHTMLFile', ['read', 'html', 'file']],
  ['mcp__files__read_file', ['read', 'file']],
  ['fs.readFile', ['read', 'file']],
  ['server:list-items', ['list', 'items']],
  ['tools/search', ['search']],
  ['mcp__plugin_shop__shop_get_order', ['get', 'order']],
  ['mcp__shop__shop', ['shop']],
])('[V9] the words of the tool %s', (tool, words) => {
  expect(wordsOf(tool)).toEqual(words)
})

test('[V9] a name with a verb that reaches others is that of a tool that does', () => {
  for (const name of REACHING.like) expect([name, reachesOthers(name)]).toEqual([name, true])
  for (const name of REACHING.unlike) expect([name, reachesOthers(name)]).toEqual([name, false])
})

test.each([
  ['look verbs', LOOK_VERBS, isQuietTool],
  ['quiet topics', QUIET_TOPICS, isQuietTool],
  ['own notes', OWN_NOTES, isQuietTool],
  ['look endings', LOOK_ENDINGS, isQuietTool],
  ['file verbs', FILE_VERBS, isFileTool],
] as const)('[V9] the %s make a tool quiet by whole words of its name', (_, { words, like, unlike }, isQuiet) => {
  expect(words.size).toBeGreaterThan(0)
  for (const name of like) expect([name, isQuiet(name)]).toEqual([name, true])
  for (const name of unlike) expect([name, isQuiet(name)]).toEqual([name, false])
})

test.each([
  ['vendor/bin/phpunit tests/a', ['tests/a']],
  ['python3 -m pytest -x tests', ['-x', 'tests']],
  ['go test ./...', ['./...']],
  ['sbt core/test:compile', []],
])('[C4] what "%s" is about are the words after the runner', (command, rest) => {
  expect(argumentsOf(rowOf(command)!, command.split(' '))).toEqual(rest)
})
