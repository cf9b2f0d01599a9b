import { expect, test } from 'vitest'
import { planAging, type AgedCheckpoint, type AgingInput } from '../../src/domain/compression/aging.js'
import type { Checkpoint, CheckpointLine } from '../../src/domain/checkpoint/checkpoint.js'
import { seededRandom } from '../../eval/seeded-random.js'
import { checkpoint, count, line } from './spans.js'

const LEVELS = { detailed: 1_200, moderate: 600, brief: 300 }
const TOTAL = 3_400

function age(checkpoints: Checkpoint[], more: Partial<AgingInput> = {}): AgedCheckpoint[] {
  return planAging({
    ...{ checkpoints, newestId: checkpoints.at(-1)!.id, levels: LEVELS, totalTokens: TOTAL, reserveTokens: TOTAL },
    ...{ step: true, sparing: true, count },
    ...more,
  })
}
const WORDS =
  'tables rows names dates reports buffers readers exports imports digests stores queues workers caches'.split(' ')
/** Lines of about 25 tokens that share no row. */
function filled(number: number, lines: number, more: Partial<Checkpoint> = {}): Checkpoint {
  const random = seededRandom(number)
  const texts = Array.from({ length: lines }, (_, at) => {
    const words = Array.from({ length: 9 }, () => WORDS[Math.floor(random() * WORDS.length)])
    const text = `In src/part${number}/file${at}.ts the ${words.join(' ')} stay`
    return line(text, at % 2 === 0 ? 'decision' : 'progress', (at % 10) / 10)
  })
  return checkpoint(number, texts, more)
}
const about = (text: string, subject: string, seq: number): CheckpointLine => ({
  ...line(text, text.includes('failed') ? 'error' : 'progress', 0.7),
  ...{ about: subject, by: 'extract' as const, sources: [seq] },
})

test('[P12] [C5] while the line budget has free tokens, no checkpoint changes', () => {
  const all = [filled(1, 20), filled(2, 20), filled(3, 20)]
  expect(all.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThan(TOTAL)
  expect(age(all)).toEqual([])
  expect(age(all, { sparing: false })).toHaveLength(2)
})

test('[P12] [C5] a full budget first takes from the detailed and moderate ones, and leaves the oldest as they are', () => {
  const old = [filled(1, 60, { level: 0 }), filled(2, 10, { level: 1 })]
  const all = [...old, filled(3, 24, { level: 2 }), filled(4, 40), filled(5, 30)]
  expect(all.reduce((sum, { tokens }) => sum + tokens, 0)).toBeGreaterThan(TOTAL)
  const aged = age(all)
  expect(aged.map(({ replaces, level }) => [...replaces, level])).toEqual([
    ['cp_3', 1],
    ['cp_4', 2],
  ])
  const kept = [...old, all.at(-1)!, ...aged]
  expect(kept.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(TOTAL)
})

test('[C4] [P12] when that is not enough, all age in one batch that leaves free tokens for the next compressions', () => {
  const all = [filled(1, 110, { level: 0 }), filled(2, 10, { level: 1 }), filled(3, 5, { level: 2 }), filled(4, 40)]
  const aged = age(all)
  expect(aged[0]).toMatchObject({ level: 0, replaces: ['cp_1', 'cp_2'] })
  const tokens = aged.reduce((sum, one) => sum + one.tokens, all.at(-1)!.tokens)
  expect(tokens).toBeLessThanOrEqual(0.92 * TOTAL)
  expect(tokens).toBeGreaterThan(0.8 * TOTAL)
})

test('[C4] a line that a newer one contradicts leaves at once, one that is repeated waits', () => {
  const other = line('The tables are read in the order of their names.')
  const failed = checkpoint(1, [about('`npm test` failed: 3 tests', 'run npm test', 12), other])
  const same = checkpoint(2, [about('modified src/a.ts', 'file src/a.ts', 22), other])
  const newest = checkpoint(3, [
    about('`npm test` passed', 'run npm test', 32),
    about('modified src/a.ts', 'file src/a.ts', 33),
  ])
  const aged = age([failed, same, newest])
  expect(aged.map(({ replaces, level, lines }) => ({ replaces, level, texts: lines.map(({ text }) => text) }))).toEqual(
    [{ replaces: ['cp_1'], level: 3, texts: [other.text] }],
  )
})

test('[C4] how a turn ended replaces what was found so far, however many tokens that frees', () => {
  const found = `To message 1, so far: ${Array.from({ length: 60 }, (_, at) => `the reader ${at} skips dates`).join(', ')}.`
  const other = line('The tables are read in the order of their names.')
  const first = checkpoint(1, [about(found, 'turn 1', 12), other])
  expect(first.tokens).toBeGreaterThan(0.05 * TOTAL)
  const aged = age([first, checkpoint(2, [about('To message 1: All readers read dates.', 'turn 1', 22)])])
  expect(aged.map(({ replaces, lines }) => ({ replaces, texts: lines.map(({ text }) => text) }))).toEqual([
    { replaces: ['cp_1'], texts: [other.text] },
  ])
})

test('[P7] a checkpoint whose only line is contradicted keeps it', () => {
  const failed = checkpoint(1, [about('`npm test` failed: 3 tests', 'run npm test', 12)])
  const aged = age([failed, checkpoint(2, [about('`npm test` passed', 'run npm test', 22)])])
  expect(aged).toEqual([])
})

test('[C4] lines that left under pressure return in a batch, as soon as they are worth one', () => {
  const whole = filled(1, 40, { level: 0 })
  const [pressed] = age([whole], { newestId: null, totalTokens: 300, step: false, sparing: false })
  const shrunk = { ...whole, ...pressed! }
  const [returned] = age([shrunk, filled(2, 10)])
  expect(returned!.lines.map(({ text }) => text).sort()).toEqual(whole.lines.map(({ text }) => text).sort())
  const few = { ...whole, reserve: [line('A single line that waits for free tokens.')] }
  expect(age([few, filled(2, 10)])).toEqual([])
})

test('[C4] [V5] how one of the newest turns ended is not left out so that an old checkpoint can stay as it is', () => {
  const ends = Array.from({ length: 5 }, (_, at) => {
    const text = `To message ${31 + at}: ${Array.from({ length: 60 }, (__, n) => WORDS[(n * 7 + at) % WORDS.length]).join(' ')}`
    return { ...about(text, `turn ${31 + at}`, 31 + at), tokens: count(`- ${text}\n`) }
  })
  const old = filled(1, 100, { level: 0 })
  const all = [old, checkpoint(3, ends, { level: 2 }), filled(4, 30), filled(5, 20)]
  const shown = (aged: readonly AgedCheckpoint[]) => {
    const replaced = new Set(aged.flatMap(({ replaces }) => replaces))
    return [...all.filter(({ id }) => !replaced.has(id)), ...aged].flatMap(({ lines }) => lines.map(({ text }) => text))
  }
  expect(shown(age(all))).toEqual(expect.arrayContaining(ends.map(({ text }) => text)))
  const waiting = [old, checkpoint(3, ends.slice(3), { level: 1, reserve: ends.slice(0, 3) }), filled(5, 5)]
  const [returned] = age(waiting)
  expect(returned!.lines.map(({ text }) => text)).toEqual(expect.arrayContaining(ends.map(({ text }) => text)))
})

test('[C4] [C5] [P12] over 24 compressions the total holds, and the oldest checkpoint changes in few of them', () => {
  const random = seededRandom(41)
  let live: Checkpoint[] = []
  let oldestChanged = 0
  for (let number = 1; number <= 24; number++) {
    const before = live[0]?.text
    live.push(filled(number, 10 + Math.floor(20 * random())))
    for (const { replaces, ...version } of age(live)) {
      const at = live.findIndex(({ id }) => id === replaces[0])
      const from = live[at]!
      live = live.filter(({ id }) => !replaces.includes(id))
      live.splice(at, 0, { ...from, ...version, id: `${from.id}+` })
    }
    if (number > 1 && live[0]!.text !== before) oldestChanged += 1
    expect(live.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(TOTAL)
    expect(live.every(({ lines }) => lines.length > 0)).toBe(true)
  }
  expect(oldestChanged).toBeGreaterThan(0)
  expect(oldestChanged).toBeLessThan(14)
})

test('[C4] [C8] many small checkpoints join: at most twelve are live', () => {
  const all = Array.from({ length: 13 }, (_, at) => filled(at + 1, 2))
  const [joined, ...more] = age(all)
  expect(more).toEqual([])
  expect(joined).toMatchObject({ level: 0, joined: 12 })
})

const ended = (number: number, seq: number): CheckpointLine => ({
  ...line(
    `To message ${seq} (“please write part ${number} of it”): Part${number} reads the tables of part${number}.`,
    'progress',
    0.7,
  ),
  ...{ about: `turn ${seq}`, by: 'extract' as const, sources: [seq + 1] },
})

test('[C4] a turn loses the quotation of its request in the ultra checkpoint, and nothing else', () => {
  const aged = (level: 0 | 2) =>
    age([checkpoint(1, [ended(1, 2)], { level }), ...Array.from({ length: 12 }, (_, at) => filled(at + 2, 2))])
  const [joined] = aged(0)
  expect(joined!.level).toBe(0)
  expect(joined!.lines[0]).toMatchObject({
    text: 'To message 2: Part1 reads the tables of part1.',
    tokens: count('- To message 2: Part1 reads the tables of part1.\n'),
  })
  const single = planAging({
    ...{ checkpoints: [checkpoint(1, [ended(1, 2)]), filled(2, 2)], newestId: 'cp_2', levels: LEVELS, count },
    ...{ totalTokens: TOTAL, reserveTokens: TOTAL, step: true },
  })
  expect(single.map(({ level, lines }) => [level, lines[0]?.text])).toEqual([[2, ended(1, 2).text]])
})

test('[C4] how the newest turns ended returns, although its line loses its quotation then', () => {
  const waiting = ended(1, 2)
  const shown = [ended(2, 12), ended(3, 22)]
  const older = checkpoint(1, shown, { level: 0, reserve: [waiting] })
  const aged = age([older, filled(2, 4), filled(3, 4)])
  expect(aged[0]?.lines.map(({ about }) => about)).toContain('turn 2')
})
