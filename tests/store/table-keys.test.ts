import { expect, test } from 'vitest'
import { execute, select, wholeDatabase } from '../support/database.js'
import { divided, scalePage, sqlOf, withoutForeignKeys } from '../support/partition.js'

interface KeyRow {
  name: string
  key: string
  columns: string[]
}

const KEYS = `
  SELECT c.relname AS name, x.relname AS key, array_agg(a.attname::text ORDER BY k.n) AS columns
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid,
    unnest(i.indkey::int2[]) WITH ORDINALITY k (number, n) JOIN pg_attribute a ON true
  WHERE a.attrelid = i.indrelid AND a.attnum = k.number AND i.indisunique AND c.relkind = 'r'
    AND c.relnamespace = 'palimpsest'::regnamespace
  GROUP BY c.relname, x.relname`

/** Foreign keys between tables that are divided by different columns, or of a table that is on every node to one that is divided. */
const ACROSS = `
  SELECT k.conname AS name FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
  LEFT JOIN kept d ON d.name = c.relname JOIN kept e ON e.name = p.relname
  WHERE k.contype = 'f' AND (d.name IS NULL OR d.part_by NOT IN ('id', 'session_id') OR e.part_by NOT IN ('id', 'session_id'))`

test('[11] every key of a table that ops/sql divides contains its column, and docs/scale.md names the others', async () => {
  const database = await wholeDatabase()
  const run = (text: string) => execute(database.url, `SET search_path = palimpsest; ${text}`)
  try {
    await run(`${divided()}; CREATE TABLE public.kept AS SELECT * FROM divided`)
    const list = await select<{ name: string; part_by: string }>(database.url, 'SELECT name, part_by FROM public.kept')
    const columnOf = new Map(list.map(({ name, part_by }) => [name, part_by]))
    expect(columnOf.size).toBeGreaterThan(30)
    const keys = await select<KeyRow>(database.url, KEYS)
    const without = keys.filter(({ name, columns }) => !columns.includes(columnOf.get(name) ?? columns[0]!))
    expect(without).toEqual([])
    const whole = [...new Set(keys.map(({ name }) => name))].filter((name) => !columnOf.has(name))
    const [, named] = /All other tables are small[^:]*:([^]*?)\n\n/.exec(scalePage())!
    expect([...named!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name).toSorted()).toEqual(whole.toSorted())
    // Citus: what is not distributed or everywhere stays on one server.
    const ofCitus = sqlOf('citus')
    const everywhere = [...ofCitus.match(/ARRAY\['apps'[^\]]*\]/)![0].matchAll(/'([a-z_]+)'/g)].map(([, name]) => name!)
    expect([...everywhere, 'event_clock', 'migrations'].toSorted()).toEqual(whole.toSorted())
    expect((await select(database.url, ACROSS)).length).toBeGreaterThan(0)
    await run(`CREATE TEMP TABLE divided AS SELECT * FROM public.kept; ${withoutForeignKeys()}`)
    expect(await select(database.url, ACROSS)).toEqual([])
  } finally {
    await database.drop()
  }
})
