import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRESETS } from '../../src/domain/session/policy.js'
import { talk } from '../support/coding-talk.js'
import { eventsOf, newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'
import { pairProblems } from '../../testing/validity.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())

const get = async (id: string, rest: string) => (await daemon.call('GET', `/v1/sessions/${id}/${rest}`)).json
const append = (id: string, from: number, rounds: number) =>
  daemon.call('POST', `/v1/sessions/${id}/messages`, { body: { format: 'openai', messages: talk(rounds, from) } })
const compress = (id: string) =>
  daemon.call('POST', `/v1/sessions/${id}/compress`, { body: { strategy: 'extractive', waitMs: 30_000 } })

test.each(PRESETS)(
  '[10.3] [P3] [P5] a long talk under preset %s always fits, in whole pairs, and its audit is clean',
  async (preset) => {
    const id = await newSession(daemon, { preset, contextSize: '8K' })
    for (let from = 1; from < 60; from += 4) {
      await append(id, from, 4)
      const context = await get(id, 'context?format=openai')
      expect(context.tokens).toBeLessThanOrEqual(context.contextStatus.limit - context.contextStatus.reserve)
      expect(pairProblems('openai', context.messages)).toEqual([])
    }
    expect(await get(id, 'audit')).toMatchObject({ ok: true, violations: [] })
    const kinds = new Set((await get(id, 'explain?from=1')).changes.map(({ kind }: { kind: string }) => kind))
    const { checkpoints } = await get(id, 'checkpoints')
    // Who summarizes has checkpoints; who does not sets aside; nobody masks who was not told to.
    expect(checkpoints.length > 0).toBe(preset !== 'watermark' && preset !== 'truncate')
    expect(kinds.has('evict')).toBe(preset === 'watermark' || preset === 'truncate')
    if (preset !== 'checkpointed' && preset !== 'tiered') expect(kinds.has('mask')).toBe(false)
  },
)

test('[10.3] [C5] preset simple keeps one running checkpoint: it takes the place of the last, stands for all, and holds its lines as they were', async () => {
  const id = await newSession(daemon, { preset: 'simple' })
  const seen: string[] = []
  for (let number = 1; number <= 4; number++) {
    await append(id, number * 10, 6)
    expect((await compress(id)).json).toMatchObject({ status: 'completed' })
    await daemon.ports.queue.enqueue({
      name: 'aging',
      sessionId: id,
      subjectId: (await get(id, 'compressions')).compressions[0].id,
    })
    const { checkpoints } = await untilOne(id)
    expect(checkpoints[0]!.currentTokens).toBeLessThanOrEqual(1_024)
    const texts: string[] = checkpoints[0]!.lines.map(({ text }: { text: string }) => text)
    // A line is new, or stands as it stood: nothing is told again in other words.
    const originals = JSON.stringify(await get(id, 'messages?limit=1000'))
    for (const text of texts)
      expect(seen.includes(text) || text.split(' · ').every((piece) => isCopied(piece, originals))).toBe(true)
    seen.push(...texts)
  }
  const [running] = (await get(id, 'checkpoints')).checkpoints
  expect(running).toMatchObject({ joined: 4, level: 3 })
  expect(running.covered[0].from).toBe(2)
  expect(await get(id, 'audit')).toMatchObject({ ok: true, violations: [] })
})

function isCopied(piece: string, originals: string): boolean {
  const words = JSON.stringify(piece).slice(1, -1)
  return originals.includes(words) || originals.includes(JSON.stringify(words).slice(1, -1)) || /^\w+: /.test(piece)
}

function untilOne(id: string): Promise<{ checkpoints: { currentTokens: number; lines: { text: string }[] }[] }> {
  return until('one checkpoint', async () => {
    const found = await get(id, 'checkpoints')
    return found.checkpoints.length === 1 ? found : null
  })
}

test('[10.3] [PATCH] a changed policy rules at once, and is an event', async () => {
  const id = await newSession(daemon, { preset: 'off' })
  await append(id, 1, 18)
  const before = await get(id, 'context?format=openai')
  expect(before.tokens).toBeGreaterThan(before.limit / 2)
  const changed = await daemon.call('PATCH', `/v1/sessions/${id}`, { body: { policy: { mask: { keepGroups: 2 } } } })
  expect(changed.json.policy).toMatchObject({
    mask: { above: 0.5, keepGroups: 2 },
    truncateInputs: null,
    summarize: null,
  })
  const after = await get(id, 'context?format=openai')
  expect(JSON.stringify(after.messages)).toContain('stored as offload')
  expect((await eventsOf(daemon, id, 4)).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['session-updated', 'tool-result-masked', 'budget-updated']),
  )
})

test('[10.3] [I42] numbers that make no sense are refused by name: nothing changes', async () => {
  const id = await newSession(daemon)
  const { policy } = (await daemon.call('GET', `/v1/sessions/${id}`)).json
  const faults: [object, string][] = [
    [{ offload: { share: 1.1 } }, 'policy.offload.share'],
    [{ offload: { tokens: -1 } }, 'policy.offload.tokens'],
    [{ mask: { above: -0.1 } }, 'policy.mask.above'],
    [{ mask: { keepGroups: 1.5 } }, 'policy.mask.keepGroups'],
    [{ truncateInputs: { tools: [''] } }, 'policy.truncateInputs.tools[0]'],
    [{ truncateInputs: { above: null } }, 'policy.truncateInputs.above'],
    [{ watermark: { tools: 'end' } }, 'policy.watermark.tools'],
    [{ summarize: { of: 'window' } }, 'policy.summarize.of'],
    [{ tail: { messages: 0 } }, 'policy.tail.messages'],
    [{ checkpoints: { running: -5 } }, 'policy.checkpoints.running'],
    [{ makeRoom: 'magic' }, 'policy.makeRoom'],
    [{ unknown: 1 }, 'policy.unknown'],
  ]
  for (const [policyPart, path] of faults) {
    const refused = await daemon.call('PATCH', `/v1/sessions/${id}`, { body: { policy: policyPart } })
    expect([refused.status, refused.json.errors[0].path.replace(/^body\./, '')], JSON.stringify(policyPart)).toEqual([
      400,
      path,
    ])
  }
  const broken = await daemon.call('PATCH', `/v1/sessions/${id}`, { body: '{"policy":{"mask":{"above":NaN}}}' })
  expect(broken.status).toBe(400)
  expect((await daemon.call('GET', `/v1/sessions/${id}`)).json.policy).toEqual(policy)
})
