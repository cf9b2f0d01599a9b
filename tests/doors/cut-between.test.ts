import Anthropic from '@anthropic-ai/sdk'
import { afterEach, expect, test } from 'vitest'
import { evictMessages } from '../../src/app/cut/evict.js'
import type { Ports } from '../../src/ports/ports.js'
import type { Script } from '../../testing/upstreams/script.js'
import { scriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import type { Loose } from '../../testing/upstreams/scripted-upstream.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon } from '../support/daemon.js'

/** A cut that falls between the append of a turn and the choice of what is sent for it. [D7] */

const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const TOOL: Loose = { name: 'read', description: 'Reads a file.', input_schema: { type: 'object', properties: {} } }
const reader: Script = ({ call }) => ({ thinking: `Thought ${call}.`, calls: [{ name: 'read', args: { call } }] })

test('[D7] an answer to a context from before a cut loses its thinking with the cut', async () => {
  let cut: (() => Promise<void>) | null = null
  const around = (ports: Ports): Ports => {
    const change: Ports['store']['change'] = async (id, appId, work, reads) => {
      const result = await ports.store.change(id, appId, work, reads)
      if (!reads?.door?.withPrefix) return result
      const make = cut
      cut = null
      await make?.()
      return result
    }
    return { ...ports, store: { ...ports.store, change } }
  }
  const server = await scriptedAnthropic({ script: reader })
  opened.push(() => server.close())
  const daemon = await startDaemon({ env: { ANTHROPIC_BASE_URL: server.url }, ports: around })
  opened.push(() => daemon.stop())
  const client = new Anthropic({
    ...{ baseURL: `${daemon.url}/anthropic`, apiKey: 'sk-client', maxRetries: 0 },
    defaultHeaders: { 'x-palimpsest-key': ADMIN_KEY, 'x-session-id': 'one' },
  })
  const messages: Loose[] = [{ role: 'user', content: 'Read every file.' }]
  const turn = async () => {
    const { content } = await client.messages
      .stream({
        ...{ model: 'claude-scripted-5', max_tokens: 700, thinking: { type: 'adaptive' } as Loose },
        ...{ tools: [TOOL], messages },
      })
      .finalMessage()
    const { id } = content.find(({ type }) => type === 'tool_use') as Loose
    messages.push({ role: 'assistant', content })
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'a line of text' }] })
  }
  for (let before = 0; before < 3; before++) await turn()
  const { sessions } = await daemon.client.call('listSessions', {})
  const plan = { seqs: [2, 3], humanMessagesWithResults: [] }
  cut = () =>
    daemon.ports.store.change(sessions[0]!.id, null, (tx) => evictMessages(tx, daemon.ports, plan, 'by the test'))
  await turn()
  expect(cut).toBeNull()
  await turn()
  await turn()
  expect(server.refusals).toEqual([])
  const sent = server.requests.map(({ body }) => JSON.stringify(body.messages))
  expect(sent.map((text) => /"(redacted_)?thinking"/.test(text))).toEqual([false, true, true, true, false, true])
})
