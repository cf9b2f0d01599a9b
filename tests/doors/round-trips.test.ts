import { afterEach, expect, test } from 'vitest'
import { scriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { startDaemon } from '../support/daemon.js'
import { watchStatements } from '../support/watch-statements.js'

/** How often a request waits for the database before it goes to the upstream. */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

test('[10.4] a request waits twice for the database before it goes to the upstream', async () => {
  const trips = watchStatements()
  let before: string[][] = []
  const script = () => {
    const last = trips.findLast(({ names }) => names.includes('lock-session'))
    before = trips.filter(({ client }) => client === last?.client).map(({ names }) => names)
    return { text: 'An answer.' }
  }
  const server = await scriptedAnthropic({ script })
  opened.push(() => server.close())
  const daemon = await startDaemon({ env: { ANTHROPIC_BASE_URL: server.url } })
  opened.push(() => daemon.stop())
  const messages: Loose[] = []
  for (let turn = 1; turn <= 4; turn++) {
    messages.push({ role: 'user', content: `question ${turn}` })
    trips.length = 0
    const body = { model: 'claude-scripted-5', max_tokens: 700, messages }
    const headers = { 'x-session-id': 'one', 'anthropic-version': '2023-06-01' }
    const reply = await daemon.call('POST', '/anthropic/v1/messages', { key: null, body, headers })
    messages.push({ role: 'assistant', content: reply.json.content })
  }
  expect(server.requests).toHaveLength(4)
  const reads = ['lock-session', 'calibration', 'links-from', 'prefix-version']
  expect(before).toEqual([expect.arrayContaining(reads), expect.arrayContaining(['insert-messages-1', 'COMMIT'])])
})
