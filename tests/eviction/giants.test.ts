/** One giant message in a session that is half full: the giant shrinks, and the rest stays. No model server, no worker. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../src/domain/message.js'
import { readLog } from '../../src/importers/index.js'
import { pairProblems } from '../../testing/validity.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'
import { often } from '../support/long-run.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const get = async (id: string, rest: string) => (await daemon.call('GET', `/v1/sessions/${id}/${rest}`)).json
async function append(id: string, messages: Json[], origins?: string[]) {
  const reply = await daemon.call('POST', `/v1/sessions/${id}/messages`, {
    body: { format: 'openai', messages, ...(origins ? { origins } : {}) },
  })
  expect(reply.status, reply.text).toBe(201)
}

const GIANT = 'stone paper river market light record table window answer '.repeat(3_000)
const asked = (turn: number) => `Please explain step ${turn} of the plan, and why it comes before the next one.`
const turnOf = (turn: number): Json[] => [
  { role: 'user', content: asked(turn) },
  { role: 'assistant', content: `Step ${turn} is kept as it was agreed, part by part. `.repeat(14) },
]

/** A session that uses 63 % of its limit. */
async function filled(): Promise<{ id: string; turns: number; before: number }> {
  const id = await newSession(daemon)
  const turns = 39
  await append(id, Array.from({ length: turns }, (_, turn) => turnOf(turn)).flat())
  const { tokens, limit } = await get(id, 'context')
  expect(tokens / limit).toBeGreaterThan(0.6)
  expect(tokens / limit).toBeLessThan(0.7)
  return { id, turns, before: tokens }
}

const writing = (id: string): Json => ({
  role: 'assistant',
  content: null,
  tool_calls: [
    {
      id,
      type: 'function',
      function: { name: 'write_file', arguments: JSON.stringify({ path: 'a.txt', content: GIANT }) },
    },
  ],
})
const GIANTS: [string, Json[], string[]?][] = [
  ['app text', [{ role: 'user', content: GIANT }], ['app']],
  ['assistant text', [{ role: 'assistant', content: GIANT }]],
  ['the arguments of a pending call', [writing('c1')]],
  ['the arguments of a finished call', [writing('c2'), { role: 'tool', tool_call_id: 'c2', content: 'Written.' }]],
]

test.each(GIANTS)(
  '[R4] [P3] [P4] [U1] 27,000 words of %s: only they shrink, and they can be read back',
  async (_, messages, origins) => {
    const { id, turns, before } = await filled()
    await append(id, messages, origins)
    const context = await get(id, 'context?format=openai')
    expect(context.tokens).toBeLessThanOrEqual(12_600)
    expect(context.tokens).toBeGreaterThanOrEqual(before)
    const said = context.messages.map(({ content }: { content: Json }) => content)
    for (let turn = 0; turn < turns; turn++) expect(said).toContain(asked(turn))
    expect(pairProblems('openai', context.messages)).toEqual([])
    const { offloads } = await get(id, 'offloads')
    expect(offloads).toHaveLength(1)
    const { content } = await get(id, `offloads/${offloads[0].id}?offset=0&limit=60`)
    expect(content).toContain('stone paper river')
    expect(await get(id, 'audit')).toMatchObject({ ok: true, covered: 0, evicted: 0, reduced: 1, violations: [] })
    const type = offloads[0].kind === 'offload-text' ? 'text-offloaded' : 'tool-input-truncated'
    const events = await until(`the event ${type}`, async () => {
      const page = (await daemon.call('GET', `/v1/events?sessionId=${id}&types=${type}`)).json.events
      return page.length > 0 ? page : null
    })
    expect(events).toHaveLength(1)
    expect(events[0].data.parts).toMatchObject([
      { id: offloads[0].id, seq: offloads[0].seq, toolName: type === 'text-offloaded' ? null : 'write_file' },
    ])
  },
)

/** Of the conversation. In a window of 8K, a third of it takes several cuts. */
const MESSAGES = often(160, 1_000)

test('[R4] [P4] [U1] the example coding session in 8K: no message of the user leaves, and calls shrink before answers', async () => {
  const file = readFileSync(new URL('../../examples/claude-code-session.jsonl.gz', import.meta.url))
  const [conversation] = readLog(gunzipSync(file).toString('utf8'), 'claude-code-session.jsonl')
  const id = await newSession(daemon, { contextSize: '8K' })
  for (const [at, { value, origin }] of conversation!.messages.slice(0, MESSAGES).entries()) {
    const body = { format: 'anthropic', messages: [value], ...(origin ? { origins: [origin] } : {}) }
    expect((await daemon.call('POST', `/v1/sessions/${id}/messages`, { body })).status).toBe(201)
    if (at % 3 !== 0) continue
    const { tokens, limit, messages } = await get(id, 'context?format=anthropic')
    expect(tokens).toBeLessThanOrEqual(limit - 1_000)
    expect(pairProblems('anthropic', messages)).toEqual([])
  }
  const cuts = await daemon.ports.store.cuts(id)
  expect(cuts.filter(({ reason }) => reason.includes('human'))).toEqual([])
  for (const { tokensAfter } of cuts.filter(({ kind }) => kind === 'emergency'))
    expect(tokensAfter).toBeGreaterThan(0.5 * 5_800)
  const { checkpoints } = await get(id, 'checkpoints?superseded=true&limit=100')
  for (const { lines } of checkpoints) expect(lines.length).toBeGreaterThan(0)
  expect(await get(id, 'audit')).toMatchObject({ ok: true, violations: [] })
})
