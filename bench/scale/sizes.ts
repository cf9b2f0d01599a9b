import type pg from 'pg'
import { info, show, type Figure } from '../support/figures.js'

interface SizeRow {
  name: string
  table_bytes: number
  index_bytes: number
}

/** Returns the largest tables with their bytes per message. */
export async function tableSizes(client: pg.Client, messages: number): Promise<Figure[]> {
  const { rows } = await client.query<SizeRow>(
    `SELECT c.relname AS name, pg_table_size(c.oid)::float8 AS table_bytes, pg_indexes_size(c.oid)::float8 AS index_bytes
     FROM pg_class c WHERE c.relnamespace = 'palimpsest'::regnamespace AND c.relkind = 'r'
     ORDER BY pg_total_relation_size(c.oid) DESC LIMIT 10`,
  )
  const per = (bytes: number) => show(Math.round(bytes / messages))
  return rows.map(({ name, table_bytes, index_bytes }) =>
    info(
      `  ${name}`,
      `${show((table_bytes + index_bytes) / 1e9)} GB; ${per(table_bytes)} + ${per(index_bytes)} bytes per message`,
    ),
  )
}
