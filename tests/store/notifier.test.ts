import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openPostgresNotifier } from '../../src/store/postgres-notifier.js'
import { select, testDatabase } from '../support/database.js'
import { quietLog } from '../support/quiet-log.js'
import { until } from '../support/until.js'

const warnings: Error[] = []
const note = (warning: Error) => warnings.push(warning)
process.on('warning', note)
afterEach(() => void process.off('warning', note))

const WAKE_PIDS = `SELECT pid FROM pg_stat_activity WHERE application_name = 'palimpsest-wake' AND datname = current_database() AND query LIKE 'LISTEN%'`

test('[P10] [13] wake-ups that a stalled server does not take are one statement, which arrives when it goes on', async () => {
  const { url, drop } = await testDatabase()
  const slow = openPostgresNotifier({ url, log: quietLog() })
  try {
    const pid = await until(
      'the connection listens',
      async () => (await select<{ pid: number }>(url, WAKE_PIDS))[0]?.pid,
    )
    const listener = openPostgresNotifier({ url, log: quietLog() })
    try {
      await until('both connections listen', async () => (await select(url, WAKE_PIDS)).length === 2)
      let woken = 0
      listener.subscribe(() => woken++)
      process.kill(pid, 'SIGSTOP')
      // Each falls into a batch of its own.
      for (let n = 0; n < 8; n++) {
        slow.notify('events')
        await wait(10)
      }
      expect(woken).toBe(0)
      process.kill(pid, 'SIGCONT')
      await until('the other process is woken', () => woken > 0)
      expect(warnings.map(({ message }) => message)).toEqual([])
    } finally {
      process.kill(pid, 'SIGCONT')
      await listener.close()
    }
  } finally {
    await slow.close()
    await drop()
  }
})
