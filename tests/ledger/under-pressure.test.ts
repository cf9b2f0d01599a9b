import { afterEach, expect, test } from 'vitest'
import { fitLimit } from '../../src/domain/session/model-tokens.js'
import type { Json } from '../../src/domain/message.js'
import { planEviction } from '../../src/domain/eviction/plan-eviction.js'
import { usedTokens } from '../../src/domain/session/budget.js'
import { stateOf, type Turn } from '../eviction/views.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon | undefined
afterEach(async () => {
  await daemon?.stop()
  daemon = undefined
})

/** A request that nothing may shorten, and that takes most of the window. */
const PLAN = Array.from({ length: 230 }, (_, n) => `Step ${n}: bring field ${n} of the form into the new layout.`).join(
  '\n',
)

const cause = (n: number) =>
  `The cause of fault ${n} is that layout ${n} reads width w${n} before column c${n + 1} is measured.`

/** One round of work: a conclusion, a file written, a check that says much. */
function round(n: number): Json[] {
  const call = (id: string, name: string, args: Json) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  })
  const rows = Array.from({ length: 25 }, (_, row) => `ok ${n}.${row} keeps row ${row * n} of the table`).join('\n')
  return [
    {
      role: 'assistant',
      content: Array.from({ length: 8 }, (_, at) => cause(8 * n + at)).join('\n'),
      tool_calls: [call(`w${n}`, 'Write', { file_path: `src/part-${n}.ts`, content: `export const part = ${n}` })],
    },
    { role: 'tool', tool_call_id: `w${n}`, content: 'File created successfully' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [call(`t${n}`, 'Bash', { command: `npm test -- part-${n}` })],
    },
    { role: 'tool', tool_call_id: `t${n}`, content: `${rows}\nTests: 25 passed, 25 total` },
  ]
}

test('[C9] [P12] [P3] in a nearly full window the ledger stays, and no line returns that the context cannot hold', async () => {
  daemon = await startDaemon({ works: true })
  const session = await daemon.openSession({
    contextSize: '8K',
    policy: { mask: null, checkpoints: { totalShare: 0.4 } },
  })
  for (let n = 1; n <= 24; n++) {
    await session.append(round(n))
    // Takes tokens that lines of the checkpoints had.
    if (n === 12) await session.append([{ role: 'user', content: PLAN }])
    const context = JSON.stringify(await session.context('openai'))
    if (n > 12) expect(context, `round ${n}`).toContain('[Ledger · exact')
    if (n % 2 === 0) await session.send('requestCompression', { body: { strategy: 'extractive', waitMs: 30_000 } })
  }
  const stored = (await daemon.ports.store.session(session.id, null))!
  const cuts = await daemon.ports.store.cuts(session.id)
  const grown = cuts.filter(({ kind, tokensBefore, tokensAfter }) => kind === 'aging' && tokensAfter > tokensBefore)
  expect(grown.length).toBeGreaterThan(0)
  for (const { tokensAfter } of grown) expect(tokensAfter).toBeLessThanOrEqual(fitLimit(stored))
})

test('[R4] [C9] what can leave otherwise leaves before the entries of the ledger, even if the target is not reached', () => {
  const turns: Turn[] = [
    { kind: 'human', tokens: 5_000, isCall: false },
    ...Array.from({ length: 4 }, (): Turn => ({ kind: 'answer', tokens: 250, isCall: false })),
  ]
  const state = stateOf(6_800, 1_000, turns)
  const ledger = { text: '', tokens: 400, shown: [], maxTokens: 400 } as unknown as typeof state.session.ledger
  const used = usedTokens(state.session.tokenCounts)
  const steps = planEviction(
    { ...state, session: { ...state.session, ledger } },
    { fit: used - 5_800, target: used - 5_120 },
  )
  expect(steps.length).toBeGreaterThan(0)
  expect(steps.map(({ action }) => action.kind)).not.toContain('ledger')
})
