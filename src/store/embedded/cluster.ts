import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { serverEnvironment, type Binaries } from './binaries.js'

/** Names inside the data folder. */
export const clusterDirOf = (dataDir: string): string => join(dataDir, 'cluster')
const passwordFileOf = (dataDir: string): string => join(dataDir, 'password')
const portFileOf = (dataDir: string): string => join(dataDir, 'port')
export const logFileOf = (dataDir: string): string => join(dataDir, 'postgres.log')

export const SUPERUSER = 'palimpsest'

/** fsync and synchronous_commit stay on: what was acknowledged must survive a power cut. [P1] */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  wal_compression: 'on',
  max_wal_size: '512MB',
  jit: 'off', // our statements take microseconds; compiling one takes milliseconds
  io_method: 'sync', // three processes fewer; a laptop reads little
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_statement: 'none',
  log_min_error_statement: 'panic', // statements carry conversations
  log_parameter_max_length: '0',
}

/** The cluster's password; made at the first call, readable by us alone. */
export function clusterPassword(dataDir: string): string {
  const file = passwordFileOf(dataDir)
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // 'wx' and read again: of two daemons that start at once, one writes and both read the same.
    try {
      writeFileSync(file, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (!existsSync(file)) throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}

/** Makes the cluster if there is none. It appears under its name only when it is whole, so a kill in between leaves nothing half made. */
export async function ensureCluster(dataDir: string, binaries: Binaries): Promise<void> {
  const clusterDir = clusterDirOf(dataDir)
  if (existsSync(join(clusterDir, 'PG_VERSION'))) return checkMajor(clusterDir, binaries)
  const unfinished = `${clusterDir}.${process.pid}`
  const passwordCopy = join(unfinished, '..', `password.${process.pid}`)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  writeFileSync(passwordCopy, clusterPassword(dataDir), { mode: 0o600 })
  if (binaries.runAs)
    for (const path of [unfinished, passwordCopy]) chownSync(path, binaries.runAs.uid, binaries.runAs.gid)
  const folder = openFolder(unfinished, binaries)
  // As another user initdb gets the password file as an open file too: its folder may be closed to that user.
  const password = folder.fds.length > 0 ? openSync(passwordCopy, 'r') : null
  try {
    await runInitdb(
      binaries,
      folder,
      password === null ? passwordCopy : `/proc/self/fd/${FIRST_EXTRA_FD + 1}`,
      password,
    )
    renameSync(unfinished, clusterDir)
  } catch (error) {
    if (!existsSync(join(clusterDir, 'PG_VERSION'))) throw error // otherwise another daemon was faster, and will be met at the lock
  } finally {
    folder.close()
    if (password !== null) closeSync(password)
    rmSync(passwordCopy, { force: true })
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function checkMajor(clusterDir: string, binaries: Binaries): void {
  const made = Number(readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8'))
  if (made === binaries.major) return
  throw new Error(
    `The database in ${clusterDir} was made by Postgres ${made}; this installation brings Postgres ${binaries.version}. ` +
      `Start the version that made it and move the data with pg_dump and pg_restore, or set DATA_DIR to another folder, ` +
      `or run it with a Postgres ${made} of your own and set DATABASE_URL.`,
  )
}

async function runInitdb(
  binaries: Binaries,
  folder: Folder,
  passwordFile: string,
  password: number | null,
): Promise<void> {
  const args = [
    `--pgdata=${folder.path}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
  ]
  const stdio: SpawnOptions['stdio'] = [
    'ignore',
    'ignore',
    'pipe',
    ...folder.fds,
    ...(password === null ? [] : [password]),
  ]
  const child = spawn(
    binaries.initdb,
    [...args, '--encoding=UTF8', '--locale=C', '--no-instructions'],
    spawnOptions(binaries, stdio),
  )
  let complaint = ''
  child.stderr?.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`The database could not be made (initdb ended with ${code}): ${complaint.trim()}`)
}

/** Starts the server apart from our process group and our output, so that neither Ctrl-C nor our death takes it away in mid-sentence. */
export function spawnServer(dataDir: string, binaries: Binaries, port: number): ChildProcess {
  const folder = openFolder(clusterDirOf(dataDir), binaries)
  const log = openSync(logFileOf(dataDir), 'w', 0o600)
  const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(binaries.postgres, ['-D', folder.path, ...settings], {
    ...spawnOptions(binaries, ['ignore', log, log, ...folder.fds]),
    detached: true,
  })
  child.unref()
  folder.close()
  closeSync(log)
  return child
}

function spawnOptions(binaries: Binaries, stdio: SpawnOptions['stdio']): SpawnOptions {
  return { stdio, env: serverEnvironment(), cwd: '/', ...binaries.runAs }
}

interface Folder {
  path: string
  fds: number[]
  close(): void
}
const FIRST_EXTRA_FD = 3

/** Root hands the folder over open: the unprivileged server may not be allowed down to it (a home of mode 0700). Elsewhere by its name. */
function openFolder(path: string, binaries: Binaries): Folder {
  if (binaries.runAs === null || process.platform !== 'linux') return { path, fds: [], close: () => {} }
  const fd = openSync(path, 'r')
  return { path: `/proc/self/fd/${FIRST_EXTRA_FD}`, fds: [fd], close: () => closeSync(fd) }
}

/** The port of last time if it is free, else one that is; kept so that the address stays the same. */
export async function choosePort(dataDir: string): Promise<number> {
  const file = portFileOf(dataDir)
  const kept = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = (kept > 0 && (await probe(kept))) || (await probe(0))
  if (!port) throw new Error('No free port on 127.0.0.1 for the embedded database.')
  if (port !== kept) writeFileSync(file, String(port))
  return port
}

function probe(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null))
    })
  })
}
