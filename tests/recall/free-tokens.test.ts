import { afterAll, beforeAll, expect, test } from 'vitest'
import { freeForRecall } from '../../src/domain/recall/free-tokens.js'
import { NO_TOKENS } from '../../src/domain/session/budget.js'
import { PRESET_POLICIES } from '../../src/domain/session/policy.js'
import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

/** A conversation keeps tokens free for what is recalled. */

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon({ works: true, env: { SUMMARY_MODEL: '' } })
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
  for (let at = 1; at <= 260; at++) {
    await session.append(said(at))
    await session.context('openai')
    if (at < 140 || at % 6 !== 0) continue
    asked += 1
    const { id } = await daemon.client.call('forkSession', { params: { sessionId: session.id }, body: {} })
    const question = { role: 'user', content: `What did I say about the ${SUBJECTS[3]} number ${13 * 7}?` }
    await daemon.client.call('appendMessages', { params: { sessionId: id }, body: { messages: [question] } })
    const { contextStatus } = await daemon.client.call('readContext', { params: { sessionId: id } })
    if ((contextStatus.breakdown.recall ?? 0) > 100) answered += 1
  }
  expect(asked).toBe(20)
  expect(answered).toBeGreaterThanOrEqual(19)
  expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
})

test('[M4] [P12] the first words recalled after a cut may take all that recall has, later ones half of what is left', () => {
  const session = {
    ...{ limit: 13_600, reserve: 1_000, scale: EXACT_SCALE, policy: PRESET_POLICIES.checkpointed },
    tokenCounts: { ...NO_TOKENS, user: 2_000 },
  }
  const free = (recall: number) => freeForRecall({ ...session, tokenCounts: { ...session.tokenCounts, recall } }, 1_000)
  const blocks: number[] = []
  for (let shown = 0; blocks.length < 6; shown += blocks.at(-1)!) blocks.push(free(shown))
  expect(blocks.slice(0, 3)).toEqual([1_360, 340, 170])
  expect(blocks.reduce((sum, tokens) => sum + tokens, 0)).toBeLessThanOrEqual(1.5 * 1_360)
  expect(freeForRecall({ ...session, tokenCounts: { ...NO_TOKENS, user: 12_500 } }, 1_000)).toBe(100)
})
