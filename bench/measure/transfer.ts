import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { openBenchContext, type BenchContext } from '../support/bench-context.js'
import { atLeast, info, show, type Figure } from '../support/figures.js'
import { cpuSeconds, peakBytes, serverCpuSeconds } from '../support/processes.js'
import { textOf } from '../support/text-message.js'

/** Bytes of a message in the log. */
const MESSAGE_BYTES = Number(process.env['BENCH_TRANSFER_BYTES'] ?? 160)
/** Numbers of messages, or of all megabytes together. */
const SIZES = process.env['BENCH_TRANSFER_MB']
  ? process.env['BENCH_TRANSFER_MB'].split(',').map((mb) => Math.ceil((Number(mb) * 1_048_576) / MESSAGE_BYTES))
  : (process.env['BENCH_TRANSFER_MESSAGES'] ?? '20000,100000').split(',').map(Number)

/** Measures import of a log, export and import of that export, over HTTP. [R6] */
export async function measureTransfer(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const count of SIZES) {
    const options = process.env['BENCH_NODE_OPTIONS']
    const bench = await openBenchContext(options === undefined ? {} : { NODE_OPTIONS: options })
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-transfer-'))
    try {
      figures.push(...(await measureSize(bench, folder, count)))
    } finally {
      await bench.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
  return figures
}

async function measureSize(bench: BenchContext, folder: string, count: number): Promise<Figure[]> {
  const [log, archive] = [join(folder, 'log.jsonl'), join(folder, 'archive.jsonl')]
  await pipeline(Readable.from(lines(count)), createWriteStream(log))
  const meter = await openMeter(bench)
  const figures: Figure[] = [
    info(`${show(count)} messages of ${MESSAGE_BYTES} bytes; load before`, show(loadavg()[0]!)),
  ]
  const toLog = () => importFile(bench, log, '?contextSize=128K')
  // The larger files of other programs are refused by their size.
  const isLog = (await stat(log)).size < 64_000_000
  const first = isLog ? await meter.run(toLog) : await meter.run(() => appended(bench, count))
  figures.push(...rates(isLog ? 'import of a log' : 'appends of 1,000', count, first))
  const id = first.result
  const exported = await meter.run(() => exportTo(bench, id, archive))
  figures.push(...rates('export as JSON Lines', count, exported))
  const mb = (await stat(archive)).size / 1_048_576
  const imported = await meter.run(() => importFile(bench, archive))
  figures.push(...rates(`import of that export, ${show(mb)} MB`, count, imported))
  figures.push(atLeast('  messages per second', count / imported.seconds, 5_000, '/s'))
  figures.push(
    info('  transferred', `${show(mb / exported.seconds)} MB/s out, ${show(mb / imported.seconds)} MB/s in`),
    info('  peak memory of the daemon', `${show((await peakBytes(bench.daemon.pid)) / 1_048_576)} MB`),
    info('  load after', show(loadavg()[0]!)),
  )
  await meter.close()
  return figures
}

function* lines(count: number): Generator<string> {
  const rows = (from: number) =>
    Array.from({ length: Math.min(1_000, count - from) }, (_, at) => {
      const role = (from + at) % 2 === 0 ? 'user' : 'assistant'
      return `${JSON.stringify({ role, content: textOf(MESSAGE_BYTES - 40, from + at) })}\n`
    })
  for (let from = 0; from < count; from += 1_000) yield rows(from).join('')
}

async function appended(bench: BenchContext, count: number): Promise<string> {
  // A history of a gigabyte fills any window often. Its compressions are not measured here.
  const id = await bench.newSession({ contextLimit: 3_000_000, clamp: false, preset: 'off' })
  let left = ''
  for (const text of lines(count)) {
    left = text.trimEnd().replaceAll('\n', ',')
    await bench.call('POST', `/v1/sessions/${id}/messages`, { messages: JSON.parse(`[${left}]`) })
  }
  return id
}

async function importFile({ url, key }: BenchContext, file: string, query = ''): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
  const body = Readable.toWeb(createReadStream(file)) as unknown as ReadableStream
  const options = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const response = await fetch(`${url}/v1/sessions/import${query}`, options)
  const text = await response.text()
  if (!response.ok) throw new Error(`import: ${response.status} ${text}`)
  return (JSON.parse(text) as { sessionId: string }).sessionId
}

async function exportTo({ url, key }: BenchContext, id: string, file: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/v1/sessions/${id}/export?format=jsonl`, { headers })
  if (!response.ok || !response.body) throw new Error(`export: ${response.status}`)
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(file))
}

interface Measured<T> {
  result: T
  seconds: number
  nodeSeconds: number
  serverSeconds: number
}

async function openMeter(bench: BenchContext) {
  const client = new pg.Client({ connectionString: bench.databaseUrl })
  // After a failed import, the server stops before this connection is closed.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ text: string }>(`SELECT pg_read_file('postmaster.pid') AS text`)
  const postmaster = Number(rows[0]!.text.split('\n')[0])
  const now = async () => [await cpuSeconds(bench.daemon.pid), await serverCpuSeconds(postmaster)] as const
  const run = async <T>(work: () => Promise<T>): Promise<Measured<T>> => {
    await idle(client)
    const before = await now()
    const from = performance.now()
    const result = await work()
    const seconds = (performance.now() - from) / 1_000
    const after = await now()
    return { result, seconds, nodeSeconds: after[0] - before[0], serverSeconds: after[1] - before[1] }
  }
  return { run, close: () => client.end() }
}

/** Waits until the search index and compressions of earlier work are done, whose CPU time would count. */
async function idle(client: pg.Client): Promise<void> {
  const text = `SELECT 1 FROM palimpsest.search_sessions WHERE pending
    UNION ALL SELECT 1 FROM palimpsest.compressions WHERE status IN ('queued', 'running') LIMIT 1`
  for (let tries = 0; tries < 3_000; tries++) {
    if ((await client.query(text)).rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function rates(what: string, count: number, { seconds, nodeSeconds, serverSeconds }: Measured<unknown>): Figure[] {
  const per = (time: number) => show(Math.round(count / time))
  const cpu = `${per(nodeSeconds)} per CPU s of node, ${per(serverSeconds)} of Postgres`
  return [info(`  ${what}`, `${per(seconds)} messages/s in ${show(seconds)} s; ${cpu}`)]
}
