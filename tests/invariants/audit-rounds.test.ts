import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditSample } from '../../src/app/context/audit-sample.js'
import { chatter } from '../support/chatter.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { execute, migratedDatabase, type TestDatabase } from '../support/database.js'

let database: TestDatabase
let daemon: Daemon
beforeAll(async () => {
  database = await migratedDatabase()
  daemon = await startDaemon({ env: { DATABASE_URL: database.url } })
})
afterAll(async () => {
  await daemon?.stop()
  await database?.drop()
})

const NEWER = 75

test('[P2] upkeep audits all sessions in turn: a fault in the oldest becomes an event with rule, message and finding', async () => {
  const oldest = await daemon.openSession()
  await oldest.append(chatter(2))
  const broken = `UPDATE palimpsest.messages SET state = 2 WHERE session_id = $1 AND seq = 1`
  await execute(database.url, broken, [oldest.id])
  for (let n = 0; n < NEWER; n++) await daemon.openSession()
  await auditSample(daemon.ports)
  expect((await oldest.events()).map(({ type }) => type)).not.toContain('audit-failed')
  await auditSample(daemon.ports)
  const [failed] = await oldest.eventsOf('audit-failed')
  const { version, violations } = failed!.data
  expect(version).toBe((await oldest.read()).version)
  expect(violations).toContainEqual({ rule: 'P2', seq: 1, found: expect.stringContaining('covered') })

  // The next round begins with the newest again, the one after it comes back to the oldest.
  await auditSample(daemon.ports)
  await auditSample(daemon.ports)
  expect(await oldest.eventsOf('audit-failed', 2)).toHaveLength(2)
})
