import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migratedDatabase, select } from '../support/database.js'

interface KeyRow {
  name: string
  columns: string[]
}

test('[11] docs/scale.md lists every table by what its primary and unique keys contain', async () => {
  const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')
  const [, table] = page.split('| keys contain | tables |')
  const documented = [...table!.split('\n\n')[0]!.matchAll(/^\| ([a-z ]+) \| ([\w, ]+) \|$/gm)].flatMap(
    ([, kinds, names]) => names!.split(', ').map((name) => `${name}: ${kinds}`),
  )
  const database = await migratedDatabase()
  try {
    const rows = await select<KeyRow>(
      database.url,
      `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY k.n) AS columns
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid, unnest(i.indkey::int2[]) WITH ORDINALITY k (number, n)
       JOIN pg_attribute a ON true
       WHERE a.attrelid = i.indrelid AND a.attnum = k.number AND i.indisunique AND c.relkind IN ('r', 'p')
         AND c.relnamespace = 'palimpsest'::regnamespace
       GROUP BY c.relname, i.indexrelid`,
    )
    const names = [...new Set(rows.map(({ name }) => name))]
    expect(names.length).toBeGreaterThan(40)
    expect(documented.toSorted()).toEqual(
      names.map((name) => `${name}: ${kindsOf(rows.filter((row) => row.name === name))}`).toSorted(),
    )
  } finally {
    await database.drop()
  }
})

/** What the keys of a table contain: one kind, or two if its keys differ. */
function kindsOf(keys: KeyRow[]): string {
  const kinds = keys.map(kindOf)
  return ['session', 'app', 'neither'].filter((kind) => kinds.includes(kind)).join(' and ')
}

function kindOf({ name, columns }: KeyRow): string {
  if (columns.includes('session_id') || (name === 'sessions' && columns.includes('id'))) return 'session'
  return columns.includes('app_id') ? 'app' : 'neither'
}
