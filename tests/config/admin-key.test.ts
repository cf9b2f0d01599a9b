import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '../../src/ports/start-error.js'
import { ensureAdminKey } from '../../src/admin-key.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-key-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('[14] the admin key is made once, kept for its owner alone, and found again', async () => {
  const dataDir = join(folder, 'not', 'there', 'yet')
  const first = await ensureAdminKey(null, dataDir)
  expect(first.fresh).toBe(true)
  expect((await stat(join(dataDir, 'admin-key'))).mode & 0o777).toBe(0o600)
  expect((await readFile(join(dataDir, 'admin-key'), 'utf8')).trim()).toBe(first.key)
  expect(await ensureAdminKey(null, dataDir)).toEqual({ ...first, fresh: false })
})

test('[14] of ten that start together on one folder, one makes the key and all use it', async () => {
  const all = await Promise.all(Array.from({ length: 10 }, () => ensureAdminKey(null, folder)))
  expect(new Set(all.map((one) => one.key)).size).toBe(1)
  expect(all.filter((one) => one.fresh)).toHaveLength(1)
  expect(await readdir(folder)).toEqual(['admin-key'])
})

test('[14] a configured key is used as it is and written nowhere', async () => {
  expect(await ensureAdminKey('configured-key-0123', folder)).toEqual({
    key: 'configured-key-0123',
    file: null,
    fresh: false,
  })
  expect(await readdir(folder)).toEqual([])
})

test('[14] an emptied file of the key is named, kept, and explained', async () => {
  const file = join(folder, 'admin-key')
  await writeFile(file, '')
  const error = await ensureAdminKey(null, folder).catch((one: unknown) => one)
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toContain(`${file} has no key that this user can read`)
  expect(await readFile(file, 'utf8')).toBe('')
  expect(await readdir(folder)).toEqual(['admin-key'])
})
