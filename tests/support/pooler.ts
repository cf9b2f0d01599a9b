import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './port.js'
import { until } from './until.js'

const PROGRAM = existsSync('/usr/sbin/pgbouncer') ? '/usr/sbin/pgbouncer' : 'pgbouncer'
/** Whether this machine has pgbouncer. Without it, the tests that need it are reported as skipped. */
export const hasPooler = spawnSync(PROGRAM, ['--version']).status === 0

export interface TestPooler {
  /** Address of the same database behind the pooler. */
  url: string
  stop(): Promise<void>
}

/** Starts pgbouncer in front of a database. */
export async function testPooler(databaseUrl: string, mode: 'session' | 'transaction'): Promise<TestPooler> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-pooler-'))
  const port = await freePort()
  const { hostname, port: at, username, password, pathname } = new URL(databaseUrl)
  const name = pathname.slice(1)
  const settings = [
    '[databases]',
    `${name} = host=${hostname} port=${at} user=${username} ${password === '' ? '' : `password=${password}`}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
  ]
  await writeFile(join(folder, 'pooler.ini'), settings.join('\n'))
  // As root, it must run as another user.
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chmod(folder, 0o777)
  const child = spawn(PROGRAM, [...(isRoot ? ['-u', 'nobody'] : []), join(folder, 'pooler.ini')], { stdio: 'ignore' }) // words: ok
  await until('pgbouncer answers', async () => {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([once(socket, 'connect'), once(socket, 'error')]).then(
      (args) => args.length === 0,
      () => false,
    )
    socket.destroy()
    return isOpen
  })
  return {
    url: `postgres://${username}@127.0.0.1:${port}/${name}`,
    stop: async () => {
      if (child.exitCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGINT')
        await exited
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
