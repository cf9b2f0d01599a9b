import { appendMessages } from '../../src/app/history/append-messages.js'
import { requestCompression } from '../../src/app/compression/request-compression.js'
import { runCompression } from '../../src/app/compression/run-compression.js'
import type { Ports } from '../../src/ports/ports.js'
import type { BenchContext } from '../support/bench-context.js'
import { atMost, info, median, type Figure } from '../support/figures.js'
import { textOf } from '../support/text-message.js'

const MESSAGES = 300

/** Measures a compression of 300 messages by rule, and with a model whose own time is subtracted. */
export async function measureCompress(bench: BenchContext): Promise<Figure[]> {
  // A queue that ignores jobs: the job runs here, not in the daemon's workers.
  const ports: Ports = { ...bench.ports, queue: { ...bench.ports.queue, enqueue: async () => {} } }
  const byRule: Took[] = []
  const withModel: Took[] = []
  for (let i = 0; i < 6; i++) {
    byRule.push(await compressOnce(bench, ports, 'extractive'))
    withModel.push(await compressOnce(bench, ports, 'auto'))
  }
  const middle = (all: readonly Took[], pick: (one: Took) => number) => median(all.slice(1).map(pick))
  return [
    atMost(
      'compression of 300 messages by rule',
      middle(byRule, ({ ms }) => ms),
      100,
      'ms',
    ),
    info('the same, processor time without the database', `${middle(byRule, ({ cpuMs }) => cpuMs).toFixed(0)} ms`),
    atMost(
      'compression of 300 messages with a model, without its time',
      middle(withModel, ({ ms }) => ms),
      100,
      'ms',
    ),
  ]
}

interface Took {
  ms: number
  /** Processor time of this process, which hardly depends on other work of the machine. */
  cpuMs: number
}

async function compressOnce(bench: BenchContext, ports: Ports, strategy: 'extractive' | 'auto'): Promise<Took> {
  const sessionId = await bench.newSession({ contextLimit: 100_000, model: 'qwen2.5:7b' })
  const values = Array.from({ length: MESSAGES }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: textOf(600, i),
  }))
  await appendMessages(ports, {
    sessionId,
    appId: null,
    format: 'openai',
    values,
    raw: values.map((value) => JSON.stringify(value)),
  })
  const { compression } = await requestCompression(ports, { sessionId, appId: null, strategy })
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await runCompression(ports, { sessionId, compressionId: compression.id }, new AbortController().signal)
  const tookMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpuBefore)
  const done = await ports.store.compression(sessionId, compression.id)
  if (done?.state.status !== 'completed') throw new Error(`the compression ended as ${JSON.stringify(done?.state)}`)
  const ms = tookMs - done.attempts.reduce((sum, { durationMs }) => sum + durationMs, 0)
  return { ms, cpuMs: (user + system) / 1_000 }
}
