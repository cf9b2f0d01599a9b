import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { compressionsOf, ended, eventsOfType, expectSound } from '../support/filled-session.js'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { until } from '../support/until.js'

let ollama: ScriptedOllama
let daemon: Daemon
beforeAll(async () => {
  ollama = await scriptedOllama()
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
})

/** Turns without exact strings: a copy keeps no more of them than a summary. */
function plainTurns(turns: number, from: number): { role: 'user' | 'assistant'; content: string }[] {
  const random = fc.sample(fc.shuffledSubarray(WORDS, { minLength: 8, maxLength: 8 }), {
    seed: from,
    numRuns: 4 * turns,
  })
  return Array.from({ length: turns }, (_, turn) => {
    const sentences = random.slice(4 * turn, 4 * turn + 4).map((words) => `We saw that the ${words.join(' ')} of it.`)
    return [
      { role: 'user' as const, content: `What about the ${random[turn]![0]} and the ${random[turn]![1]}?` },
      { role: 'assistant' as const, content: sentences.join(' ') },
    ]
  }).flat()
}
const WORDS = (
  'garden river letter window summer teacher engine morning story market harbor winter kitchen bridge paper color ' +
  'answer doctor forest silver meadow candle valley copper lantern pillow saddle orchard tunnel velvet barrel ladder'
).split(' ')

/** Opens a session and appends turns in pieces, each compressed before the next, so that checkpoints age. */
async function agedSession(aging: 'lines' | 'llm', pieces = 4): Promise<string> {
  const { id } = await daemon.openSession({ contextSize: '8K', policy: { aging } })
  for (let piece = 0; piece < pieces; piece++) {
    const messages = plainTurns(100, 1 + piece)
    await daemon.client.call('appendMessages', { params: { sessionId: id }, body: { messages } })
    await until('this piece is compressed', async () => {
      const all = await ended(daemon, id)
      return all.filter(({ trigger }) => trigger === 'budget').length > piece
    })
  }
  return id
}

test('[C5] with `aging: "llm"` a model rewrites what aged, one level down, from the original messages', async () => {
  ollama.scenario = 'honest'
  const id = await agedSession('llm')
  const rewritten = await until('checkpoints are rewritten', async () => {
    const all = await ended(daemon, id)
    const made = all.filter(({ trigger, status }) => trigger === 'aging' && status === 'completed')
    return made.length > 0 && made
  })
  const { checkpoints } = await daemon.client.call('listCheckpoints', {
    params: { sessionId: id },
    query: { superseded: true, limit: 200 },
  })
  const byId = new Map(checkpoints.map((checkpoint) => [checkpoint.id, checkpoint]))
  for (const { checkpointId, upgrades, attempts } of rewritten) {
    const [made, old] = [byId.get(checkpointId!)!, byId.get(upgrades!)!]
    expect(made).toMatchObject({ level: old.level, number: old.number, covered: old.covered, supersedes: [old.id] })
    expect(made.generation).toBe(old.generation + 1)
    expect(made.level).toBeLessThan(3)
    expect(made.currentTokens).toBeLessThanOrEqual(old.currentTokens)
    expect(made.lines.some(({ by }) => by === 'model')).toBe(true)
    expect(made.verification.score).toBeGreaterThanOrEqual(old.verification.score - 0.02)
    expect(attempts.at(-1)!.verdict).toBe('accepted')
  }
  const prompts = ollama.requests.flatMap(({ body }) => JSON.stringify(body.messages ?? []))
  expect(prompts.some((prompt) => prompt.includes('This part is older'))).toBe(true)
  const { events } = { events: await eventsOfType(daemon, 'checkpoint-aged') }
  const emitted = new Set(events.map(({ data }) => (data as { checkpointId: string }).checkpointId))
  for (const { checkpointId } of rewritten) expect(emitted).toContain(checkpointId)
  await expectSound(daemon, id)
})

test('[C5] [V4] the lines stay if the model is wrong, and each aged checkpoint is tried once for each compression', async () => {
  // Only what aged is rewritten wrongly.
  ollama.scenario = (body) => (/This part is (older|old|long past)/.test(JSON.stringify(body)) ? 'inventing' : 'honest')
  const id = await agedSession('llm')
  const all = await until('a rewriting is refused', async () => {
    const compressions = await ended(daemon, id)
    return compressions.some(({ trigger, reason }) => trigger === 'aging' && reason === 'not-better') && compressions
  })
  const tried = all.filter(({ trigger, reason }) => trigger === 'aging' && reason !== 'session-active')
  expect(tried.every(({ status }) => status === 'skipped')).toBe(true)
  expect(new Set(tried.map(({ upgrades }) => upgrades)).size).toBe(tried.length)
  const context = (await daemon.client.send('readContext', { params: { sessionId: id } })).text
  expect(context).not.toContain('invented')
  await expectSound(daemon, id)
})

test('[C5] by default only whole lines leave: no model is called for aging', async () => {
  ollama.scenario = 'honest'
  const id = await agedSession('lines', 5)
  const all = await compressionsOf(daemon, id)
  expect(all.some(({ trigger }) => trigger === 'aging')).toBe(false)
  const { checkpoints } = await daemon.client.call('listCheckpoints', { params: { sessionId: id } })
  expect(checkpoints.some(({ level }) => level < 3)).toBe(true)
})
