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
