import { CLAIM_MS, LEASE_MS } from '../../domain/compression/compression.js'

/** Leases and claims in SQL. Only the clock of the database counts: clocks of workers may differ by hours. */

/** When the statement reached the database. Not now(): that is when the transaction began, maybe before a wait for a lock. */
export const NOW = 'statement_timestamp()'

/** A constant of ours as an interval. */
export const span = (ms: number): string => `interval '${ms} milliseconds'`

/** Condition: a worker runs the compression. A lease further ahead than any lease can be was written by a wrong clock and does not count. */
export const leaseHolds = (table: string): string => holds(`${table}.lease_until`, LEASE_MS)

/** Condition: a worker has chosen the compression and is about to take it up. */
export const claimHolds = (table: string): string => holds(`${table}.claimed_until`, CLAIM_MS)

function holds(column: string, ms: number): string {
  return `coalesce(${column} BETWEEN ${NOW} AND ${NOW} + ${span(ms)}, false)`
}
