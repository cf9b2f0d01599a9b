import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { removeLeftovers } from './leftovers.js'
import { makeFolder } from './make-folder.js'
import { serverEnvironment, type Binaries } from './binaries.js'
import { StartError } from '../../ports/start-error.js'

/** Paths inside the data folder. */
export const clusterDirOf = (dataDir: string): string => join(dataDir, 'cluster')
const passwordFileOf = (dataDir: string): string => join(dataDir, 'password')
const portFileOf = (dataDir: string): string => join(dataDir, 'port')
export const logFileOf = (dataDir: string): string => join(dataDir, 'postgres.log')

export const SUPERUSER = 'palimpsest'

/** What to do about a database whose files are damaged. */
export const IF_DAMAGED =
  'If its files are damaged, keep a copy of the folder, and restore your newest backup into an empty DATA_DIR (palimpsest restore).'

/** fsync and synchronous_commit stay on, because acknowledged writes must survive a power failure. [P1] */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100', // a process opens at most 16, and its queue 8
  shared_buffers: '64MB',
  wal_compression: 'on',
  max_wal_size: '512MB',
  jit: 'off', // our statements run in microseconds; compiling one takes milliseconds
  io_method: 'sync', // saves three processes; a laptop reads little
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_statement: 'none',
  log_min_error_statement: 'panic', // statements contain conversation text
  log_parameter_max_length: '0',
}

/** Returns the cluster's password. The first call creates it, in a file only its owner can read. */
export function clusterPassword(dataDir: string): string {
  const file = passwordFileOf(dataDir)
  const stored = readPassword(file)
  if (stored !== '') return stored
  makeFolder(dataDir)
  // An empty file is what a kill left of a write. No cluster has an empty password.
  if (existsSync(file) && readPassword(file) === '') rmSync(file)
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 })
  try {
    // Creating a hard link is atomic and never overwrites: if two daemons start together, both use the winner's password.
    linkSync(draft, file)
  } catch (error) {
    if (readPassword(file) === '') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readPassword(file)
}

function readPassword(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
}

/**
 * Creates the cluster if there is none. Renames it to its final name only when it is complete, so that a kill leaves
 * no partial cluster under that name.
 */
export async function ensureCluster(dataDir: string, binaries: Binaries): Promise<void> {
  removeLeftovers(dataDir)
  const clusterDir = clusterDirOf(dataDir)
  if (existsSync(clusterDir)) return checkMajor(clusterDir, binaries)
  const unfinished = `${clusterDir}.${process.pid}`
  const passwordCopy = join(unfinished, '..', `password.${process.pid}`)
  rmSync(unfinished, { recursive: true, force: true })
  makeFolder(unfinished)
  writeFileSync(passwordCopy, clusterPassword(dataDir), { mode: 0o600 })
  if (binaries.runAs)
    for (const path of [unfinished, passwordCopy]) chownSync(path, binaries.runAs.uid, binaries.runAs.gid)
  const folder = openFolder(unfinished, binaries)
  // Another user may not be able to enter the data folder, so initdb gets the password file as an open file too.
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
    // If the cluster exists now, another daemon created it. The owner lock then decides which daemon uses it.
    if (!existsSync(join(clusterDir, 'PG_VERSION'))) throw error
  } finally {
    folder.close()
    if (password !== null) closeSync(password)
    rmSync(passwordCopy, { force: true })
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function checkMajor(clusterDir: string, binaries: Binaries): void {
  const file = join(clusterDir, 'PG_VERSION')
  const clusterMajor = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (clusterMajor === binaries.major) return
  if (!(clusterMajor > 0)) throw new StartError(`The database in ${clusterDir} has no PG_VERSION. ${IF_DAMAGED}`)
  throw new StartError(
    `Postgres ${clusterMajor} created the database in ${clusterDir}; this installation has Postgres ${binaries.version}. ` +
      `Write a backup with the version that created it (palimpsest backup) and restore it into another DATA_DIR, ` +
      `or begin with an empty DATA_DIR, ` +
      `or open it with your own Postgres ${clusterMajor} server and set DATABASE_URL.`,
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
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new StartError(`Could not create the database (initdb exited with ${code}): ${stderr.trim()}`)
}

/**
 * Starts the server detached from our process group and our output, so that neither Ctrl-C nor the death of this
 * process interrupts it.
 */
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

/**
 * As root on Linux, opens the folder and passes the descriptor: the unprivileged server may not be able to enter a
 * parent folder, such as a home folder with mode 0700. Otherwise passes the path.
 */
function openFolder(path: string, binaries: Binaries): Folder {
  if (binaries.runAs === null || process.platform !== 'linux') return { path, fds: [], close: () => {} }
  const fd = openSync(path, 'r')
  return { path: `/proc/self/fd/${FIRST_EXTRA_FD}`, fds: [fd], close: () => closeSync(fd) }
}

/** Returns the port of the previous start if it is free, else a free one. Stores it, so that it rarely changes. */
export async function choosePort(dataDir: string): Promise<number> {
  const file = portFileOf(dataDir)
  const previous = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = (previous > 0 && (await probe(previous))) || (await probe(0))
  if (!port)
    throw new StartError('No free port on 127.0.0.1 for the embedded database. Stop another program and try again.')
  if (port !== previous) writeFileSync(file, String(port))
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
