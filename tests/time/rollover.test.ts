import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatter } from '../support/chatter.js'
import { daemonByHand, sentOf, type ByHand } from './played.js'

let by: ByHand
beforeAll(async () => {
  by = await daemonByHand()
})
afterAll(() => by.daemon.stop())

test('[R4] a rollover keeps the fixed part, the newest ten human messages and one short summary, and can be undone', async () => {
  const goal = 'Ship the importer before Friday.'
  const session = await by.daemon.openSession({ contextSize: '16K', systemPrompt: 'Be brief.', goal })
  const talk = chatter(60)
  for (let from = 0; from < talk.length; from += 8) {
    await session.append(talk.slice(from, from + 8))
    await by.work()
  }
  const before = await sentOf(session)
  const rolled = await session.call('rollOver', {})
  expect(rolled).toMatchObject({ epoch: 2 })
  expect(rolled.tokensAfter).toBeLessThan(rolled.tokensBefore)
  expect((await session.read()).epoch).toBe(2)

  const { messages, system } = await session.context('anthropic')
  const text = JSON.stringify({ system, messages })
  expect(text).toContain('Be brief.')
  expect(text).toContain(goal)
  const asked = talk.filter(({ role }) => role === 'user').map(({ content }) => content)
  for (const content of asked.slice(-10)) expect(text).toContain(content)
  expect(text).toContain(rolled.snapshotId)
  const { checkpoints } = await session.call('listCheckpoints', {})
  expect(checkpoints).toHaveLength(1)
  expect(checkpoints[0]).toMatchObject({ level: 0 })
  expect(checkpoints[0]!.currentTokens).toBeLessThanOrEqual(400)
  expect(checkpoints[0]!.lines.length).toBeGreaterThan(3)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [], messages: talk.length })
  expect(await session.received()).toEqual(talk)

  // What left for an epoch does not come back when tokens are free.
  const evicted = asked.slice(0, -11).filter((content) => !text.includes(content)).length
  expect(evicted).toBeGreaterThan(30)
  await session.append(chatter(30, 100))
  await by.work()
  expect(JSON.stringify((await session.context('anthropic')).messages)).not.toContain(asked[5])

  const again = await session.call('rollOver', {})
  expect(again.epoch).toBe(3)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  await session.call('restoreSnapshot', { params: { snapshotId: rolled.snapshotId! } })
  expect(await sentOf(session)).toEqual(before)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
  const events = await session.eventsOf('rollover-complete')
  expect(events.map(({ data }) => (data as { epoch: number }).epoch)).toEqual([2, 3])
})

test('[R4] [13] a rollover of a new session changes only the epoch; another version is refused', async () => {
  const session = await by.daemon.openSession({ systemPrompt: 'Be brief.' })
  const { version } = await session.call('rollOver', {})
  expect((await session.read()).epoch).toBe(2)
  expect((await session.context('openai')).messages).toHaveLength(1)
  await session.append(chatter(1))
  const refused = await session.send('rollOver', {}, { headers: { 'if-match': `"${version + 50}"` } })
  expect(refused.status).toBe(412)
  expect((await session.read()).epoch).toBe(2)
})
