import { openBenchContext, type BenchContext } from '../support/bench-context.js'
import { atMost, info, median, show, type Figure } from '../support/figures.js'
import { repeatedLog } from '../support/repeated-log.js'
import { untilIdle } from '../support/until-idle.js'

/** Reads that the views of the dashboard make of one long session, in a small window and with every message in the context. */

const TOGETHER = 1_000
const READS = 3
const TARGET_MS = 1_500
/** Messages for which the target holds. */
const TARGET_MESSAGES = 10_000

const SESSIONS = [
  { name: '32K', body: { contextSize: '32K' } },
  { name: 'all in the context', body: { contextLimit: 4_000_000, clamp: false } },
]

/** @param logs files and folders of logs; empty: the examples of the repository */
export async function measureViews(logs: readonly string[], count: number): Promise<Figure[]> {
  const { format, messages } = await repeatedLog(logs, count)
  const bench = await openBenchContext({ SUMMARY_MODEL: 'none' })
  const figures: Figure[] = []
  try {
    for (const { name, body } of SESSIONS) {
      const id = await bench.newSession(body)
      for (let at = 0; at < count; at += TOGETHER) {
        const together = messages.slice(at, at + TOGETHER)
        await bench.call('POST', `/v1/sessions/${id}/messages`, { format, messages: together })
      }
      await untilIdle(bench, id)
      figures.push(info(`reads of a session of ${show(count)} messages, ${name}`, ''))
      for (const [what, path] of pathsOf(id, count)) figures.push(await timed(bench, what, path, count))
    }
    return figures
  } finally {
    await bench.close()
  }
}

/** Reads of the views: messages and context, strip, budget with its cuts, log, memory, audit, and search. */
function pathsOf(id: string, count: number): [what: string, path: string][] {
  const session = `/v1/sessions/${id}`
  const middle = Math.floor(count / 2)
  return [
    ['context as a client reads it', `${session}/context`],
    ['context with its entries', `${session}/context?at=${count}&explain=true`],
    ['context at the middle', `${session}/context?at=${middle}&explain=true`],
    ['explain (strip)', `${session}/explain`],
    ['explain with all changes (cuts)', `${session}/explain?from=0`],
    ['checkpoints', `${session}/checkpoints?limit=200&superseded=true`],
    ['compressions', `${session}/compressions`],
    ['session log', `${session}/log`],
    ['savings', `${session}/savings`],
    ['ledger', `${session}/ledger`],
    ['offloads', `${session}/offloads`],
    ['recalls', `${session}/recalls`],
    ['history, a page of the middle', `${session}/messages?from=${middle}&limit=50`],
    ['search', `/v1/search?q=error%20in%20file&sessionId=${id}`],
    ['audit', `${session}/audit`],
  ]
}

async function timed(bench: BenchContext, what: string, path: string, count: number): Promise<Figure> {
  const took: number[] = []
  for (let read = 0; read < READS; read++) {
    const startedAt = performance.now()
    const response = await fetch(bench.url + path, { headers: { authorization: `Bearer ${bench.key}` } })
    const bytes = (await response.arrayBuffer()).byteLength
    took.push(performance.now() - startedAt)
    if (response.ok) continue
    return info(`  ${what}`, `${response.status}, ${bytes} bytes`)
  }
  const note = `first ${show(took[0]!)}`
  if (count > TARGET_MESSAGES) return info(`  ${what}`, `${show(median(took))} ms (${note})`)
  return atMost(`  ${what}`, median(took), TARGET_MS, 'ms', note)
}
