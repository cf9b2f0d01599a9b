import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migratedDatabase, select } from '../support/database.js'

interface KeyRow {
  name: string
  is_primary: boolean
  columns: string[]
}

test('[11] docs/scale.md lists every primary and unique key, and which of them could be distributed', async () => {
  const documented = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => / \| +(primary|unique) +\| /.test(line))
    .map((line) => line.replaceAll(/ +/g, ' ').trim())
  const database = await migratedDatabase()
  try {
    const rows = await select<KeyRow>(
      database.url,
      `SELECT c.relname AS name, i.indisprimary AS is_primary, array_agg(a.attname::text ORDER BY k.n) AS columns
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid, unnest(i.indkey::int2[]) WITH ORDINALITY k (number, n)
       JOIN pg_attribute a ON true
       WHERE a.attrelid = i.indrelid AND a.attnum = k.number AND i.indisunique AND c.relkind IN ('r', 'p')
         AND c.relnamespace = 'palimpsest'::regnamespace
       GROUP BY c.relname, i.indisprimary, i.indexrelid`,
    )
    expect(documented.toSorted()).toEqual(rows.map(lineOf).toSorted())
  } finally {
    await database.drop()
  }
})

function lineOf({ name, is_primary, columns }: KeyRow): string {
  const isSession = columns.includes('session_id') || (name === 'sessions' && columns.includes('id'))
  const contains = isSession ? 'session' : columns.includes('app_id') ? 'app' : 'neither'
  return `| ${name} | ${is_primary ? 'primary' : 'unique'} | ${columns.join(', ')} | ${contains} |`
}
