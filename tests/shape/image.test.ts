import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
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

/** As root, runs as a user that may not write the files. Otherwise takes the right to write them from everyone. */
const OTHER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const setWritable = (root: string, writable: boolean) => execFileSync('chmod', ['-R', writable ? 'u+w' : 'a-w', root])

interface Running {
  output(): string
  /** Sends SIGTERM and returns the exit code. */
  stop(): Promise<unknown>
}

test(
  '[14] the image builds from what its Dockerfile copies, serves from a tree it cannot write, and stops with exit code 0',
  { timeout: 400_000 },
  async () => {
    const image = await replayDockerfile(ROOT, folder)
    await chmod(folder, 0o755)
    setWritable(image.root, false)
    const port = await freePort()
    const start = (command: readonly string[], role: string): Running => {
      const [program, ...args] = command
      const child = spawn(program === 'node' ? process.execPath : program!, args, {
        ...OTHER_USER,
        cwd: image.workdir,
        env: {
          ...image.env,
          ...{ PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port), ROLE: role, ADMIN_KEY },
          // With a database and an admin key from outside, nothing is written.
          DATA_DIR: join(image.root, 'no-such-folder'),
          DATABASE_URL: database.url,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (output += text))
      const exited = once(child, 'exit')
      return {
        output: () => {
          if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${output}`)
          return output
        },
        stop: async () => {
          child.kill('SIGTERM')
          return (await exited)[0]
        },
      }
    }
    const api = start(image.command, 'api')
    const worker = start(['node', 'dist/workers/main.js'], 'worker')
    let codes: unknown[] = []
    try {
      await until('the container is ready', () => {
        api.output()
        return fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
      })
      const docs = await fetch(`http://127.0.0.1:${port}/openapi.yaml`)
      expect(docs.status).toBe(200)
      await until('the worker has started', () => worker.output().includes('"msg":"started"'))
    } finally {
      codes = await Promise.all([api.stop(), worker.stop()])
      setWritable(image.root, true)
    }
    expect(codes).toEqual([0, 0])
  },
)
