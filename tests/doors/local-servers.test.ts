import { afterEach, describe, expect, test } from 'vitest'
import { KINDS } from '../../testing/scripted-model-server/kinds.js'
import { scriptedModelServer, type ScriptedModelServerOptions } from '../../testing/scripted-model-server.js'
import { until } from '../support/until.js'
import { startDaemon, type Daemon, type DaemonOptions } from '../support/daemon.js'

/** The door of OpenAI's API in front of local servers, without any key. */

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const MODEL = 'qwen2.5-7b-instruct'

async function opened(options: ScriptedModelServerOptions, { env, ...more }: DaemonOptions = {}) {
  const server = await scriptedModelServer(options)
  closing.push(() => server.close())
  const daemon = await startDaemon({ ...more, env: { OPENAI_BASE_URL: server.base, ...env } })
  closing.push(() => daemon.stop())
  return { server, daemon }
}

interface Said {
  role: string
  content: string
}

async function say(daemon: Daemon, messages: Said[], headers: Record<string, string> = {}) {
  const body = { model: MODEL, stream: true, max_tokens: 200, messages }
  return daemon.call('POST', '/openai/v1/chat/completions', { key: null, body, headers })
}

const limitOf = (window: number) => String(Math.floor(window * 0.85))
const user = (content: string): Said => ({ role: 'user', content })

describe('[S6] the window of a session behind the OpenAI door', () => {
  test.each(KINDS.filter((kind) => kind !== 'hosted'))(
    '[S6] %s: as the server reports it, without a key',
    async (kind) => {
      const { server, daemon } = await opened({ kind, window: 12_288 })
      const reply = await say(daemon, [user('What is in src/server/router.ts?')])
      expect(reply.status).toBe(200)
      expect(reply.headers.get('x-palimpsest-limit')).toBe(limitOf(12_288))
      expect(server.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)
    },
  )

  test('[S6] a window that is reported is used whole, also above DOOR_CONTEXT_SIZE', async () => {
    const { daemon } = await opened({ kind: 'vllm', window: 100_000 }, { env: { DOOR_CONTEXT_SIZE: '16K' } })
    expect((await say(daemon, [user('Hello there.')])).headers.get('x-palimpsest-limit')).toBe(limitOf(100_000))
  })

  test('[S6] LM Studio with a model that is not loaded: DOOR_CONTEXT_SIZE, until the server refuses', async () => {
    const { daemon } = await opened(
      { kind: 'lm-studio', window: 4_096, isLoaded: false },
      { env: { DOOR_CONTEXT_SIZE: '16K' } },
    )
    expect((await say(daemon, [user('Hello there.')])).headers.get('x-palimpsest-limit')).toBe(limitOf(16_000))
  })

  test('[S6] an unknown server: DOOR_CONTEXT_SIZE; the header of the client counts first', async () => {
    const { daemon } = await opened({ kind: 'hosted' }, { env: { DOOR_CONTEXT_SIZE: '16K' } })
    expect((await say(daemon, [user('Hello there.')])).headers.get('x-palimpsest-limit')).toBe(limitOf(16_000))
    const asked = await say(daemon, [user('Good evening.')], { 'x-context-size': '8K' })
    expect(asked.headers.get('x-palimpsest-limit')).toBe(limitOf(8_000))
  })

  test('[P11] a keyless caller does not make the daemon use its key', async () => {
    const { server, daemon } = await opened({ kind: 'vllm' }, { env: { OPENAI_API_KEY: 'sk-configured' } })
    await say(daemon, [user('Hello there.')])
    expect(server.requests.map(({ headers }) => headers.authorization)).not.toContain('Bearer sk-configured')
  })
})

describe.each(KINDS)('[P3] [P5] a long conversation in front of %s', (kind) => {
  test('[P3] [P5] [V10] no request is refused, and the same server writes the checkpoints', async () => {
    const server = await scriptedModelServer({ kind, window: 4_096 })
    closing.push(() => server.close())
    const env = {
      OPENAI_BASE_URL: server.base,
      DOOR_CONTEXT_SIZE: '4K',
      SUMMARY_PROVIDER: 'openai',
      SUMMARY_BASE_URL: server.base,
      ...(kind === 'hosted' && { SUMMARY_WINDOW: '4K' }),
    }
    const daemon = await startDaemon({ works: true, env })
    closing.push(() => daemon.stop())
    const messages: Said[] = [user('We will go through the plan, part by part.')]
    let cuts = 0
    for (let i = 0; i < 24; i++) {
      const reply = await say(daemon, messages)
      expect(reply.status).toBe(200)
      if (reply.headers.get('x-palimpsest-cut') === '1') cuts++
      const text = `Part ${i} is in docs/plan-${i}.md. `.concat(
        'It reads well, and nothing was said against it so far. '.repeat(12),
      )
      messages.push({ role: 'assistant', content: text }, user(`And part ${i + 1}, is it any better?`))
    }
    expect(cuts).toBeGreaterThan(0)
    const sent = server.chats.filter(({ body }) => body.messages.at(-1).content.startsWith('And part'))
    expect(sent.length).toBeGreaterThanOrEqual(23)
    const accepted = await until('a summary by the model', async () => {
      const { models } = await daemon.client.call('listModels')
      return models.find(({ name }) => name === MODEL)?.record?.spans.accepted || null
    })
    expect(accepted).toBeGreaterThan(0)
  })
})
