import { expect, test } from 'vitest'
import { database } from '../../src/cli/doctor/services.js'
import { readConfig } from '../../src/config.js'
import { migratedDatabase } from '../support/database.js'
import { hasPooler, testPooler } from '../support/pooler.js'

test.skipIf(!hasPooler)(
  '[13] doctor refuses a pooler in transaction mode, and accepts one in session mode',
  async () => {
    const server = await migratedDatabase()
    try {
      for (const mode of ['session', 'transaction'] as const) {
        const pooler = await testPooler(server.url, mode)
        try {
          const finding = await database(readConfig({ DATABASE_URL: pooler.url }))
          expect(finding.state, finding.what).toBe(mode === 'session' ? 'ok' : 'missing')
          expect(finding.advice === null).toBe(mode === 'session')
        } finally {
          await pooler.stop()
        }
      }
    } finally {
      await server.drop()
    }
  },
)
