import { afterAll, beforeAll, expect, test } from 'vitest'
import { talk } from '../support/coding-talk.js'
import type { AnyJson } from '../support/client.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

test('[P2] [T3] every token of the context is explained, every span that is out is named, and what was cut since a version', async () => {
  const session = await daemon.openSession({
    policy: { mask: null },
    systemPrompt: 'Be terse.',
    tools: [{ type: 'function', function: { name: 'look' } }],
  })
  const get = async (rest: string) => (await daemon.call('GET', `/v1/sessions/${session.id}/${rest}`)).json
  await session.append(talk(10))
  const { version } = await get('context')
  await session.append(talk(60, 20))
  const context = await get('context')
  const explained = await get(`explain?from=${version}`)
  expect(explained.tokens).toBe(context.tokens)
  expect(explained.entries.reduce((sum: number, { tokens }: { tokens: number }) => sum + tokens, 0)).toBe(
    context.tokens,
  )
  for (const entry of explained.entries)
    expect(entry).toMatchObject({ rule: expect.stringMatching(/^[A-Z]\d+$/), reason: expect.any(String) })
  // What is in and what is out make up the whole history, each message once.
  const shown = explained.entries.flatMap(({ kind, seq }: AnyJson) => (kind === 'message' ? [seq] : []))
  const out = explained.out.flatMap(({ from, to }: AnyJson) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  )
  const all = [...shown, ...out].sort((a, b) => a - b)
  expect(all).toEqual(Array.from({ length: 212 }, (_, index) => index + 1))
  for (const { where, read } of explained.out)
    expect([where, (await daemon.call('GET', `/v1/sessions/${session.id}/${read}`)).status]).toEqual([where, 200])
  expect(explained.changes.length).toBeGreaterThan(0)
  expect(explained.changes.every((change: { version: number }) => change.version > version)).toBe(true)
  const covered = explained.changes.flatMap(({ checkpoints }: { checkpoints: { covered: object[] }[] }) =>
    checkpoints.flatMap((made) => made.covered),
  )
  expect(covered.length).toBeGreaterThan(0)
  expect((await get('explain')).changes).toBeUndefined()
  expect((await get(`explain?from=${explained.version}`)).changes).toEqual([])
})
