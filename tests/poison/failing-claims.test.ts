import { afterEach, beforeEach, expect, test } from 'vitest'
import { offerUpgrade } from '../../src/app/compression/rewrite/offer-upgrade.js'
import type { Ports } from '../../src/ports/ports.js'
import { drainPending } from '../../src/app/compression/drain.js'
import { compressionsOf, ended, filledSession, say } from '../support/filled-session.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { execute, select, migratedDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'

const NEVER = new AbortController().signal
const SECRET = 'the words of a conversation'

let database: TestDatabase
let ollama: ScriptedOllama
let daemon: Daemon
beforeEach(async () => {
  ;[database, ollama] = await Promise.all([migratedDatabase(), scriptedOllama()])
  daemon = await startDaemon({ env: { DATABASE_URL: database.url, OLLAMA_HOST: ollama.url } })
})
afterEach(async () => {
  await daemon.stop()
  await ollama.close()
  await database.drop()
})
const sql = (text: string, values: unknown[] = []) => execute(database.url, `${text}`, values)

/** A session that fails and came first, and one of another app. */
async function twoApps(): Promise<{ failing: string; healthy: string }> {
  const [one, two] = [await daemon.newApp(), await daemon.newApp()]
  return {
    failing: await filledSession(daemon, { key: one.app }),
    healthy: await filledSession(daemon, { key: two.app, from: 200 }),
  }
}

/** Ports whose next `times` changes of a session throw. */
function failingPorts(sessionId: string, times: number): Ports & { log: ReturnType<typeof quietLog> } {
  let left = times
  const store: Ports['store'] = Object.create(daemon.ports.store, {
    change: {
      value: (id: string, ...rest: [string | null, never]) => {
        if (id === sessionId && left-- > 0) throw new TypeError(`Cannot create property 'x' on string '${SECRET}'`)
        return daemon.ports.store.change(id, ...rest)
      },
    },
  })
  return { ...daemon.ports, store, log: quietLog() }
}

test('[P9] [P11] a session whose compression cannot start fails alone, backs off, and says why', async () => {
  const { failing, healthy } = await twoApps()
  const ports = failingPorts(failing, 1)
  await drainPending(ports, NEVER)
  expect(await compressionsOf(daemon, healthy)).toMatchObject([{ status: 'completed' }])
  const [failed] = await compressionsOf(daemon, failing)
  expect(failed).toMatchObject({ status: 'failed', reason: 'internal', detail: 'TypeError' })
  const { contextStatus } = await daemon.client.call('getSession', { params: { sessionId: failing } })
  expect(contextStatus.compressor).toMatchObject({ state: 'backing-off', reason: 'internal' })
  expect(ports.log.lines.map(({ message }) => message)).toContain('compression could not start')
})

test('[P9] [P11] a session that cannot be changed at all fails alone; a later append makes a compression pending again', async () => {
  const { failing, healthy } = await twoApps()
  await drainPending(failingPorts(failing, 2), NEVER)
  expect(await compressionsOf(daemon, healthy)).toMatchObject([{ status: 'completed' }])
  expect(await compressionsOf(daemon, failing)).toMatchObject([{ status: 'failed', reason: 'internal' }])
  await say(daemon, failing, { turns: 1, from: 90 })
  await drainPending(daemon.ports, NEVER)
  expect((await ended(daemon, failing)).map(({ status }) => status)).toEqual(['completed', 'failed'])
})

test.each([
  ['state', `UPDATE palimpsest.sessions SET state = '{"x' WHERE id = $1`],
  ['setup', `UPDATE palimpsest.sessions SET setup = '', setup_revision = 9 WHERE id = $1`],
  ['compression', `UPDATE palimpsest.compressions SET body = 'null,' WHERE session_id = $1`],
  ['figures', 'UPDATE palimpsest.sessions SET limit_tokens = 0, used_tokens = -1 WHERE id = $1'],
])('[P9] [P11] a damaged %s of one session does not stop another app', async (damaged, damage) => {
  const { failing, healthy } = await twoApps()
  await sql(damage, [failing])
  await drainPending(daemon.ports, NEVER)
  expect(await compressionsOf(daemon, healthy)).toMatchObject([{ status: 'completed' }])
  const [row] = await select(database.url, 'SELECT status, body FROM palimpsest.compressions WHERE session_id = $1', [
    failing,
  ])
  if (damaged === 'figures') return expect(row).toMatchObject({ status: 'completed' })
  expect(row).toMatchObject({ status: 'failed' })
  expect(JSON.parse(row!.body).state).toMatchObject({ status: 'failed', reason: 'internal', detail: 'SyntaxError' })
  const events = await select(
    database.url,
    `SELECT seq, data FROM palimpsest.events WHERE session_id = $1 AND type = 'compression-error'`,
    [failing],
  )
  expect(events).toHaveLength(1)
})

test('[V5] [P11] a copied checkpoint that cannot be offered to a model keeps it from no other', async () => {
  await ollama.close()
  const { failing, healthy } = await twoApps()
  await drainPending(daemon.ports, NEVER)
  for (const id of [failing, healthy]) expect(await compressionsOf(daemon, id)).toMatchObject([{ status: 'completed' }])
  await sql(`UPDATE palimpsest.sessions SET last_activity_at = now() - interval '1 day'`)
  await sql('DELETE FROM palimpsest.model_care')
  // In the order of their windows the failing one comes first.
  await sql(`UPDATE palimpsest.sessions SET used_tokens = 0 WHERE id = $1`, [failing])
  await ollama.listen(Number(new URL(ollama.url).port))
  const ports = failingPorts(failing, 99)
  expect(await offerUpgrade(ports)).toBe(true)
  expect((await compressionsOf(daemon, healthy))[0]).toMatchObject({ status: 'queued', trigger: 'upgrade' })
  expect(ports.log.lines).toMatchObject([{ level: 'error', message: 'upgrade could not be offered' }])
  const tried = await select(
    database.url,
    'SELECT upgrade_tried_at FROM palimpsest.checkpoints WHERE session_id = $1',
    [failing],
  )
  expect(tried).toMatchObject([{ upgrade_tried_at: expect.any(Date) }])
})
