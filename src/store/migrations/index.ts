import { sql as tables } from './0001-tables.js'
import { sql as modelCare } from './0002-model-care.js'
import { sql as ledger } from './0003-ledger.js'
import { sql as goals } from './0004-goals.js'
import { sql as pins } from './0005-pins.js'
import { sql as columns } from './0006-columns.js'
import { sql as shortened } from './0007-shortened.js'
import { sql as names } from './0008-names.js'
import { sql as modelTokens } from './0010-model-tokens.js'
import { sql as sessionKeys } from './0011-session-keys.js'
import { sql as replacedPrompts } from './0013-replaced-prompts.js'
import { sql as moments } from './0015-moments.js'
import { sql as search } from './0017-search.js'
import { sql as archives } from './0016-archives.js'

export interface Migration {
  id: number
  name: string
  sql: string
  /** Checksums of earlier texts with the same result; databases made with one are accepted. */
  earlier?: readonly string[]
}

/** In order; one that was ever released is not edited again, or only with its former checksum under `earlier`. */
export const MIGRATIONS: readonly Migration[] = [
  { id: 1, name: 'tables', sql: tables },
  {
    id: 2,
    name: 'model-care',
    sql: modelCare,
    // Read JSON in SQL, which failed on checkpoints that held U+0000.
    earlier: ['df34b5d818de0b3a1b4e848f6753a3cf3cc98f507132e39f3c601d97946b3d8a'],
  },
  { id: 3, name: 'ledger', sql: ledger },
  { id: 4, name: 'goals', sql: goals },
  { id: 5, name: 'pins', sql: pins },
  { id: 6, name: 'columns', sql: columns },
  { id: 7, name: 'shortened', sql: shortened },
  { id: 8, name: 'names', sql: names },
  { id: 10, name: 'model-tokens', sql: modelTokens },
  { id: 11, name: 'session-keys', sql: sessionKeys },
  { id: 13, name: 'replaced-prompts', sql: replacedPrompts },
  { id: 15, name: 'moments', sql: moments },
  { id: 17, name: 'search', sql: search },
  { id: 16, name: 'archives', sql: archives },
]
