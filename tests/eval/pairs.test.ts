/** The evaluation of pairs: both contexts end at the same message, the sheet does not say which is which, and a run goes on. */
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Arm } from '../../eval/pairs/arms.js'
import { writeSheet, type Pair } from '../../eval/pairs/kept.js'
import { reportPairs } from '../../eval/pairs/report.js'
import { opened, parseVerdicts } from '../../eval/pairs/verdicts.js'
import { ScriptedOllama } from '../../testing/scripted-ollama.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'

const model = new ScriptedOllama({ scenario: 'honest', model: 'scripted-1b', contextLength: 16_384 })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-pairs-'))
  await model.listen()
})
afterAll(async () => {
  await model.close()
  await Promise.all(databases.map((database) => database.drop()))
  await rm(folder, { recursive: true, force: true })
})
afterEach(() => vi.restoreAllMocks())

const databases: TestDatabase[] = []
async function newDatabase(): Promise<string> {
  const made = await migratedDatabase()
  databases.push(made)
  return made.url
}

const EXAMPLE = 'examples/claude-code-session.jsonl.gz'

/** A real session of an agent, under a name. */
async function writeLog(name: string): Promise<string> {
  const path = join(folder, `${name}.jsonl.gz`)
  await copyFile(EXAMPLE, path)
  return path
}

test('[V11] a pair ends at the same message with and without a model, and a run that ended early goes on', async () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const logs = [await writeLog('alpha'), await writeLog('beta')]
  const place = join(folder, 'out')
  const run = (...more: string[]) =>
    reportPairs(
      ['--folder', place, '--summary-model', 'scripted-1b', '--host', model.url, '--size', '8K', ...more, ...logs],
      newDatabase,
    )
  const pairs = async () =>
    (await readFile(join(place, 'pairs.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Pair)

  await run('--pairs', '1')
  const [first] = await pairs()
  const calls = model.calls
  expect(first!.withModel.messages).toBe(first!.without.messages)
  expect(first!.withModel.calls.map(({ verdict }) => verdict)).toContain('accepted')
  expect(first!.withModel.replies).toHaveLength(first!.withModel.calls.length)
  expect(first!.withModel.text).toContain('written by scripted-1b')
  expect(first!.without).toMatchObject({ calls: [], replies: [] })
  expect(first!.without.text).not.toBe('')

  await run('--pairs', '2')
  expect((await pairs())[0]).toEqual(first)
  expect((await pairs()).map(({ name }) => name).toSorted()).toEqual(['alpha.jsonl.gz alpha', 'beta.jsonl.gz beta'])
  expect(model.calls).toBe(2 * calls)
  await run('--pairs', '2')
  expect(model.calls).toBe(2 * calls)

  const sheet = await readFile(join(place, 'sheet.md'), 'utf8')
  expect(sheet.match(/^### [AB]$/gm)).toEqual(['### A', '### B', '### A', '### B'])
  expect(sheet).not.toMatch(/written by|copied from|scripted-1b/)
  expect(await readFile(join(place, 'sources', '1.txt'), 'utf8')).toMatch(/^### 1 user\n/)

  const key = JSON.parse(await readFile(join(place, 'key.json'), 'utf8')) as Record<string, string>
  await writeFile(
    join(place, 'verdicts.tsv'),
    `pair\tbetter\tfalse A\tfalse B\treason\n1\t${key[1]}\t0\t0\tnames the steps\n`,
  )
  printed.mockClear()
  await reportPairs(['--folder', place, '--verdicts', join(place, 'verdicts.tsv')])
  const lines = printed.mock.calls.map(([line]) => String(line))
  expect(lines).toContainEqual('agent\t1\t1\t0\t0\t100% (100% to 100%)\t0\t0')
  expect(lines).toContainEqual('pairs without a verdict, which are not counted: 1')
})

test('[V11] a prompt longer than allowed is never sent, and its conversation makes no pair', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const [calls, place] = [model.calls, join(folder, 'short')]
  const asked = ['--summary-model', 'scripted-1b', '--host', model.url, '--size', '8K', '--prompt-tokens', '200']
  await reportPairs(['--folder', place, ...asked, await writeLog('gamma')], newDatabase)
  expect(said.mock.calls.flat()).toEqual(['gamma.jsonl.gz gamma: not asked, or too long'])
  expect(model.calls).toBe(calls)
})

const arm = (text: string): Arm => ({ text, messages: 8, calls: [], replies: [], covered: null, asked: 0, held: 0 })
const pair = (name: string, withModel: string, without: string): Pair => ({
  ...{ name, kind: 'chat', size: '8K', model: 'small' },
  ...{ withModel: arm(withModel), without: arm(without) },
})

test('[V11] verdicts count for the text that the key names, and equal texts as equal', async () => {
  const place = await mkdtemp(join(folder, 'key-'))
  const pairs = Array.from({ length: 40 }, (_, at) => pair(`talk ${at}`, `with ${at}`, at === 3 ? 'with 3' : 'without'))
  const key = await writeSheet(place, pairs, 5)
  // Both orders occur, and more pairs do not change those that were judged.
  expect(new Set(Object.values(key))).toEqual(new Set(['A', 'B']))
  expect(Object.keys(key)).not.toContain('4')
  expect(await writeSheet(place, pairs.slice(0, 9), 5)).toEqual(
    Object.fromEntries(Object.entries(key).filter(([number]) => Number(number) <= 9)),
  )
  const rows = pairs.map((_, at) => [at + 1, at % 3 === 0 ? 'equal' : 'A', 2, 1, 'why'].join('\t'))
  const judged = opened(pairs, key, parseVerdicts(['pair\tbetter\ta\tb\treason', ...rows].join('\n')))
  for (const [at, { score, falseWith, falseWithout }] of judged.entries()) {
    const isA = key[at + 1] === 'A'
    expect(score).toBe(at % 3 === 0 ? 0 : isA ? 1 : -1)
    expect([falseWith, falseWithout]).toEqual(at === 3 ? [0, 0] : isA ? [2, 1] : [1, 2])
  }
})

test.each(['1\tC\t0\t0\tx', 'one\tA\t0\t0\tx', '1\tA\t\t0\tx', '1\tA'])('[V11] the verdict %j is refused', (line) => {
  expect(() => parseVerdicts(`head\n${line}`)).toThrow('expected "pair, A|B|equal, count, count, reason"')
})
