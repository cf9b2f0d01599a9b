import { expect, test } from 'vitest'
import { PRESENT_STATES } from '../../src/store/migrations/0015-moments.js'
import { talk } from '../support/coding-talk.js'
import { execute, testDatabase } from '../support/database.js'
import { startDaemon } from '../support/daemon.js'
import { sentOf } from './played.js'

test('[R3] a session with cuts from before moments were recorded answers 409 for then, and everything from there on', async () => {
  const database = await testDatabase()
  const daemon = await startDaemon({ env: { DATABASE_URL: database.url } })
  try {
    const session = await daemon.openSession({ contextSize: '4K' })
    await session.append(talk(12))
    await session.context()
    const whole = await daemon.openSession()
    await whole.append(talk(2))
    // As the migration finds them.
    await execute(
      database.url,
      `SET search_path = palimpsest; ALTER TABLE moments DISABLE TRIGGER USER; DELETE FROM moments;
       ALTER TABLE moments ENABLE TRIGGER USER; ${PRESENT_STATES}`,
    )
    const refused = await session.send('readContext', { query: { at: '12' } })
    expect([refused.status, refused.problem.code]).toEqual([409, 'state_not_recorded'])
    const now = await sentOf(session)
    expect(await sentOf(session, 37)).toEqual(now)
    const { id: snapshotId } = await session.call('createSnapshot', { body: {} })
    await session.append(talk(6, 30))
    await session.context()
    expect(await sentOf(session, 37)).toEqual(now)
    await session.call('restoreSnapshot', { params: { snapshotId } })
    expect(await sentOf(session)).toEqual(now)
    expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
    // Without a cut, every context follows from the messages.
    expect((await whole.context('openai', { at: '3' })).messages).toEqual(talk(2).slice(0, 3))
  } finally {
    await daemon.stop()
    await database.drop()
  }
})
