import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assembleContext } from '../../src/domain/context/context.js'
import { applyAct, type GoalAct, type GoalChange } from '../../src/domain/goal/act.js'
import { activeGoal, type Goal } from '../../src/domain/goal/goal.js'
import { putItem, type ItemInput } from '../../src/domain/goal/item.js'
import { blockTokens, flushedView, noteTokens, viewAfter } from '../../src/domain/goal/view.js'
import type { GoalsView } from '../../src/domain/session/shown-blocks.js'
import { FORMATS, type Format, type Json } from '../../src/domain/message.js'
import { renderContext } from '../../src/app/shared/render-context.js'
import { randomLog, takeLog } from '../support/random-log.js'
import { count } from '../summary/spans.js'
import { pairProblems } from '../../testing/validity.js'
import { often } from '../support/long-run.js'

const text = fc.constantFrom('write it', 'test it', 'keep the format', 'src/a.ts', 'never on a Friday', 'ask first')
const item: fc.Arbitrary<ItemInput> = fc.oneof(
  fc.record({ kind: fc.constant('step'), text, status: fc.constantFrom('pending', 'in-progress', 'completed') }),
  fc.record({ kind: fc.constant('decision'), text, locked: fc.boolean() }),
  fc.record({ kind: fc.constant('artifact'), path: text, action: fc.constantFrom('created', 'deleted') }),
  fc.record({ kind: fc.constant('next'), text, status: fc.constantFrom('open', 'done') }),
)
const wish = fc.oneof(
  fc.record({ goal: text }),
  fc.record({ item }),
  fc.record({ status: fc.constantFrom('paused', 'completed') }),
)
type Wish = { goal: string } | { item: ItemInput } | { status: 'paused' | 'completed' }
/** For each message what is wished after it, and by whom. */
const wishes = fc.array(
  fc.record({ at: fc.nat(40), wish, by: fc.constantFrom<'app' | 'marker'>('app', 'app', 'marker') }),
  {
    maxLength: 12,
  },
)

function changesOf(goals: readonly Goal[], wanted: Wish, n: number): GoalChange[] {
  if ('goal' in wanted)
    return [
      { type: 'goal-added', goal: { id: `goal_${n}`, description: wanted.goal, priority: 'high', status: 'active' } },
    ]
  const active = activeGoal(goals)
  if (!active) return []
  if ('item' in wanted) return putItem(active, wanted.item, { id: `itm_${n}`, seq: null }).changes
  const { id, description, priority } = active
  return [{ type: 'goal-changed', goal: { id, description, priority, status: wanted.status } }]
}

interface Sent {
  system: string | null
  messages: Json[]
}

async function sent(format: Format, values: readonly object[], goals: GoalsView | null): Promise<Sent> {
  const log = takeLog(values)
  const context = assembleContext({
    entries: log.entries,
    checkpoints: [],
    lastSpokenSeq: log.session.lastSpokenSeq,
    ledger: null,
    goals,
  })
  const messages = new Map(log.messages.map((message) => [message.seq, message]))
  const rendered = await renderContext(format, 'You help.', context, { messages, reductions: new Map() })
  return { system: rendered.system, messages: rendered.messages.map((json) => JSON.parse(json) as Json) }
}

/** Anthropic joins neighbours of one role: its prefix is that of its blocks, and the last text may grow at its end. */
function pieces(format: Format, { system, messages }: Sent): string[] {
  const flat = messages.flatMap((message) => {
    const { role, content } = message as { role: string; content: Json }
    if (format !== 'anthropic') return [JSON.stringify(message)]
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Json[])
    return blocks.map((block) => JSON.stringify([role, block]))
  })
  return [JSON.stringify(system), ...flat]
}

function expectPrefix(format: Format, before: Sent, now: Sent): void {
  const [a, b] = [pieces(format, before), pieces(format, now)]
  expect(b.slice(0, a.length - 1)).toEqual(a.slice(0, -1))
  const last = a.at(-1)!
  if (format === 'anthropic') expect(b[a.length - 1]!.startsWith(last.replace(/["\]}]*$/, ''))).toBe(true)
  else expect(b[a.length - 1]).toBe(last)
}

test('[P12] [G2] [P5] whatever is done to goals between two cuts, every context begins with the one before, in every format', async () => {
  await fc.assert(
    fc.asyncProperty(randomLog(), wishes, fc.nat(40), async (values, wanted, foldAt) => {
      let goals: Goal[] = []
      let view: GoalsView | null = null
      const before = new Map<Format, Sent>()
      const read = async (seq: number) => {
        for (const format of FORMATS) {
          const now = await sent(format, values.slice(0, seq), view)
          expect(pairProblems(format, now.messages), format).toEqual([])
          const last = before.get(format)
          if (last) expectPrefix(format, last, now)
          before.set(format, now)
        }
      }
      for (let seq = 1; seq <= values.length; seq++) {
        await read(seq)
        for (const { wish, by } of wanted.filter(({ at }) => at === seq)) {
          const changes = changesOf(goals, wish, view?.acts ?? 0)
          if (changes.length === 0) continue
          const act: GoalAct = { n: (view?.acts ?? 0) + 1, by, seq, at: new Date(seq), changes, refused: [] }
          const after = applyAct(goals, act)
          view = viewAfter(view, act, { before: goals, after }, count)
          goals = after
          await read(seq)
        }
        if (seq === foldAt && view) {
          // A cut: everything may move, and the next contexts begin with what it leaves.
          view = flushedView(view, goals, 13_600, 1_000, count)
          expect(view.notes).toEqual([])
          before.clear()
        }
      }
    }),
    { numRuns: often(75, 150), seed: 20_261_123 },
  )
})

test('[G2] what is set is whole, the progress takes no more than its share, and all of it is counted', () => {
  const many = fc.array(item, { maxLength: 80 })
  fc.assert(
    fc.property(many, fc.constantFrom(3_400, 13_600), fc.nat(3_000), (items, limit, growth) => {
      const added: GoalChange = {
        type: 'goal-added',
        goal: { id: 'goal_1', description: 'Ship it', priority: 'low', status: 'active' },
      }
      let goals = applyAct([], { changes: [added], at: new Date(0) })
      for (const [n, one] of items.entries())
        goals = applyAct(goals, {
          changes: putItem(goals[0]!, one, { id: `itm_${n}`, seq: null }).changes,
          at: new Date(n),
        })
      const act: GoalAct = { n: 1, by: 'app', seq: 0, at: new Date(0), changes: [], refused: [] }
      const view = flushedView(viewAfter(null, act, { before: [], after: goals }, count), goals, limit, growth, count)
      expect(view.goal?.text).toContain('Ship it')
      for (const one of goals[0]!.items) {
        if (one.kind === 'decision' && one.locked) expect(view.goal?.text.split('\n')).toContain(`- ${one.text}`)
      }
      expect(view.goal?.tokens).toBe(count(view.goal!.text) + 4)
      expect(view.protectedTokens).toBe(view.goal!.tokens)
      if (view.progress) {
        expect(view.progress.tokens).toBe(count(view.progress.text) + 4)
        expect(blockTokens(view)).toBeLessThanOrEqual(0.07 * limit + 1)
        expect(view.progress.tokens).toBeLessThanOrEqual(growth)
      }
      expect(noteTokens(view)).toBe(0)
    }),
    { numRuns: often(75, 150), seed: 3 },
  )
})
