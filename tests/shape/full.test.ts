import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { chatter } from '../support/chatter.js'
import { plainTalk } from '../support/filled-session.js'
import { hasInstalledPostgres, installedPostgres } from '../support/installed-postgres.js'
import { hasRedis, testRedis, type TestRedis } from '../support/redis.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { spawnDaemon, spawnEntry, type Spawned, type SpawnedDaemon } from '../support/spawned.js'
import { until } from '../support/until.js'

const Session = z.object({ id: z.string(), limit: z.number(), reserve: z.number(), messageCount: z.number() })
const Compressions = z.object({
  compressions: z.array(
    z.object({ id: z.string(), status: z.string(), runs: z.number(), attempts: z.array(z.unknown()) }),
  ),
})
const Context = z.object({ tokens: z.number(), messages: z.array(z.unknown()) })
const Audit = z.object({ ok: z.boolean(), messages: z.number() })

/** API and worker as processes of their own, on a Postgres and a Redis as the system installs them. */
describe.skipIf(!hasRedis || !hasInstalledPostgres)('the full shape', () => {
  const closing: (() => Promise<unknown>)[] = []
  let redis: TestRedis
  let ollama: ScriptedOllama
  let api: SpawnedDaemon
  let worker: Spawned
  let env: Record<string, string>

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-full-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const postgres = await installedPostgres()
    closing.push(() => postgres.stop())
    redis = await testRedis()
    closing.push(() => redis.stop())
    ollama = await scriptedOllama({
      scenario: 'honest',
      model: 'qwen2.5:7b',
      contextLength: 8_192,
      parameterSize: '7.6B',
    })
    closing.push(() => ollama.close())
    env = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      OLLAMA_HOST: ollama.url,
      ADMIN_KEY: 'key-of-the-full-shape',
      DATA_DIR: folder,
    }
    api = await spawnDaemon({ ...env, ROLE: 'api' })
    closing.push(() => api.kill())
    worker = await spawnEntry('worker', env)
    closing.push(() => worker.kill())
  })
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  })

  const open = async () =>
    Session.parse(await api.client.call('createSession', { body: { model: 'qwen2.5:7b', contextSize: '4K' } }))
  const fill = async (id: string, from = 0) => {
    // A summary of it says as much as the words themselves: a model that does not help would not be asked a fourth time. [V11]
    const messages = plainTalk(from + 24).slice(2 * from)
    for (let at = 0; at < messages.length; at += 8)
      await api.client.call('appendMessages', {
        params: { sessionId: id },
        body: { messages: messages.slice(at, at + 8) },
      })
  }
  const compressions = async (id: string) =>
    Compressions.parse(await api.client.call('listCompressions', { params: { sessionId: id } })).compressions
  const completed = (id: string, count = 1) =>
    until(
      'a completed compression',
      async () => {
        const all = (await compressions(id)).filter((one) => one.status === 'completed')
        return all.length >= count ? all : null
      },
      90_000,
    )
  const expectSound = async ({ id, limit, reserve }: z.infer<typeof Session>, messages: number) => {
    const audit = Audit.parse(await api.client.call('auditSession', { params: { sessionId: id } }))
    expect(audit).toMatchObject({ ok: true, messages })
    const context = Context.parse(await api.client.call('readContext', { params: { sessionId: id } }))
    expect(context.tokens).toBeLessThanOrEqual(limit - reserve)
  }

  test('[C3] what is appended at the API is compressed by the worker with the model', async () => {
    const session = await open()
    await fill(session.id)
    const [done] = await completed(session.id)
    expect(done?.attempts.length).toBeGreaterThan(0)
    expect(ollama.calls).toBeGreaterThan(0)
    await expectSound(session, 48)
    expect(worker.stderr()).not.toContain('"msg":"job failed"')
  })

  test('[C7] a flushed Redis loses nothing: what was pending is found again', async () => {
    const session = await open()
    await worker.stop()
    await fill(session.id)
    expect((await compressions(session.id)).some((one) => one.status === 'queued')).toBe(true)
    await redis.kill()
    await redis.restart()
    worker = await spawnEntry('worker', env)
    await completed(session.id)
    await expectSound(session, 48)
  })

  test('[P9] a worker that gets a stop signal gives its model call up, leaves with 0, and the next one finishes the work', async () => {
    const session = await open()
    const abandoned = ollama.abandoned
    ollama.scenario = 'hang'
    await fill(session.id)
    await until('the model is asked', () => ollama.running > 0)
    const startedAt = Date.now()
    expect(await worker.stop()).toBe(0)
    expect(Date.now() - startedAt).toBeLessThan(60_000)
    await until('the call is given up', () => ollama.abandoned > abandoned)
    expect((await compressions(session.id))[0]).toMatchObject({ status: 'queued' })
    ollama.scenario = 'honest'
    worker = await spawnEntry('worker', env)
    await completed(session.id)
    await expectSound(session, 48)
  })

  test('[P9] a worker killed in the middle of a model call: another starts the compression, before the lease has run out', async () => {
    const session = await open()
    ollama.scenario = 'hang'
    await fill(session.id)
    await until('the model is asked', () => ollama.running > 0)
    const other = await spawnEntry('worker', env)
    closing.push(() => other.kill())
    const killedAt = Date.now()
    await worker.kill()
    ollama.scenario = 'honest'
    worker = other
    const [done] = await completed(session.id)
    console.log(`started and finished ${((Date.now() - killedAt) / 1_000).toFixed(1)} s after the kill`)
    expect(done?.runs).toBeGreaterThan(1)
    await expectSound(session, 48)
  })

  test('[P1] the API that gets a stop signal finishes what it began and leaves with 0', async () => {
    const session = await open()
    const running = api.client
      .call('appendMessages', { params: { sessionId: session.id }, body: { messages: chatter(200) } })
      .then(
        () => 'stored' as const,
        () => 'refused' as const,
      )
    expect(await api.stop()).toBe(0)
    const outcome = await running
    api = await spawnDaemon({ ...env, ROLE: 'api' })
    const { messageCount } = Session.parse(await api.client.call('getSession', { params: { sessionId: session.id } }))
    expect(messageCount).toBe(outcome === 'stored' ? 400 : 0)
  })
})
