import { createReadStream, existsSync } from 'node:fs'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Transform, type Readable } from 'node:stream'
import { SingleBar } from 'cli-progress'
import type { Command } from 'commander'
import { StartError } from '../ports/start-error.js'
import { readConfig, type Config } from '../config.js'
import { formatInteger, pluralize } from '../domain/number-format.js'
import type { Occupancy } from '../store/index.js'
import { VERSION } from '../version.js'
import { CommandError } from './connection.js'
import { withoutOwnDoors } from './doctor/own-doors.js'
import { reasonOf } from './doctor/finding.js'
import { openOutput } from './output/output-file.js'
import { unreadable } from './output/unreadable.js'

/** Imported on demand: the other commands start faster without the database. */
const store = () => import('../store/index.js')
const STANDARD_STREAM = '-'
const SILENT = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
/** Commands that only read or fill the database do not care about the role of a daemon, nor where its doors lead. */
const databaseConfig = (): Config => readConfig({ ...withoutOwnDoors(process.env).env, ROLE: 'all' })

/** `palimpsest backup FILE`: writes the whole database to a file, while daemons go on. */
export function addBackup(program: Command): void {
  program
    .command('backup <file>')
    .description('write everything in the database to a file ("-": standard output); the daemon may run')
    .option('--force', 'overwrite the file')
    .action((file: string, options: { force?: boolean }) =>
      untilSignal(async (signal) => {
        // A wrong setting is reported before the file is opened.
        databaseConfig()
        if (file === STANDARD_STREAM) return report(await backupTo(process.stdout, signal))
        const target = await targetOf(file, options.force ?? false)
        // A file under the final name is complete and on the disk.
        const unfinished = `${target}.unfinished`
        await rm(unfinished, { force: true })
        try {
          const out = await openOutput(unfinished, { mode: 0o600, flags: 'wx', name: file })
          const done = await backupTo(out, signal)
          await synced(unfinished)
          await rename(unfinished, target)
          const { size } = await stat(target)
          report(done, `${file}, ${formatInteger(Math.ceil(size / 1024))} KiB`)
        } finally {
          await rm(unfinished, { force: true })
        }
      }),
    )
}

/** `palimpsest restore FILE`: fills an empty database from a backup. */
export function addRestore(program: Command): void {
  program
    .command('restore <file>')
    .description('fill the database from a backup ("-": standard input); the daemon must be stopped')
    .option('--replace', 'replace what the database has; asks before')
    .option('--yes', 'do not ask')
    .option('--check', 'only read the file and compare its checksums')
    .action((file: string, options: { replace?: boolean; yes?: boolean; check?: boolean }) =>
      untilSignal(async (signal) => {
        const { checkBackup, restoreBackup, occupancyOf } = await store()
        if (options.check) {
          const { header, rows } = await withFile(file, (from) => checkBackup(from))
          console.log(`Undamaged: ${formatInteger(rows)} rows of ${header.createdAt}, version ${header.version}.`)
          return
        }
        await withDatabase('own', async (url) => {
          if (options.replace && !options.yes) await confirm(await occupancyOf(url))
          const replace = options.replace ?? false
          const { header, rows } = await withFile(file, (from) =>
            restoreBackup({ url, from, log: SILENT, replace, signal }),
          )
          console.log(`Restored ${formatInteger(rows)} rows of ${header.createdAt}. Now start the daemon.`)
        })
      }),
    )
}

/** Returns the file to write: what a link leads to, so that the link stays. */
async function targetOf(file: string, force: boolean): Promise<string> {
  if (!existsSync(file)) return file
  const target = await realpath(file)
  // A pipe or a device would be replaced by a file.
  if (!(await stat(target)).isFile())
    throw new CommandError(`${file} is not a file. Name one, or write to standard output with "-".`)
  if (!force) throw new CommandError(`${file} exists. Choose another name, or overwrite it with --force.`)
  return target
}

async function backupTo(out: NodeJS.WritableStream, signal: AbortSignal) {
  const { writeBackup } = await store()
  const bar = progressBar('{bar} {percentage}%  {value} of about {total} rows')
  try {
    return await withDatabase('beside', (url) =>
      writeBackup({
        ...{ url, version: VERSION, signal },
        out: out as NodeJS.WriteStream,
        progress: (rows, estimate) => bar.show(rows, Math.max(rows, Math.ceil(estimate))),
      }),
    )
  } finally {
    bar.stop()
  }
}

function report({ tables, rows }: { tables: readonly unknown[]; rows: number }, file = 'standard output'): void {
  process.stderr.write(`Written to ${file}: ${formatInteger(rows)} rows of ${tables.length} tables.\n`)
  process.stderr.write('Keep the admin key as well: it is in DATA_DIR/admin-key or in ADMIN_KEY, not in the backup.\n')
}

/** Opens the configured database. `own`: refuses an embedded one that a daemon uses. */
async function withDatabase<T>(how: 'own' | 'beside', work: (url: string) => Promise<T>): Promise<T> {
  const { store: where } = databaseConfig()
  if (where.kind === 'postgres') return work(where.url)
  const { attachEmbedded, startEmbedded } = await store()
  const options = { dataDir: where.dataDir, log: SILENT }
  const embedded = await (how === 'own' ? startEmbedded(options) : attachEmbedded(options))
  try {
    return await work(embedded.url)
  } finally {
    await embedded.stop()
  }
}

/** Opens a file, with a progress bar on a terminal. */
async function withFile<T>(file: string, work: (from: Readable) => Promise<T>): Promise<T> {
  if (file === STANDARD_STREAM) return work(process.stdin)
  const { size } = await stat(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  const bar = progressBar('{bar} {percentage}%  {value}/{total} bytes')
  let bytes = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bar.show((bytes += chunk.length), size)
      next(null, chunk)
    },
  })
  try {
    return await work(
      createReadStream(file)
        .on('error', (error) => counter.destroy(unreadable(file, error)))
        .pipe(counter),
    )
  } finally {
    bar.stop()
  }
}

async function confirm({ sessions, keys, events }: Occupancy): Promise<void> {
  if (sessions + keys + events === 0) return
  const what = `${pluralize(sessions, 'session')}, ${pluralize(keys, 'key')} and ${pluralize(events, 'event')}`
  if (!process.stdin.isTTY)
    throw new CommandError(`The restore would delete ${what}. Confirm with --yes where no terminal can be asked.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`This deletes ${what}. Type "replace" to go on: `)
  terminal.close()
  if (answer.trim() !== 'replace') throw new CommandError('Nothing was changed.')
}

/** Runs a command whose work SIGINT and SIGTERM abort, so that an embedded server is stopped as well. */
async function untilSignal(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    await work(stopping.signal)
  } catch (error) {
    if (stopping.signal.aborted) throw new CommandError('Interrupted. Nothing was changed.')
    if (error instanceof StartError) throw new CommandError(error.message)
    // The system and the database name their errors by a code: a full disk, a refused connection, a missing right.
    throw error instanceof Error && 'code' in error
      ? new CommandError(`${reasonOf(error)} (${String(error.code)})`)
      : error
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function progressBar(format: string): { show(value: number, total: number): void; stop(): void } {
  const bar = new SingleBar({ format, barsize: 24, hideCursor: true })
  let started = false
  return {
    show: (value, total) => {
      if (!process.stderr.isTTY) return
      if (!started) bar.start(total, value)
      started = true
      bar.setTotal(total)
      bar.update(value)
    },
    stop: () => bar.stop(),
  }
}
