import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../support/database.js'
import { replayDockerfile } from '../support/dockerfile.js'
import { freePort } from '../support/port.js'
import { until } from '../support/until.js'

const ROOT = join(import.meta.dirname, '../..')
let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-image-'))
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test(
  '[14] the image builds from what its Dockerfile copies, serves, and stops on SIGTERM with exit code 0',
  { timeout: 400_000 },
  async () => {
    const image = await replayDockerfile(ROOT, folder)
    const port = await freePort()
    const [program, ...args] = image.command
    const child = spawn(program === 'node' ? process.execPath : program!, args, {
      cwd: image.workdir,
      env: {
        ...image.env,
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: database.url,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    const exited = once(child, 'exit')
    try {
      await until('the container is ready', async () => {
        if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output}`)
        return fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      })
      const docs = await fetch(`http://127.0.0.1:${port}/openapi.yaml`)
      expect(docs.status).toBe(200)
    } finally {
      child.kill('SIGTERM')
    }
    expect(await exited).toEqual([0, null])
  },
)
