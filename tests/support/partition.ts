import { readFileSync } from 'node:fs'
import { execute } from './database.js'

/** Few, so that tests are fast; more than one, so that a statement that misses a partition is found. */
const PARTS = 3

export const scalePage = (): string => readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')

/** Returns the SQL block of docs/scale.md that starts with a comment. */
export function sqlOf(comment: string): string {
  const block = scalePage()
    .split('```sql\n')
    .find((text) => text.startsWith(`-- ${comment}`))
  if (block === undefined) throw new Error(`docs/scale.md has no block "${comment}".`)
  return block.split('```')[0]!
}

/** The list of tables and the column by which each is divided. */
export const divided = (): string => sqlOf('Run first')

/** The statement that removes foreign keys between tables that are divided by different columns. */
export const withoutForeignKeys = (): string => sqlOf('Foreign keys cannot lead').split('SET citus')[0]!

/** Gives the tables of a database partitions. */
export async function partition(url: string): Promise<void> {
  const [before, after, ...more] = sqlOf('Run with all processes stopped').split('parts constant int := 16')
  if (after === undefined || more.length > 0)
    throw new Error('The block names the number of partitions in another way.')
  const ddl = `${before}parts constant int := ${PARTS}${after}`
  await execute(url, `SET search_path = palimpsest; BEGIN; ${divided()}; ${ddl}; COMMIT`)
}
