import { expect, test } from 'vitest'
import { nameOf, pickRows } from '../../dashboard/src/state/pick-rows.js'
import { cellsOf, describeCell, LOOKS, runsOf, type Entry } from '../../dashboard/src/strip/cells.js'
import { cornerOf, layoutOf, seqAt } from '../../dashboard/src/strip/layout.js'
import { shapesOf } from '../../dashboard/src/strip/shapes.js'
import { stripSvg } from '../../dashboard/src/strip/svg.js'

const message = (seq: number, state: 'raw' | 'reduced', more = {}): Entry => {
  return { kind: 'message', tokens: 1, rule: 'C2', reason: '', seq, state, ...more }
}
const checkpointEntry = (checkpointId: string): Entry => {
  return { kind: 'checkpoint', tokens: 1, rule: 'C4', reason: '', checkpointId }
}
const checkpoints = new Map(
  [3, 2, 1, 0].map((level) => {
    const at = 10 * (4 - level)
    return [
      `cp_${level}`,
      {
        id: `cp_${level}`,
        level,
        covered: [
          { from: at, to: at + 2 },
          { from: at + 4, to: at + 4 },
        ],
      },
    ]
  }),
)

test('[P2] a message is in the context, behind one of its checkpoints, evicted, or not yet there', () => {
  const entries = [
    message(1, 'raw', { human: true, pinned: true }),
    ...[3, 2, 1, 0].map((level) => checkpointEntry(`cp_${level}`)),
    message(13, 'raw', { human: true }),
    message(60, 'reduced'),
  ]
  const cells = cellsOf(entries, checkpoints, { newest: 60, count: 64 })
  const look = (seq: number) => LOOKS[cells.looks[seq - 1]!]
  expect([1, 2, 10, 12, 13, 14, 20, 30, 40, 60, 61, 64].map(look)).toEqual([
    'raw',
    'evicted',
    'level-3',
    'level-3',
    'raw',
    'level-3',
    'level-2',
    'level-1',
    'ultra',
    'reduced',
    'later',
    'later',
  ])
  expect(describeCell(cells, 1)).toBe('Message 1: whole, human words, pinned')
  const runs = runsOf(cells)
  expect(runs[0]).toEqual({ from: 1, to: 1, look: 'raw', marks: ['human words', 'pinned'] })
  expect(runs.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBe(64)
  expect(runsOf(cellsOf([], new Map(), { newest: 0, count: 0 }))).toEqual([])
})

test('[10] every look has its own pattern, not only its own color', () => {
  const patterns = LOOKS.map((look) => JSON.stringify(shapesOf(look, 0, 12, 20)))
  expect(new Set(patterns).size).toBe(LOOKS.length)
  const marks = Array.from({ length: 8 }, (_, mark) => JSON.stringify(shapesOf('raw', mark, 12, 20)))
  expect(new Set(marks).size).toBe(8)
})

test('[10] a point finds the cell that is drawn there, at every width', () => {
  for (const [count, width] of [
    [1, 300],
    [432, 800],
    [10_000, 1_100],
    [10_000, 340],
    [3, 2],
  ] as const) {
    const layout = layoutOf(count, width)
    for (const seq of [1, Math.ceil(count / 2), count]) expect(seqAt(layout, count, cornerOf(layout, seq))).toBe(seq)
    expect(layout.columns * layout.rows).toBeGreaterThanOrEqual(count)
    expect(seqAt(layout, count, { x: -1, y: 0 })).toBe(null)
    expect(seqAt(layout, count, { x: 0, y: layout.height + 50 })).toBe(null)
  }
})

test('[10] names cannot break out of the saved picture', () => {
  const cells = cellsOf([message(1, 'raw')], new Map(), { newest: 1, count: 1 })
  const inks = { ink: '#000', checkpoint: '#00f', user: '#f0f', pin: '#0f0', recall: '#0ff', faint: '#999' }
  const svg = stripSvg(cells, layoutOf(1, 100), { title: '</text><script>"&', inks, paper: '#fff' })
  expect(svg).toContain('&lt;/text&gt;&lt;script&gt;&quot;&amp;')
})

test('[10] sessions are picked by name, state and the name of their app, and sorted, ties always in the same order', () => {
  const row = (id: string, utilization: number, externalId: string | null = null) => {
    const contextStatus = {
      utilization,
      untilCompression: id === 'c' ? 0 : 100,
      degraded: [],
      reliability: { factsKept: id === 'c' ? null : utilization },
      compressor: { state: 'idle' },
    }
    const named = { id, externalId, metadata: {}, appId: `app_${id}`, model: 'm', createdAt: '' }
    return { ...named, lastActivityAt: `${utilization}`, contextStatus }
  }
  const rows = [row('c', 0.5), row('a', 0.5, 'Zeta'), row('b', 0.9, 'alpha')]
  const appName = (appId: string) => (appId === 'app_b' ? 'Coding agent' : appId)
  const ids = (picking: Partial<Parameters<typeof pickRows>[1]>) =>
    pickRows(rows, { condition: '', app: '', search: '', sort: 'usage', ...picking }, appName).map(({ id }) => id)
  expect(ids({})).toEqual(['b', 'a', 'c'])
  expect(ids({ sort: 'facts' })).toEqual(['a', 'b', 'c'])
  expect(ids({ sort: 'name' })).toEqual(['b', 'c', 'a'])
  expect(ids({ search: 'ZET' })).toEqual(['a'])
  expect(ids({ search: 'coding-agent' })).toEqual([])
  expect(ids({ search: 'coding AGENT' })).toEqual(['b'])
  expect(ids({ search: 'app_c' })).toEqual(['c'])
  expect(ids({ condition: 'soon' })).toEqual(['c'])
  expect(ids({ condition: 'stuck' })).toEqual([])
  expect(ids({ app: 'app_a' })).toEqual(['a'])
})

test('[M7] a message before which earlier words are recalled has a mark of its own, whatever else it is', () => {
  const recall: Entry = { kind: 'recall', tokens: 9, rule: 'M5', reason: '', seq: 2 }
  const entries = [message(1, 'raw'), recall, message(2, 'raw', { human: true })]
  const cells = cellsOf(entries, new Map(), { newest: 2, count: 2 })
  expect(describeCell(cells, 1)).toBe('Message 1: whole')
  expect(describeCell(cells, 2)).toBe('Message 2: whole, human words, earlier words recalled before it')
  expect(runsOf(cells).map(({ marks }) => marks)).toEqual([[], ['human words', 'earlier words recalled before it']])
})

test('[10] a session is called by its title, else by its external id, its first words, or its id', () => {
  const [id, externalId, opening] = ['ses_1', 'chat 7', 'Where is the violin?']
  const bare = { id, externalId: null, metadata: {}, title: null, opening: null }
  expect(nameOf({ ...bare, externalId, opening, title: 'Trip' })).toBe('Trip')
  expect(nameOf({ ...bare, externalId, opening, title: 'Of a model', metadata: { title: 'Given' } })).toBe('Given')
  expect(nameOf({ ...bare, externalId, opening })).toBe(externalId)
  expect(nameOf({ ...bare, opening })).toBe(opening)
  // A program at a door made the id; in our own header, a person chose it.
  const named = (matchedBy: string) => nameOf({ ...bare, externalId, opening, metadata: { door: 'openai', matchedBy } })
  expect([named('x-claude-code-session-id'), named('x-palimpsest-session')]).toEqual([opening, externalId])
  for (const metadata of [{}, { title: ' ' }, { title: 7 }]) expect(nameOf({ ...bare, metadata })).toBe(id)
})
