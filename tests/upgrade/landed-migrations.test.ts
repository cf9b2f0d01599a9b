import { expect, test } from 'vitest'
import { checksumOf } from '../../src/store/migrate.js'
import { MIGRATIONS } from '../../src/store/migrations/index.js'
import landed from './landed-migrations.json' with { type: 'json' }

/** A database refuses to start with a migration that differs from the one applied to it. So the text of each is recorded: add a
 * line for a new migration, and never change one. A change of the tables is a new migration. */

const recorded: Readonly<Record<string, string>> = landed

test('[P2] a migration never changes once it is on the main branch', () => {
  const now = Object.fromEntries(MIGRATIONS.map((one) => [`${one.id} ${one.name}`, checksumOf(one)]))
  expect(now).toEqual(recorded)
})

test('[P2] an earlier text of a migration is accepted only under its own checksum', () => {
  const earlier = MIGRATIONS.flatMap((one) => one.earlier ?? [])
  const all = [...earlier, ...Object.values(recorded)]
  expect(new Set(all).size).toBe(all.length)
  for (const checksum of earlier) expect(checksum).toMatch(/^[0-9a-f]{64}$/)
})
