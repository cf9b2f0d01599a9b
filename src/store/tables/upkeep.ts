import type { UpkeepStore } from '../../app/ports/store-port.js'
import type { Database } from '../database.js'

/** Cursors are rows, so that a restart does not begin again with the newest sessions, and workers share them. */
export function upkeepTable(db: Database): Omit<UpkeepStore, 'freeAbandoned'> {
  return {
    upkeepCursor: async (task) => {
      const text = 'SELECT after FROM upkeep_cursors WHERE task = $1'
      const [row] = await db.query<{ after: string | null }>({ text, values: [task] })
      return row?.after ?? null
    },
    moveUpkeepCursor: async (task, after) => {
      const text = `
        INSERT INTO upkeep_cursors (task, after) VALUES ($1, $2) ON CONFLICT (task) DO UPDATE SET after = excluded.after`
      await db.query({ text, values: [task, after] })
    },
  }
}
