import { sql as tables } from './0001-tables.js'

export interface Migration {
  id: number
  name: string
  sql: string
}

/** In order; one that was ever released is not edited again. */
export const MIGRATIONS: readonly Migration[] = [{ id: 1, name: 'tables', sql: tables }]
