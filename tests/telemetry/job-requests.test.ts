import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { chatter } from '../support/chatter.js'
import { startDaemon } from '../support/daemon.js'
import { migratedDatabase, type TestDatabase } from '../support/database.js'
import { ended, filledSession } from '../support/filled-session.js'
import { spawnDaemon, spawnEntry, type Spawned, type SpawnedDaemon } from '../support/spawned.js'
import { until } from '../support/until.js'

/** The id of a request in the log lines of the job that it causes, which runs in another process. */

let folder: string
let database: TestDatabase
let ollama: ScriptedOllama
let api: SpawnedDaemon
let worker: Spawned
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-job-requests-'))
  database = await migratedDatabase()
  ollama = await scriptedOllama()
  const env = { DATABASE_URL: database.url, DATA_DIR: folder, ADMIN_KEY, OLLAMA_HOST: ollama.url }
  api = await spawnDaemon({ ...env, ROLE: 'api' })
  worker = await spawnEntry('worker', env)
})
afterAll(async () => {
  await worker?.kill()
  await api?.kill()
  await ollama?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

interface Line {
  msg: string
  requestId?: string
  [field: string]: unknown
}
const parsed = (lines: readonly string[]): Line[] =>
  lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Line)

test('[C7] a worker logs each compression with the id of the append that caused it', async () => {
  const sessions = await Promise.all(
    ['first-append', 'second-append'].map(async (requestId) => {
      const { id } = await api.client.call('createSession', { body: { model: 'qwen2.5:7b', contextSize: '4K' } })
      const append = { params: { sessionId: id }, body: { messages: chatter(22) } }
      const { status } = await api.client.send('appendMessages', append, { headers: { 'x-request-id': requestId } })
      expect(status).toBe(201)
      return { id, requestId }
    }),
  )
  for (const { id, requestId } of sessions) {
    const line = await until(`the line of ${requestId}`, () =>
      parsed(worker.stderr().split('\n')).find(({ msg, sessionId }) => msg === 'compression ran' && sessionId === id),
    )
    expect(line).toMatchObject({ requestId, status: 'completed', trigger: 'budget' })
    expect(line.tokensAfter).toBeLessThan(Number(line.tokensBefore))
    const { compressions } = await api.client.call('listCompressions', { params: { sessionId: id }, query: {} })
    expect(compressions.map((one) => one.id)).toContain(line.compressionId)
    // The id is of the operator's log. Replies do not carry it.
    expect(JSON.stringify(compressions)).not.toContain(requestId)
  }
})

test('[C7] a compression that fails, and its last log line, name the request', async () => {
  const daemon = await startDaemon({
    works: true,
    env: { OLLAMA_HOST: ollama.url },
    ports: (ports) => ({
      ...ports,
      store: { ...ports.store, span: () => Promise.reject(new Error('the store fails in a test')) },
    }),
  })
  try {
    const id = await filledSession(daemon, { turns: 1 })
    const headers = { 'x-request-id': 'the-unlucky-append' }
    const body = { messages: chatter(22, 1) }
    expect((await daemon.call('POST', `/v1/sessions/${id}/messages`, { headers, body })).status).toBe(201)
    const [first] = await ended(daemon, id)
    expect(first).toMatchObject({ status: 'failed', reason: 'internal' })
    const lines = await until('the last line', () => {
      const all = parsed(daemon.logged()).filter(({ requestId }) => requestId === 'the-unlucky-append')
      return all.some(({ msg }) => msg === 'compression ran') ? all : null
    })
    expect(lines.find(({ msg }) => msg === 'compression failed')).toMatchObject({ compressionId: first!.id })
    expect(lines.find(({ msg }) => msg === 'compression ran')).toMatchObject({ status: 'failed', reason: 'internal' })
  } finally {
    await daemon.stop()
  }
})
