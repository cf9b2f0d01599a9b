/** The data of events that report how a compression goes on and what becomes of older checkpoints. */
import { afterEach, expect, test } from 'vitest'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { daemonByHand } from '../time/played.js'

let daemon: Daemon
let ollama: ScriptedOllama | null = null
afterEach(async () => {
  await daemon.stop()
  await ollama?.close()
  ollama = null
})

test('[V1] [C3] compression-progress names its compression, the span that the model reads, and the tokens it has written so far', async () => {
  ollama = await scriptedOllama({ contextLength: 16_384, scenario: 'honest' })
  // Time passes with every look at the clock, so that each piece of the reply is reported.
  let elapsedMs = 0
  daemon = await startDaemon({
    works: true,
    env: { OLLAMA_HOST: ollama.url },
    ports: (ports) => ({ ...ports, clock: { now: () => ports.clock.now(), monotonicMs: () => (elapsedMs += 2_500) } }),
  })
  const session = await daemon.openSession({ policy: { mask: null } })
  await session.append(talk(28))
  const compression = await session.compressionEnded()
  expect(compression.status).toBe('completed')
  const progress = await session.eventsOf('compression-progress', 2)
  const covered = compression.covered.flatMap(({ from, to }) => [from, to])
  const [first, last] = [Math.min(...covered), Math.max(...covered)]
  const written = new Map<number, number>()
  for (const { data } of progress) {
    expect(data.compressionId).toBe(compression.id)
    expect(data.from).toBeGreaterThanOrEqual(first)
    expect(data.to).toBeLessThanOrEqual(last)
    expect(data.from).toBeLessThanOrEqual(data.to)
    expect(data.outputTokens).toBeGreaterThan(written.get(data.from) ?? -1)
    written.set(data.from, data.outputTokens)
  }
  const spans = compression.attempts.map(({ range }) => range.from)
  for (const from of written.keys()) expect(spans).toContain(from)
})

test('[C3] while the model is asked, the compression is in the stage summarize', async () => {
  ollama = await scriptedOllama({ contextLength: 16_384, scenario: 'hang' })
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
  const session = await daemon.openSession({ policy: { mask: null } })
  await session.append(talk(28))
  const [asked] = await session.eventsOf('compression-progress', 1)
  expect(asked!.data).toMatchObject({ outputTokens: 0 })
  expect((await session.compressions())[0]).toMatchObject({ status: 'running', stage: 'summarize', attempts: [] })
})

test('[C4] [C5] checkpoint-merged names the checkpoints that joined the ultra checkpoint, and their tokens before and after', async () => {
  const by = await daemonByHand()
  daemon = by.daemon
  const session = await daemon.openSession({ contextSize: '2K', policy: { makeRoom: 'copy' } })
  for (let from = 1; from <= 36; from += 6) {
    await session.append(talk(6, from))
    await session.context()
    await by.work()
  }
  const merged = await session.eventsOf('checkpoint-merged')
  const all = new Map((await session.checkpoints({ superseded: true, limit: 200 })).map((one) => [one.id, one]))
  for (const { data } of merged) {
    const joined = all.get(data.checkpointId)!
    const replaced = data.replaces.map((id) => all.get(id)!)
    expect(replaced.length).toBeGreaterThan(1)
    expect(replaced.map(({ supersededBy }) => supersededBy)).toEqual(replaced.map(() => joined.id))
    expect(joined.supersedes).toEqual(data.replaces)
    expect([data.level, data.generation, data.lines]).toEqual([0, joined.generation, joined.lines.length])
    expect(joined.level).toBe(0)
    expect(data.tokensBefore).toBe(replaced.reduce((sum, { currentTokens }) => sum + currentTokens, 0))
    expect(data.tokensAfter).toBe(joined.currentTokens)
    if (data.returned === 0) expect(data.tokensAfter).toBeLessThan(data.tokensBefore)
    // It covers what they covered.
    const seqs = (ranges: readonly { from: number; to: number }[]) =>
      ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
    const expected = replaced.flatMap(({ covered }) => seqs(covered)).toSorted((a, b) => a - b)
    expect(seqs(joined.covered)).toEqual(expected)
  }
})
