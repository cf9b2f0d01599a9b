import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../../testing/upstreams/script.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { often } from '../support/long-run.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

/** What a session saved, against what its records say. */

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const PRESETS = ['checkpointed', 'simple', 'tiered', 'watermark', 'truncate', 'off'] as const
const words = (random: () => number, count: number) =>
  Array.from({ length: count }, () => `word${Math.floor(random() * 900)}`).join(' ')

/** Messages of one step: a question and its answer, a tool round, or the end of a task. */
function stepOf(random: () => number, id: string): Loose[] {
  const call = (name: string, args: object) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  })
  const result = (content: string) => ({ role: 'tool', tool_call_id: id, content })
  const size = 20 + Math.floor(random() * 400)
  const kind = Math.floor(random() * 8)
  if (kind === 0) return [call('deactivate_augments', {}), result('Done.')]
  if (kind === 1) return [call('write_file', { path: 'a.txt', content: words(random, size) }), result('Written.')]
  if (kind < 5) return [call('query', {}), result(words(random, size))]
  return [
    { role: 'user', content: words(random, 20) },
    { role: 'assistant', content: `We decided on ${words(random, size / 2)}.` },
  ]
}

test.each(PRESETS.map((preset, at) => [preset, at + 1] as const))(
  '[R5] [P12] preset %s: savings are the sum over cuts and appends, and account for every token of the context',
  async (preset, seed) => {
    const random = seededRandom(seed)
    const tokens = { appended: 0, reducedOnAppend: 0 }
    const session = await daemon.openSession({ contextSize: '8K', preset, policy: { recall: { mode: 'off' } } })
    const params = { sessionId: session.id }
    for (let step = 0; step < often(60, 200); step++) {
      const { messages } = await session.append(stepOf(random, `c${step}`))
      for (const message of messages as Loose[]) tokens.appended += message.tokens
      if (step % 20 === 19) await session.context('openai')
      if (step % 25 === 24 && preset !== 'off' && preset !== 'watermark')
        await daemon.call('POST', `/v1/sessions/${session.id}/compress`, {
          body: { strategy: 'extractive', waitMs: 30_000 },
        })
      if (step === 45) await daemon.call('POST', `/v1/sessions/${session.id}/rollover`, { body: {} })
    }
    const read = async () => {
      const cuts = await daemon.ports.store.cuts(session.id)
      const savings = await daemon.client.call('readSavings', { params })
      const { events } = (
        await daemon.call('GET', `/v1/events?sessionId=${session.id}&types=context-rewritten&limit=500`)
      ).json
      return { cuts, savings, events }
    }
    // A worker may make a cut between the reads, until it has nothing left to do.
    const { cuts, savings, events } = await until('the workers rest', async () => {
      const now = await read()
      const { state } = now.savings.contextStatus.compressor
      const isAtRest = state !== 'queued' && state !== 'running'
      const after = await daemon.ports.store.cuts(session.id)
      return isAtRest && after.length === now.cuts.length && now.events.length === now.cuts.length ? now : null
    })
    expect(cuts.length).toBeGreaterThan(1)
    const byCuts = events.reduce((sum: number, { data }: Loose) => sum + data.tokensBefore - data.tokensAfter, 0)
    const reductions = await daemon.ports.store.reductions(session.id, { limit: 10_000 })
    const onAppend = reductions.filter(({ cutId }) => cutId === null)
    const byAppends = onAppend.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
    // Sums of rounded figures differ by at most one a record.
    const slack = savings.rules.length + events.length
    expect(Math.abs(savings.saved - byCuts - byAppends)).toBeLessThanOrEqual(slack)
    const { breakdown } = savings.contextStatus
    const now = Object.values(breakdown).reduce((sum, one) => sum + one, 0)
    expect(Math.abs(tokens.appended - savings.saved - now)).toBeLessThanOrEqual(slack + 60)
  },
)
