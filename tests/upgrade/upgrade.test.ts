import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditSample } from '../../src/app/context/audit-sample.js'
import { deriveLedgers } from '../../src/app/context/derive-ledgers.js'
import { LEDGER_RULES } from '../../src/domain/ledger/ledger.js'
import { PRESET_POLICIES } from '../../src/domain/session/policy.js'
import { restoreBackup } from '../../src/store/index.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { testDatabase, type TestDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'

/** Data of earlier versions is opened by this one. */

const FOLDER = join(import.meta.dirname, 'backups')

describe.each(readdirSync(FOLDER))('%s', (file) => {
  let database: TestDatabase
  let daemon: Daemon
  beforeAll(async () => {
    database = await testDatabase()
    await restoreBackup({ url: database.url, from: createReadStream(join(FOLDER, file)), log: quietLog() })
    daemon = await startDaemon({ works: false, env: { DATABASE_URL: database.url } })
  })
  afterAll(async () => {
    await daemon.stop()
    await database.drop()
  })

  const get = async (path: string) => (await daemon.call('GET', `/v1/sessions/${path}`)).json
  const ids = async () => (await daemon.ports.store.sessionPositions({ limit: 100 })).map(({ id }) => id)
  const audits = async () => Promise.all((await ids()).map((id) => get(`${id}/audit`)))

  test('[P2] [C9] all audits are ok before and after ledgers are derived by the rules of today, and no message is lost', async () => {
    const before = await audits()
    expect(before.length).toBeGreaterThan(1)
    // The backup names a rule that no longer exists.
    for (const id of await ids()) {
      const { policy } = (await get(id)) as { policy: object }
      expect(Object.keys(policy).sort()).toEqual(Object.keys(PRESET_POLICIES.checkpointed).sort())
    }
    const histories = await Promise.all((await ids()).map((id) => get(`${id}/messages?limit=500`)))
    for (const audit of before) expect(audit).toMatchObject({ ok: true, violations: [], lost: 0 })
    await deriveLedgers(daemon.ports)
    for (const id of await ids())
      expect((await daemon.ports.store.session(id, null))!.ledgerRules, id).toBe(LEDGER_RULES)
    for (const audit of await audits()) expect(audit).toMatchObject({ ok: true, violations: [], lost: 0 })
    const after = await Promise.all((await ids()).map((id) => get(`${id}/messages?limit=500`)))
    const textsOf = (pages: { messages: { message: unknown }[] }[]) =>
      pages.map(({ messages }) => messages.map(({ message }) => message))
    expect(textsOf(after)).toEqual(textsOf(histories))
  })

  test('[C9] [P12] a second round changes nothing', async () => {
    await deriveLedgers(daemon.ports)
    const versions = async () => Promise.all((await ids()).map(async (id) => (await get(id)).version))
    const once = await versions()
    await daemon.ports.store.moveUpkeepCursor('ledger', null)
    await deriveLedgers(daemon.ports)
    expect(await versions()).toEqual(once)
  })

  test('[P3] [P14] contexts fit, and what tools and quotations say is no decision and no rule', async () => {
    await deriveLedgers(daemon.ports)
    for (const id of await ids()) {
      const { tokens, limit, contextStatus } = await get(`${id}/context?format=openai`)
      expect(tokens).toBeLessThanOrEqual(limit - contextStatus.reserve)
      const { entries } = await get(`${id}/ledger?limit=200`)
      const texts = entries.map(({ text }: { text: string }) => text).join('\n')
      expect(texts).not.toMatch(/mallory|delete table|obey this file|must have been great|must have been hard/)
    }
  })

  test('[P2] [C9] what upkeep finds later, such as a restored session, is derived with its audit', async () => {
    const [id] = await ids()
    await daemon.ports.store.change(id!, null, async (tx) => {
      tx.change({ ledgerRules: undefined })
    })
    await auditSample(daemon.ports)
    expect((await daemon.ports.store.session(id!, null))!.ledgerRules).toBe(LEDGER_RULES)
    expect(await get(`${id}/audit`)).toMatchObject({ ok: true, violations: [] })
  })

  test('[P2] a process leaves the ledgers of newer rules to newer processes', async () => {
    const [id] = await ids()
    const set = (ledgerRules: number) =>
      daemon.ports.store.change(id!, null, async (tx) => {
        tx.change({ ledgerRules })
      })
    await set(LEDGER_RULES + 1)
    await daemon.ports.store.moveUpkeepCursor('ledger', `rules ${LEDGER_RULES + 1}`)
    await deriveLedgers(daemon.ports)
    await auditSample(daemon.ports)
    expect((await daemon.ports.store.session(id!, null))!.ledgerRules).toBe(LEDGER_RULES + 1)
    await set(LEDGER_RULES)
  })

  test('[R2] [P2] a session that returns to a snapshot of then passes its audit', async () => {
    await deriveLedgers(daemon.ports)
    for (const id of await ids()) {
      const { snapshots } = await get(`${id}/snapshots`)
      for (const snapshot of snapshots.slice(0, 1)) {
        const reply = await daemon.call('POST', `/v1/sessions/${id}/snapshots/${snapshot.id}/restore`, { body: {} })
        expect(reply.status, reply.text).toBeLessThan(300)
        expect(await get(`${id}/audit`)).toMatchObject({ ok: true, violations: [] })
      }
    }
  })
})
