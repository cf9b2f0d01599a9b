import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { spawnDaemon } from '../support/spawned.js'
import { until } from '../support/until.js'

const SESSIONS = 150
const Deletions = z.object({
  deletions: z.array(
    z.object({ state: z.string(), removed: z.object({ sessions: z.number(), messages: z.number() }) }),
  ),
})
const Sessions = z.object({ sessions: z.array(z.object({ id: z.string() })) })

test('[P1] a deletion goes on after kill -9, by itself, and its report counts every session once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-deletion-'))
  const env = { DATA_DIR: folder, OLLAMA_HOST: 'http://127.0.0.1:9' }
  let daemon = await spawnDaemon(env)
  try {
    const { key } = daemon
    for (let n = 0; n < SESSIONS; n++) {
      const body = { model: 'qwen2.5:7b', contextSize: '4K', metadata: { user: 'jane' } } as const
      const { id } = z.object({ id: z.string() }).parse(await daemon.client.call('createSession', { body }))
      const messages = [{ role: 'user', content: `Message ${n}` }]
      await daemon.client.call('appendMessages', { params: { sessionId: id }, body: { messages } })
    }
    const listed = async () => {
      const reply = Deletions.parse(await daemon.client.as(key).call('listDeletions', {}))
      return reply.deletions[0]
    }
    const asked = daemon.client.call('createDeletion', { body: { user: 'jane' } }).catch(() => {})
    await until('some sessions are deleted', async () => ((await listed())?.removed.sessions ?? 0) > 0)
    await daemon.kill()
    await asked
    daemon = await spawnDaemon(env)
    const left = Sessions.parse(await daemon.client.as(key).call('listSessions', { query: { limit: '200' } }))
    console.log(`${left.sessions.length} of ${SESSIONS} sessions are left after the kill`)
    const done = await until('the deletion is done', async () => {
      const deletion = await listed()
      return deletion?.state === 'done' ? deletion : null
    })
    expect(done.removed).toMatchObject({ sessions: SESSIONS, messages: SESSIONS })
    expect(Sessions.parse(await daemon.client.as(key).call('listSessions', {})).sessions).toEqual([])
  } finally {
    await daemon.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
