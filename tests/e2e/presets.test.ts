import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRESETS } from '../../src/domain/session/policy.js'
import { talk } from '../support/coding-talk.js'
import type { AnyJson } from '../support/client.js'
import { eventsOf, startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
import { until } from '../support/until.js'
import { pairProblems } from '../../testing/validity.js'
import { often } from '../support/long-run.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
})
afterAll(() => daemon.stop())
const append = (session: TestSession, from: number, rounds: number) =>
  session.send('appendMessages', { body: { format: 'openai', messages: talk(rounds, from) } })
const compress = (session: TestSession) =>
  session.send('requestCompression', { body: { strategy: 'extractive', waitMs: 30_000 } })

test.each(PRESETS)(
  '[10.3] [P3] [P5] a long talk under preset %s always fits, in whole pairs, and its audit is clean',
  async (preset) => {
    const session = await daemon.openSession({ preset, contextSize: '8K' })
    for (let from = 1; from < often(44, 60); from += 4) {
      await append(session, from, 4)
      const context = await session.context('openai')
      expect(context.tokens).toBeLessThanOrEqual(context.contextStatus.limit - context.contextStatus.reserve)
      expect(pairProblems('openai', context.messages)).toEqual([])
    }
    expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
    const kinds = new Set((await session.explain({ from: 1 })).changes.map(({ kind }: AnyJson) => kind))
    const checkpoints = await session.checkpoints()
    // Who summarizes has checkpoints; who does not evicts; only a preset with a mask masks.
    expect(checkpoints.length > 0).toBe(preset !== 'watermark' && preset !== 'truncate')
    expect(kinds.has('evict')).toBe(preset === 'watermark' || preset === 'truncate')
    if (preset !== 'checkpointed' && preset !== 'tiered') expect(kinds.has('mask')).toBe(false)
  },
)

test('[10.3] [C5] preset simple keeps one running checkpoint: it replaces the last, covers all, and holds its lines as they were', async () => {
  const session = await daemon.openSession({ preset: 'simple' })
  const seen: string[] = []
  for (let number = 1; number <= 4; number++) {
    await append(session, number * 10, 6)
    expect((await compress(session)).body).toMatchObject({ status: 'completed' })
    await daemon.ports.queue.enqueue({
      name: 'aging',
      sessionId: session.id,
      subjectId: (await session.compressions())[0]!.id,
    })
    const { checkpoints } = await untilOne(session)
    expect(checkpoints[0]!.currentTokens).toBeLessThanOrEqual(1_024)
    const texts: string[] = checkpoints[0]!.lines.map(({ text }) => text)
    // A line is new, or is as it was: nothing is repeated in other words.
    const originals = JSON.stringify(await session.call('readHistory', { query: { limit: 1000 } }))
    for (const text of texts)
      expect(seen.includes(text) || piecesOf(text).every((piece) => isCopied(piece, originals)), text).toBe(true)
    seen.push(...texts)
  }
  const [running] = await session.checkpoints()
  expect(running).toMatchObject({ joined: 4, level: 3 })
  expect(running!.covered[0]!.from).toBe(2)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

function isCopied(piece: string, originals: string): boolean {
  const words = JSON.stringify(piece).slice(1, -1)
  return originals.includes(words) || originals.includes(JSON.stringify(words).slice(1, -1)) || /^\w+: /.test(piece)
}

function untilOne(
  session: TestSession,
): Promise<{ checkpoints: { currentTokens: number; lines: { text: string }[] }[] }> {
  return until('one checkpoint', async () => {
    const found = await session.call('listCheckpoints', {})
    return found.checkpoints.length === 1 ? found : null
  })
}

test('[10.3] [PATCH] a changed policy rules at once, and is an event', async () => {
  const session = await daemon.openSession({ preset: 'off' })
  await append(session, 1, 18)
  const before = await session.context('openai')
  expect(before.tokens).toBeGreaterThan(before.limit / 2)
  const changed = await session.send('updateSession', { body: { policy: { mask: { keepGroups: 2 } } } })
  expect(changed.body.policy).toMatchObject({
    mask: { above: 0.5, keepGroups: 2 },
    truncateInputs: null,
    summarize: null,
  })
  const after = await session.context('openai')
  expect(JSON.stringify(after.messages)).toContain('stored as offload')
  expect((await eventsOf(daemon, session.id, 4)).map(({ type }) => type)).toEqual(
    expect.arrayContaining(['session-updated', 'tool-result-masked', 'budget-updated']),
  )
})

test('[10.3] [I42] numbers that make no sense are refused by name: nothing changes', async () => {
  const session = await daemon.openSession()
  const { policy } = await session.read()
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
    const refused = await session.send('updateSession', { body: { policy: policyPart } })
    expect(
      [refused.status, refused.problem.errors[0]!.path.replace(/^body\./, '')],
      JSON.stringify(policyPart),
    ).toEqual([400, path])
  }
  const broken = await daemon.call('PATCH', `/v1/sessions/${session.id}`, { body: '{"policy":{"mask":{"above":NaN}}}' })
  expect(broken.status).toBe(400)
  expect((await session.read()).policy).toEqual(policy)
})

/** Returns the copied pieces of a line: sentences of a closing statement without the words that name its turn. */
function piecesOf(text: string): string[] {
  return text.replace(/^To message \d+(?: \(“[^”]*”\))?(?:, so far)?: /, '').split(/ · |(?<=[.!?]) |; /)
}
