import { readFileSync } from 'node:fs'
import { execute } from './database.js'

/** Few, so that tests are fast; more than one, so that a statement that misses a partition is found. */
const PARTS = 3

export const scalePage = (): string => readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')

/** Returns a file of `ops/sql`, by its name. */
export const sqlOf = (name: 'divided' | 'partition' | 'citus'): string =>
  readFileSync(new URL(`../../ops/sql/${name}.sql`, import.meta.url), 'utf8')

/** The list of tables and the column by which each is divided. */
export const divided = (): string => sqlOf('divided')

/** The statement that removes foreign keys between tables that are divided by different columns. */
export const withoutForeignKeys = (): string => sqlOf('citus').split('SET citus')[0]!

/** Gives the tables of a database partitions. */
export async function partition(url: string): Promise<void> {
  const [before, after, ...more] = sqlOf('partition').split('parts constant int := 16')
  if (after === undefined || more.length > 0) throw new Error('The file names the number of partitions in another way.')
  const ddl = `${before}parts constant int := ${PARTS}${after}`
  await execute(url, `SET search_path = palimpsest; BEGIN; ${divided()}; ${ddl}; COMMIT`)
}
