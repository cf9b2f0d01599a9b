/** What left because the context did not fit comes back at a later cut, when tokens are free. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reduction } from '../../src/domain/context/reduction.js'
import { planReturn } from '../../src/domain/eviction/plan-return.js'
import type { Json } from '../../src/domain/message.js'
import { NO_TOKENS } from '../../src/domain/session/budget.js'
import { PRESET_POLICIES } from '../../src/domain/session/policy.js'
import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'
import { stateOf } from './views.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const get = async (id: string, rest: string) => (await daemon.call('GET', `/v1/sessions/${id}/${rest}`)).json
async function append(id: string, messages: Json[]) {
  const reply = await daemon.call('POST', `/v1/sessions/${id}/messages`, { body: { format: 'openai', messages } })
  expect(reply.status, reply.text).toBe(201)
}
const words = (day: number) =>
  `On day ${day} you must never open the valve. ${'We spoke about the garden. '.repeat(24)}`
const answers = (count: number): Json[] =>
  Array.from({ length: count }, (_, at) => ({
    role: 'assistant',
    content: `Step ${at} is done, part by part, and the file src/part-${at}.ts was looked at. `.repeat(12),
  }))

test('[R4] [P2] [P12] messages of the user that left under pressure come back at the next cut, in their place, and every record says so', async () => {
  const id = await newSession(daemon, { policy: { summarize: null } })
  const said = Array.from({ length: 14 }, (_, day): Json => ({ role: 'user', content: words(day) }))
  await append(id, said)
  const shown = async () => (await get(id, 'context?format=openai')).messages as Json[]
  expect(await shown()).toEqual(said)
  // A reply that needs nearly the whole window leaves no free tokens for them.
  await get(id, 'context?reserve=12000')
  const left = (await get(id, 'audit')).evicted
  expect(left).toBeGreaterThan(5)
  expect((await get(id, 'explain')).out).toHaveLength(1)
  expect(await shown()).toContainEqual(said[0])
  // Messages that only arrive change nothing before them.
  await append(id, answers(16))
  expect((await get(id, 'audit')).evicted).toBe(left)
  const before = await get(id, 'explain')
  const body = { strategy: 'extractive', waitMs: 30_000 }
  expect((await daemon.call('POST', `/v1/sessions/${id}/compress`, { body })).json.status).toBe('completed')
  const audit = await get(id, 'audit')
  expect(audit).toMatchObject({ ok: true, violations: [] })
  expect(audit.evicted).toBeLessThan(left)
  const human = (await shown()).filter((message) => (message as { role: string }).role === 'user')
  expect(human).toHaveLength(14 - audit.evicted)
  expect(human).toEqual([...said.slice(0, 1), ...said.slice(1 + audit.evicted)])
  const { changes, out, contextStatus } = await get(id, `explain?from=${before.version}`)
  expect(changes[0]).toMatchObject({ kind: 'compression', returned: [{ to: 10 }] })
  expect(changes[0].reason).toContain('of the user returned')
  expect(changes[0].tokensBefore - changes[0].tokensAfter).toBeGreaterThan(0.05 * contextStatus.limit)
  const evicted = out.filter(({ where }: { where: string }) => where === 'evicted')
  expect(evicted.reduce((sum: number, { from, to }: { from: number; to: number }) => sum + to - from + 1, 0)).toBe(
    audit.evicted,
  )
  expect((await get(id, 'status')).history.evicted).toBe(audit.evicted)
  const rewritten = await until('the event of the cut', async () => {
    const { events } = (await daemon.call('GET', `/v1/events?sessionId=${id}&types=context-rewritten&limit=100`)).json
    return events.find(({ data }: { data: { returned?: Json } }) => data.returned) ?? null
  })
  expect(rewritten.data.returned).toEqual(changes[0].returned)
})

test('[R4] [P8] [P2] an offloaded answer comes back whole when tokens are free, and its handle still reads it', async () => {
  const id = await newSession(daemon, { policy: { summarize: null } })
  await append(id, [{ role: 'user', content: 'Begin.' }, ...answers(38)])
  const long = { role: 'assistant', content: 'A long answer, which says one thing after the other. '.repeat(400) }
  await append(id, [{ role: 'user', content: 'And then?' }, long])
  const { offloads } = await get(id, 'offloads')
  expect(offloads).toMatchObject([{ kind: 'offload-text', seq: 41 }])
  expect(await get(id, 'audit')).toMatchObject({ ok: true, reduced: 1 })
  const body = { strategy: 'extractive', waitMs: 30_000 }
  const reply = (await daemon.call('POST', `/v1/sessions/${id}/compress`, { body })).json
  expect(reply).toMatchObject({ status: 'completed' })
  expect((await get(id, 'context?format=openai')).messages.at(-1)).toEqual(long)
  expect((await get(id, 'messages?from=41&to=41')).messages[0].state).toBe('raw')
  expect((await get(id, `offloads/${offloads[0].id}?limit=50000`)).content).toBe(long.content)
  expect(await get(id, 'audit')).toMatchObject({ ok: true, reduced: 0, violations: [] })
})

const callFor = (id: string): Json => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'fetch_page', arguments: '{"page":1}' } }],
})
const page = (id: string, count: number): Json => ({
  role: 'tool',
  tool_call_id: id,
  content: `One line of the page, number ${id}. `.repeat(count),
})

test('[R4] [D1] [P8] [P12] a tool result offloaded under pressure comes back at the next cut, and no further cut follows', async () => {
  const id = await newSession(daemon, { policy: { summarize: null, condense: null, offload: null } })
  await append(id, [{ role: 'user', content: 'Begin.' }, ...answers(38)])
  const result = page('a', 520)
  // Unread, it would stay whole.
  await append(id, [callFor('a'), result, { role: 'assistant', content: 'Read.' }])
  const { offloads } = await get(id, 'offloads')
  expect(offloads).toMatchObject([{ kind: 'offload', seq: 41 }])
  const before = (await daemon.ports.store.cuts(id)).length
  const body = { strategy: 'extractive', waitMs: 30_000 }
  const reply = (await daemon.call('POST', `/v1/sessions/${id}/compress`, { body })).json
  expect(reply).toMatchObject({ status: 'completed' })
  const cut = (await daemon.ports.store.cuts(id)).find(({ kind }) => kind === 'compression')
  expect(cut?.reason).toContain('1 offloaded tool result returned')
  expect((await get(id, 'context?format=openai')).messages.at(-2)).toEqual(result)
  expect((await get(id, `offloads/${offloads[0].id}?limit=50000`)).content).toBe(
    (result as { content: string }).content,
  )
  expect(await get(id, 'audit')).toMatchObject({ ok: true, reduced: 0, violations: [] })
  const cuts = (await daemon.ports.store.cuts(id)).length
  expect(cuts).toBe(before + 1)
  await append(id, [{ role: 'user', content: 'Go on.' }, ...answers(2)])
  await get(id, 'context')
  expect((await daemon.ports.store.cuts(id)).length).toBe(cuts)
})

test('[R4] [D1] [D5] results that their own rule would reduce again do not come back', () => {
  const session = {
    limit: 13_600,
    reserve: 1_000,
    scale: EXACT_SCALE,
    policy: PRESET_POLICIES.checkpointed,
    tokenCounts: NO_TOKENS,
  }
  const cut = { kind: 'compression', tokensBefore: 13_000 } as const
  const { entries } = stateOf(
    13_600,
    1_000,
    Array.from({ length: 5 }, () => ({ kind: 'round' as const, tokens: 400, isCall: false })),
  )
  const offloaded = (seq: number, tokensBefore: number, cutId: string | null): Reduction => {
    return {
      id: `off_${seq}`,
      seq,
      part: 0,
      kind: 'offload',
      toolName: 'x',
      placeholder: '…',
      tokensBefore,
      tokensAfter: 90,
      cutId,
    }
  }
  const back = (reductions: Reduction[], policy = session.policy) =>
    planReturn({ ...session, policy }, { entries, reductions }, cut).reductions.map(({ id }) => id)
  const [oldest, newest] = [2, 10]
  expect(back([offloaded(newest, 400, 'cut_1')])).toEqual(['off_10'])
  // Older than the tool groups that masking keeps, larger than what is offloaded on arrival, made on arrival.
  expect(back([offloaded(oldest, 400, 'cut_1')])).toEqual([])
  expect(back([offloaded(oldest, 400, 'cut_1')], { ...session.policy, mask: null })).toEqual(['off_2'])
  expect(back([offloaded(newest, 2_800, 'cut_1')])).toEqual([])
  expect(back([offloaded(newest, 2_800, 'cut_1')], { ...session.policy, offload: null })).toEqual(['off_10'])
  expect(back([offloaded(newest, 400, null)])).toEqual([])
  // Its preview became one line since, or its message left the context.
  expect(
    back([offloaded(newest, 400, 'cut_1'), { ...offloaded(newest, 90, 'cut_2'), id: 'off_m', kind: 'mask' }]),
  ).toEqual([])
  expect(back([offloaded(99, 400, 'cut_1')])).toEqual([])
})

test('[R4] [P2] a long message of the user that does not fit yet keeps no short one out', () => {
  const pressedOut = [
    { seq: 3, tokens: 40 },
    { seq: 5, tokens: 9_000 },
    { seq: 7, tokens: 60 },
    { seq: 9, tokens: 30_000 },
  ]
  const session = {
    ...{ limit: 13_600, reserve: 1_000, scale: EXACT_SCALE, policy: PRESET_POLICIES.checkpointed },
    tokenCounts: { ...NO_TOKENS, assistant: 2_000 },
    pressedOut,
  }
  const records = { entries: [], reductions: [] }
  expect(planReturn(session, records, { kind: 'compression', tokensBefore: 13_000 }).seqs).toEqual([7, 3])
})
