import { sql as tables } from './0001-tables.js'
import { sql as modelCare } from './0002-model-care.js'
import { sql as ledger } from './0003-ledger.js'
import { sql as goals } from './0004-goals.js'
import { sql as pins } from './0005-pins.js'
import { sql as shortened } from './0007-shortened.js'

export interface Migration {
  id: number
  name: string
  sql: string
}

/** In order; one that was ever released is not edited again. */
export const MIGRATIONS: readonly Migration[] = [
  { id: 1, name: 'tables', sql: tables },
  { id: 2, name: 'model-care', sql: modelCare },
  { id: 3, name: 'ledger', sql: ledger },
  { id: 4, name: 'goals', sql: goals },
  { id: 5, name: 'pins', sql: pins },
  { id: 7, name: 'shortened', sql: shortened },
]
