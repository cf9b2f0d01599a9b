import type { BenchContext } from './bench-context.js'
import { readConversations } from './repository.js'

/** Sessions that are filled and compressed one after the other. */
const SESSIONS = 2
/** Messages of one append: most of a window of 16K. */
const TOGETHER = 30
const LOOK_MS = 50

/** Keeps other sessions compressing, each filled again as soon as its compression ended, until `stop` is called.
 * `stop` resolves to the compressions that ended meanwhile, per second. */
export function keepCompressing(bench: BenchContext): { stop: () => Promise<number> } {
  const texts = readConversations().flatMap(({ messages }) => messages.map(({ value }) => JSON.stringify(value)))
  const startedAt = performance.now()
  let isOver = false
  const fill = async (first: number) => {
    const id = await bench.newSession({ contextSize: '16K', model: 'qwen2.5:7b' })
    for (let at = first; !isOver; at += TOGETHER) {
      const messages = Array.from({ length: TOGETHER }, (_, i) => ({
        role: i % 2 === 0 ? 'user' : 'assistant',
        content: `${at + i}: ${texts[(at + i) % texts.length]!.slice(0, 2_000)}`,
      }))
      await bench.call('POST', `/v1/sessions/${id}/messages`, { messages })
      while (!isOver && (await stateOf(id)).busy) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    return (await stateOf(id)).count
  }
  const stateOf = async (id: string) => {
    const session = await bench.call<{ contextStatus: { compressor: { state: string } }; compressionCount: number }>(
      'GET',
      `/v1/sessions/${id}`,
    )
    const { state } = session.contextStatus.compressor
    const busy = state === 'queued' || state === 'running'
    return { busy, count: session.compressionCount }
  }
  const all = Promise.all(Array.from({ length: SESSIONS }, (_, i) => fill(i * 1_000)))
  // Its failure is reported by `stop`.
  all.catch(() => (isOver = true))
  return {
    stop: async () => {
      isOver = true
      const counts = await all
      return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - startedAt) / 1_000)
    },
  }
}
