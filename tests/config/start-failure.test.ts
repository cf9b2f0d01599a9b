import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureAdminKey } from '../../src/admin-key.js'
import { diskSpace, evictionPolicy } from '../../src/cli/doctor/services.js'
import { readConfig, type Config } from '../../src/config.js'
import { makeLog } from '../../src/log.js'
import { startFailure } from '../../src/start-failure.js'
import { wire } from '../../src/wiring.js'
import { startDaemon } from '../support/daemon.js'
import { freePort } from '../support/port.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Tries a step of the start. Returns what the operator reads. */
async function said(env: Record<string, string>, step: (config: Config) => Promise<unknown>): Promise<string | null> {
  const config = readConfig(env)
  try {
    await step(config)
  } catch (error) {
    return startFailure(error, config)
  }
  throw new Error('the start did not fail')
}
const wiring = async (config: Config) => {
  const { release } = await wire(config, makeLog('silent'))
  await release()
}

test.skipIf(process.platform !== 'linux')(
  '[14] a data folder that cannot exist is refused at once, with the cause',
  async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    expect(await said({ DATA_DIR: '/proc/foo' }, wiring)).toBe(
      'DATA_DIR=/proc/foo is no usable data folder, because it cannot be created there (ENOENT): ' +
        'set DATA_DIR to a folder that you can write.',
    )
    expect(await said({ DATA_DIR: join(file, 'below') }, wiring)).toContain(
      'a part of its path is a file, not a folder',
    )
    // The full deployment keeps only its admin key there.
    expect(await said({ DATA_DIR: '/proc/foo' }, (config) => ensureAdminKey(null, config.dataDir))).toContain(
      '/proc/foo',
    )
  },
)

test('[14] a database that does not answer is named, with the cause and without its password', async () => {
  const port = await freePort()
  const env = { DATABASE_URL: `postgres://me:secret@127.0.0.1:${port}/talks`, DATA_DIR: folder }
  const text = await said(env, wiring)
  expect(text).toMatch(
    new RegExp(`^No database answers at DATABASE_URL \\(127\\.0\\.0\\.1:${port}/talks: ECONNREFUSED at connect\\)`),
  )
  expect(text).not.toContain('secret')
})

test('[14] a port in use is named, with the way out', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  try {
    expect(await said({ PORT: String(port) }, () => startDaemon({ env: { PORT: String(port) } }))).toBe(
      `127.0.0.1:${port} is in use by another program, perhaps another daemon: stop it, or set PORT to another port.`,
    )
  } finally {
    other.close()
  }
})

test('[14] a bug is no cause that the operator can remove', () => {
  expect(startFailure(new TypeError('x is not a function'), readConfig({}))).toBeNull()
})

test('[14] doctor judges the free bytes of the disk', () => {
  const mib = 1024 * 1024
  expect(diskSpace('data folder /d', 0)).toMatchObject({ state: 'missing', what: 'data folder /d, 0 MiB free' })
  expect(diskSpace('data folder /d', 500 * mib).state).toBe('degraded')
  expect(diskSpace('data folder /d', 5_000 * mib)).toMatchObject({ state: 'ok', advice: null })
})

test('[14] doctor names a Redis that evicts keys, and what to set', () => {
  expect(evictionPolicy('used_memory:1\r\nmaxmemory_policy:noeviction\r\n')).toMatchObject({
    state: 'ok',
    advice: null,
  })
  expect(evictionPolicy('maxmemory_policy:allkeys-lru\r\n')).toEqual({
    state: 'degraded',
    what: 'Redis at REDIS_URL evicts keys when it is full (allkeys-lru)',
    advice: 'Set its maxmemory-policy to noeviction',
  })
})
