import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeIds } from '../../src/ids.js'
import { VERSION } from '../../src/version.js'

test('[10] ids carry their prefix, are safe in addresses, unique, and sort by the time they were made', () => {
  let time = Date.UTC(2025, 0, 1)
  const ids = makeIds({ now: () => new Date(time) })
  const made: string[] = []
  for (let i = 0; i < 2_000; i++) {
    time += 1 + (i % 7) * 1_000_003
    made.push(ids.make('ses'))
  }
  expect(new Set(made).size).toBe(made.length)
  expect([...made].sort()).toEqual(made)
  expect(made.every((id) => /^ses_[0-9a-z]{26}$/.test(id))).toBe(true)
})

test('[10] secrets hold 32 random bytes as URL-safe text', () => {
  const ids = makeIds({ now: () => new Date() })
  const made = Array.from({ length: 100 }, () => ids.secret())
  expect(new Set(made).size).toBe(100)
  expect(made.every((secret) => /^[\w-]{43}$/.test(secret))).toBe(true)
})

test('[14] the version that is reported is the one that is published', () => {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(manifest).toMatchObject({ version: VERSION })
})
