import { CLAIM_MS, LEASE_MS } from '../../domain/compression/compression.js'

/** Leases and claims in SQL. Uses only the database clock, because the clocks of workers may differ by hours. */

/** The time the statement reached the database. now() is the start of the transaction, possibly before a lock wait. */
export const NOW = 'statement_timestamp()'

/** Returns a duration as a SQL interval. */
export const interval = (ms: number): string => `interval '${ms} milliseconds'`

/** SQL condition: a worker runs the compression. Ignores a lease too far in the future: a wrong clock wrote it. */
export const leaseHolds = (table: string): string => holds(`${table}.lease_until`, LEASE_MS)

/** SQL condition: a worker has claimed the compression and is about to start it. */
export const claimHolds = (table: string): string => holds(`${table}.claimed_until`, CLAIM_MS)

function holds(column: string, ms: number): string {
  return `coalesce(${column} BETWEEN ${NOW} AND ${NOW} + ${interval(ms)}, false)`
}
