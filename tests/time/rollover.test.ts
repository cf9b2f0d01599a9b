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

test('[R4] [P9] a rollover ends the state stuck if the new epoch is below the trigger', async () => {
  const session = await by.daemon.openSession({ contextSize: '8K' })
  const state = async () => (await session.read()).contextStatus.compressor.state
  const words = Array.from({ length: 250 }, (_, at) => `word${at}`).join(' ')
  for (let at = 0; at < 40 && (await state()) !== 'stuck'; at++)
    await session.append([{ role: 'user', content: words }])
  expect(await state()).toBe('stuck')
  await session.call('rollOver', {})
  expect(await state()).toBe('idle')
})

test('[R4] a rollover in the middle of a tool loop keeps the results that the model has not read', async () => {
  const session = await by.daemon.openSession({ contextSize: '8K' })
  const call = { type: 'tool_call', callId: 'c1', name: 'read_file', args: { path: 'src/port.ts' } }
  const result = { type: 'tool_result', callId: 'c1', content: 'const PORT = 7420' }
  await session.append(chatter(6))
  const loop = [
    { role: 'user', content: 'Which port is it?' },
    { role: 'assistant', parts: [call] },
    { role: 'tool', parts: [result] },
  ]
  await session.append(loop, { format: 'native' })
  await session.call('rollOver', {})
  const { messages } = await session.context('native')
  expect(messages.at(-2)).toMatchObject({ parts: [call] })
  expect(messages.at(-1)).toMatchObject({ parts: [result] })
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
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

/** Fixed text that fills nearly half of an 8K session, and words of the user below their share of it. */
const FIXED = 'Follow the team rules for every reply. '.repeat(410)
const words = (turn: number) => ({
  role: 'user',
  content: `Turn ${turn}: ${'and then we talked about the plan at length '.repeat(9)}.`,
})

test('[R4] [B4] when only words of the user could still leave, a new epoch begins by itself, with a snapshot before it', async () => {
  const session = await by.daemon.openSession({ contextSize: '8K', systemPrompt: FIXED })
  const said: ReturnType<typeof words>[] = []
  for (let turn = 1; turn <= 31; turn++) {
    said.push(words(turn))
    await session.append([words(turn)])
    expect((await session.context()).tokens).toBeLessThanOrEqual(5_800)
  }
  const [rolled] = await session.eventsOf('rollover-complete')
  expect(rolled!.data).toMatchObject({ epoch: 2, trigger: 'overflow', keptHumanMessages: 10 })
  const { snapshotId, tokensBefore, tokensAfter } = rolled!.data
  expect(tokensBefore).toBeGreaterThan(5_800)
  expect(tokensAfter).toBeLessThan(5_000)
  expect((await session.read()).epoch).toBe(2)
  const shown = JSON.stringify((await session.context()).messages)
  for (const { content } of said.slice(-10)) expect(shown).toContain(content)
  expect(shown).not.toContain(said[5]!.content)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [], messages: 31 })
  expect(await session.received()).toEqual(said)

  const types = (await session.events()).map(({ type }) => type)
  expect(types.indexOf('auto-snapshot-created')).toBeLessThan(types.indexOf('rollover-complete'))
  await session.call('restoreSnapshot', { params: { snapshotId: snapshotId! } })
  expect((await session.read()).messageCount).toBe(31)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[R4] without snapshots an epoch still begins; with "reject" the append is refused with its numbers', async () => {
  const policy = { snapshots: { enabled: false } }
  const bare = await by.daemon.openSession({ contextSize: '8K', systemPrompt: FIXED, policy })
  await bare.append(Array.from({ length: 28 }, (_, turn) => words(turn)))
  expect((await bare.context()).tokens).toBeLessThanOrEqual(5_800)
  expect((await bare.eventsOf('rollover-complete'))[0]!.data).toMatchObject({ snapshotId: null, trigger: 'overflow' })

  const strict = await by.daemon.openSession({ contextSize: '8K', systemPrompt: FIXED, policy: { overflow: 'reject' } })
  let refused: { tokens: number; fixed: number } | undefined
  for (let turn = 0; turn < 31 && !refused; turn++) {
    const reply = await strict.tryAppend([words(turn)])
    if (reply.status !== 201) refused = JSON.parse(reply.text)
    await strict.context()
  }
  expect(refused).toMatchObject({ status: 422, code: 'message_exceeds_window', limit: 6_800, reserve: 1_000 })
  expect(refused!.tokens).toBeGreaterThan(80)
  expect(refused!.fixed).toBeGreaterThan(5_600)
  expect((await strict.read()).epoch).toBe(1)
  expect((await strict.events()).map(({ type }) => type)).not.toContain('rollover-complete')
})

test('[P1] [R1] [R2] [R4] a repeated key of a snapshot, restore, fork or rollover does it once; another request conflicts', async () => {
  const session = await by.daemon.openSession()
  await session.append(chatter(12))
  const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
  const saved = async () => (await session.call('listSnapshots', {})).snapshots.length

  const made = await session.send('createSnapshot', { body: { name: 'one' } }, keyed('snap'))
  const again = await session.send('createSnapshot', { body: { name: 'one' } }, keyed('snap'))
  expect([made.status, again.status, again.body.id]).toEqual([201, 201, made.body.id])
  expect((await session.send('createSnapshot', { body: { name: 'two' } }, keyed('snap'))).status).toBe(409)
  expect(await saved()).toBe(1)

  const { snapshotId, epoch } = (await session.send('rollOver', {}, keyed('roll'))).body
  expect((await session.send('rollOver', {}, keyed('roll'))).body).toMatchObject({
    snapshotId,
    epoch,
    version: expect.any(Number),
  })
  expect((await session.read()).epoch).toBe(2)

  const of = (id: string) => ({ params: { snapshotId: id } })
  const back = await session.send('restoreSnapshot', of(made.body.id), keyed('back'))
  const { version } = await session.read()
  expect((await session.send('restoreSnapshot', of(made.body.id), keyed('back'))).body.rollbackId).toBe(
    back.body.rollbackId,
  )
  expect((await session.read()).version).toBe(version)
  expect((await session.send('restoreSnapshot', of(snapshotId!), keyed('back'))).status).toBe(409)

  const fork = await session.send('forkSession', { body: {} }, keyed('fork'))
  expect((await session.send('forkSession', { body: {} }, keyed('fork'))).body.id).toBe(fork.body.id)
})
