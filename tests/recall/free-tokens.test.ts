import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { often } from '../support/long-run.js'
import type { TestSession } from '../support/session.js'
import { until } from '../support/until.js'

/** A conversation keeps tokens free for what is recalled. */

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true, env: { SUMMARY_MODEL: '', RECALL_MS: '10000' } })
})
afterAll(() => daemon.stop())

const SUBJECTS = 'garden harbor violin library tunnel orchard lantern compass meadow glacier'.split(' ')

/** Small talk of two people, each message with a number of its own; the human side says more. */
function said(at: number) {
  const subject = SUBJECTS[at % SUBJECTS.length]!
  const own = `In week ${at} I went to the ${subject} number ${at * 7} with my sister, and we stayed until the evening came.`
  return [
    { role: 'user', content: `${own} It was a long way, but we liked it a lot, and she wants to go again.` },
    { role: 'assistant', content: `Nice! How was the ${subject} in week ${at}?` },
  ]
}

test('[M4] [P12] the words of a person that say least leave before a question, so that recall has tokens', async () => {
  const session = await daemon.openSession({ contextSize: '8K', model: 'gpt-4o' })
  let asked = 0
  let answered = 0
  // The window is full after 60 weeks.
  for (let at = 1; at < 140; at += 10) {
    await session.append(Array.from({ length: 10 }, (_, week) => said(at + week)).flat())
    await session.context('openai')
  }
  for (let at = 141; at <= often(200, 260); at++) {
    await session.append(said(at))
    await session.context('openai')
    if (at % 6 !== 0) continue
    asked += 1
    const { id } = await daemon.client.call('forkSession', { params: { sessionId: session.id }, body: {} })
    const question = { role: 'user', content: `What did I say about the ${SUBJECTS[3]} number ${13 * 7}?` }
    await daemon.client.call('appendMessages', { params: { sessionId: id }, body: { messages: [question] } })
    const { contextStatus } = await daemon.client.call('readContext', { params: { sessionId: id } })
    if ((contextStatus.breakdown.recall ?? 0) > 100) answered += 1
  }
  expect(asked).toBe(often(10, 20))
  expect(answered).toBeGreaterThanOrEqual(asked - 1)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

/** A session of 200 weeks, all in the index. */
async function talked() {
  const session = await daemon.openSession({ contextSize: '8K', model: 'gpt-4o' })
  for (let at = 1; at <= 200; at += 10) {
    await session.append(Array.from({ length: 10 }, (_, week) => said(at + week)).flat())
    await session.context('openai')
  }
  // Of what the index does not have, a search reads the newest 200 messages only.
  await until('all messages are in the index', async () => {
    const query = { q: 'garden', sessionId: session.id }
    const { unindexed } = await daemon.client.call('searchMessages', { query })
    return unindexed.waiting === 0
  })
  return session
}

async function ask(session: TestSession, content: string) {
  // What a compression will free is not free while it waits.
  await until('no compression waits', async () => (await session.read()).contextStatus.compressor.state === 'idle')
  await session.append([{ role: 'user', content }])
  const context = await session.context('openai')
  await session.append([{ role: 'assistant', content: 'You went there with your sister.' }])
  return context
}

test('[M4] [M6] of questions in a row each recalls: the words for earlier ones leave before those of a new one', async () => {
  const session = await talked()
  const recalled: number[] = []
  for (let at = 0; at < 12; at++) {
    const { contextStatus } = await ask(
      session,
      `What did I say about the ${SUBJECTS[at % 10]} number ${(at + 10) * 7}?`,
    )
    recalled.push(contextStatus.breakdown.recall ?? 0)
  }
  const { recalls } = await daemon.client.call('listRecalls', { params: { sessionId: session.id } })
  expect(recalls.filter(({ reason }) => reason !== null)).toEqual([])
  expect(recalled.filter((tokens) => tokens < 300)).toEqual([])
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[M6] words that the block of an earlier question shows are in that of the new one, if the earlier one leaves', async () => {
  const session = await talked()
  const missing: number[] = []
  const wordsOf = (at: number) => `In week ${at} I went to the ${SUBJECTS[at % 10]} number ${at * 7}`
  for (let at = 20; at < 32; at++) {
    const named = [at - 1, at].map((one) => `the ${SUBJECTS[one % 10]} number ${one * 7}`)
    const { messages } = await ask(session, `What did I say about ${named.join(' and ')}?`)
    const shown = JSON.stringify(messages)
    missing.push(...[at - 1, at].filter((one) => !shown.includes(wordsOf(one))))
  }
  expect(missing).toEqual([])
  const cuts = await session.eventsOf('context-rewritten')
  expect(cuts.filter(({ data }) => (data as { kind: string }).kind === 'recall').length).toBeGreaterThan(2)
})
