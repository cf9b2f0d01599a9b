import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { PassThrough, pipeline as connect, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { SingleBar } from 'cli-progress'
import { Option, type Command } from 'commander'
import { z } from 'zod'
import { pluralize } from '../domain/number-format.js'
import { CommandError, connection } from './connection.js'
import { reasonOf } from './doctor/finding.js'
import { sessionPath } from './session/find.js'
import { printJson, withJson } from './output/json.js'
import { openOutput } from './output/output-file.js'
import { unreadable } from './output/unreadable.js'

const Imported = z.object({
  sessionId: z.string(),
  originalId: z.string().nullable(),
  format: z.string(),
  imported: z.number(),
  skipped: z.array(z.object({ line: z.number(), reason: z.string() })),
  skippedCount: z.number(),
  contextStatus: z.object({ display: z.string() }),
})
const SKIPPED_SHOWN = 5

/** `palimpsest export SESSION`: writes a session to a file or to standard output. */
export function addExport(program: Command): void {
  program
    .command('export <session>')
    .description('write a session with its whole history to a file')
    .addOption(
      new Option('--format <name>', 'format of the file').choices(['json', 'jsonl', 'markdown']).default('json'),
    )
    .option('--out <file>', 'file to write; default: standard output')
    .action(async (name: string, options: { format: string; out?: string }) => {
      const daemon = await connection()
      const path = `${await sessionPath(daemon, name)}/export?format=${options.format}`
      const body = await daemon.download(path)
      const out = options.out === undefined ? process.stdout : await openOutput(options.out)
      await pipeline(body, out, { end: options.out !== undefined }).catch((error: unknown) => {
        throw new CommandError(`The export is not complete: ${reasonOf(error)}. Repeat it.`)
      })
      if (options.out !== undefined) process.stderr.write(`Written to ${options.out}.\n`)
    })
}

/** `palimpsest import FILE`: imports an export or the log of another program. */
export function addImport(program: Command): void {
  withJson(program.command('import <file>'))
    .description('import an exported session or the log of another program (also .gz)')
    .option('--model <name>', 'model of the session, for logs that name none')
    .option('--window <size>', 'context size of the session, for logs of other programs')
    .option('--conversation <n>', 'which conversation of a log with several')
    .action(
      async (file: string, options: { model?: string; window?: string; conversation?: string; json?: boolean }) => {
        const daemon = await connection()
        const { body, done } = await openFile(file)
        const type = file.endsWith('.jsonl') || file.endsWith('.jsonl.gz') ? 'application/x-ndjson' : 'application/json'
        const { model, window: contextSize, conversation } = options
        const query = new URLSearchParams(
          Object.entries({ model, contextSize, conversation }).flatMap(([name, value]): [string, string][] =>
            value === undefined ? [] : [[name, value]],
          ),
        )
        const path = `/v1/sessions/import${query.size > 0 ? `?${query.toString()}` : ''}`
        const reply = await daemon
          .upload(path, body, type)
          .catch((error: unknown) => {
            throw isOfFile(body.errored) ? unreadable(file, body.errored) : error
          })
          .finally(done)
        if (options.json) return printJson(reply)
        console.log(report(Imported.parse(reply)))
      },
    )
}

/** Opens a file as plain bytes, with a progress bar on a terminal. `done` ends the bar. */
async function openFile(path: string): Promise<{ body: Readable; done: () => void }> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  const bar = new SingleBar({ format: '{bar} {percentage}%  {value}/{total} bytes', barsize: 24, hideCursor: true })
  const isShown = process.stderr.isTTY
  if (isShown) bar.start(found.size, 0)
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bar.increment(chunk.length)
      next(null, chunk)
    },
  })
  const body = path.endsWith('.gz') ? createGunzip() : new PassThrough()
  // A failure is read from the body.
  connect(createReadStream(path), counter, body, () => {})
  return { body, done: () => isShown && bar.stop() }
}

/** Whether the file caused an error, and not the daemon that reads it. */
function isOfFile(error: Error | null): boolean {
  return error !== null && 'code' in error && ('syscall' in error || String(error.code).startsWith('Z_'))
}

function report({
  sessionId,
  originalId,
  format,
  imported,
  skipped,
  skippedCount,
  contextStatus,
}: z.infer<typeof Imported>) {
  return [
    `${sessionId}: ${pluralize(imported, 'message')} imported (${format}). ${contextStatus.display}`,
    ...(originalId === null ? [] : [`The id ${originalId} was in use and was replaced.`]),
    ...(skippedCount === 0 ? [] : [`${pluralize(skippedCount, 'line')} skipped:`]),
    ...skipped.slice(0, SKIPPED_SHOWN).map(({ line, reason }) => `  line ${line}: ${reason}`),
  ].join('\n')
}
