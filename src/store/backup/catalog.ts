import type pg from 'pg'
import { SCHEMA } from '../database.js'
import { leavesOf } from '../table-leaves.js'
import type { Header } from './frames.js'

/** Reads from the catalog of Postgres what there is to back up. */

/** Not copied: the header names the migrations, and a restore applies them. */
const MIGRATIONS_TABLE = 'migrations'

/** Settings that make COPY text the same for every server, user and time zone. */
export const PORTABLE_TEXT = `
  SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC';
  SET LOCAL intervalstyle = 'postgres'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 3;
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`

/** Returns the tables, each after those it refers to, and after the sessions if its rows belong to some: a restore makes foreign keys that
 * a distributed database lacks. */
export async function readTables(client: pg.Client): Promise<Header['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[]; estimate: number; parents: string[] }>(
    `SELECT c.relname AS name,
       (SELECT coalesce(sum(rows), 0)::float8 FROM ${leavesOf('c.oid')} leaves) AS estimate,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT coalesce(array_agg(name), '{}') FROM (
         SELECT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.conparentid = 0 AND k.confrelid <> k.conrelid
         UNION SELECT 'sessions' FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'session_id') parent (name)) AS parents
     FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> $2 ORDER BY c.relname`,
    [SCHEMA, MIGRATIONS_TABLE],
  )
  const sorted: Header['tables'] = []
  const placed = new Set<string>()
  while (sorted.length < rows.length) {
    const next = rows.find(({ name, parents }) => !placed.has(name) && parents.every((parent) => placed.has(parent)))
    if (!next) throw new Error('The tables refer to each other in a circle.')
    placed.add(next.name)
    sorted.push({ name: next.name, columns: next.columns, estimatedRows: next.estimate })
  }
  return sorted
}

/** Returns the last value of each sequence that was used. Sequences ignore snapshots, so read them last. */
export async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'SELECT sequencename AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = $1 AND last_value IS NOT NULL',
    [SCHEMA],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export const quoted = (name: string): string => `"${name}"`
