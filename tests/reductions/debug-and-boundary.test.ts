import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../src/domain/message.js'
import { round, talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const huge = (number: number): Json[] => {
  const [call, , answer] = round(number)
  return [
    call!,
    { role: 'tool', tool_call_id: `call_${number}`, content: 'a line of a long file\n'.repeat(900) },
    answer!,
  ]
}

test('[D1] [D5] [D4] verbosity debug switches off every reduction; without it the same messages are reduced', async () => {
  const reduced: Record<string, number> = {}
  for (const verbosity of ['normal', 'debug'] as const) {
    const session = await daemon.openSession({ model: 'gpt-4o', policy: { condense: { verbosity }, summarize: null } })
    await session.append([...talk(6), ...huge(7), ...talk(6, 8)])
    await session.call('markBoundary', { body: { seq: 12 } })
    await session.append(talk(1, 20))
    reduced[verbosity] = (await session.offloads()).length
    if (verbosity === 'debug') expect((await session.context('openai')).messages).toHaveLength(2 * 19 + 3 + 4)
  }
  expect(reduced.debug).toBe(0)
  expect(reduced.normal).toBeGreaterThan(0)
})

test('[D4] [P12] preset watermark applies an explicit boundary at once, however little it frees; elsewhere it waits', async () => {
  for (const preset of ['watermark', 'checkpointed'] as const) {
    const session = await daemon.openSession({ preset, model: 'gpt-4o' })
    await session.append(talk(1))
    await session.call('markBoundary', { body: { seq: 4 } })
    await session.append([{ role: 'user', content: 'next task' }])
    const { messages } = await session.context('openai')
    expect(JSON.stringify(messages).includes('read_file')).toBe(preset === 'checkpointed')
    const { appliedSeq, seq } = await session.call('getWatermark', {})
    expect([seq, appliedSeq]).toEqual([4, preset === 'watermark' ? 4 : 0])
    expect(await session.audit()).toMatchObject({ ok: true })
  }
})

test('[D4] the boundary says what it waits for: a call, enough gain, or another verbosity; then nothing', async () => {
  const session = await daemon.openSession({ model: 'gpt-4o' })
  const waits = async () => (await session.call('getWatermark', {})).waitsFor
  await session.append(talk(1))
  expect(await waits()).toEqual([])
  await session.call('markBoundary', { body: { toolName: 'deploy' } })
  expect(await waits()).toEqual([{ kind: 'call', toolName: 'deploy' }])
  await session.call('markBoundary', { body: { seq: 4 } })
  const [call, gain] = await waits()
  expect(call).toEqual({ kind: 'call', toolName: 'deploy' })
  // 5% of the limit of 13,600.
  if (gain?.kind !== 'gain') throw new Error(`waits for ${gain?.kind}`)
  expect(gain.minTokens).toBe(680)
  expect(gain.tokens).toBeGreaterThan(0)
  expect(gain.tokens).toBeLessThan(680)
  await session.update({ policy: { condense: { verbosity: 'debug' } } })
  expect(await waits()).toEqual([{ kind: 'call', toolName: 'deploy' }, { kind: 'verbosity' }])
  await session.update({ policy: { condense: { verbosity: 'normal' } } })
  await session.append(talk(10, 10))
  const { messages } = await session.context('native')
  await session.call('markBoundary', { body: { seq: messages.length } })
  expect(await waits()).toEqual([{ kind: 'call', toolName: 'deploy' }])
})

test('[D4] what a boundary would free now is what the cut then frees', async () => {
  const session = await daemon.openSession({ model: 'gpt-4o' })
  await session.append(talk(1))
  await session.call('markBoundary', { body: { seq: 4 } })
  const [gain] = (await session.call('getWatermark', {})).waitsFor
  const before = (await session.contextStatus()).used
  await session.update({ policy: { minGain: { tokens: 20, share: 0.001 } } })
  await session.append([{ role: 'assistant', content: 'A word of the answer. '.repeat(80) }])
  // The first cut records the change of the policy.
  const [, cut] = await session.eventsOf('context-rewritten', 2)
  if (gain?.kind !== 'gain') throw new Error('waits for no gain')
  expect(cut!.data.tokensBefore - cut!.data.tokensAfter).toBe(gain.tokens)
  expect(before).toBeGreaterThan(gain.tokens)
  expect((await session.call('getWatermark', {})).waitsFor).toEqual([])
})
