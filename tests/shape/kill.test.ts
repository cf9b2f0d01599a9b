import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { chatter } from '../support/chatter.js'
import { spawnDaemon, type SpawnedDaemon } from '../support/spawned.js'
import { until } from '../support/until.js'
import { often } from '../support/long-run.js'

const Session = z.object({ id: z.string() })
const Appended = z.object({ messages: z.array(z.object({ id: z.string(), seq: z.number() })) })
const History = z.object({
  messages: z.array(z.object({ id: z.string(), seq: z.number(), message: z.object({ content: z.string() }) })),
})
const Audit = z.object({ ok: z.boolean(), messages: z.number() })
const Compressions = z.object({ compressions: z.array(z.object({ status: z.string() })) })

/** One for all tests: to make a database takes longer than most of them. */
let folder: string
let running: SpawnedDaemon | undefined
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-kill-'))
})
const isRunning = () => running?.child.exitCode === null && running.child.signalCode === null
afterAll(async () => {
  // Also stops the database, which would outlive a kill.
  if (isRunning()) await running!.stop()
  await rm(folder, { recursive: true, force: true })
})

// No model is there: port 9 of the loopback address refuses. What is compressed is copied by rule.
const start = async () => (running = await spawnDaemon({ DATA_DIR: folder, OLLAMA_HOST: 'http://127.0.0.1:9' }))

const KILLS = often(1, 3)

test('[I32] [P1] kills in the middle of a stream of appends: what was acknowledged is there, once and in order, and the database is adopted', async () => {
  let daemon = await start()
  const startTimes = [daemon.startMs]
  const { id } = Session.parse(
    await daemon.client.call('createSession', { body: { model: 'qwen2.5:7b', contextSize: '4K' } }),
  )
  const acknowledged = new Map<number, string>()
  let next = 0
  for (let kill = 0; kill < KILLS; kill++) {
    let stopped = false
    const streaming = (async () => {
      while (!stopped) {
        const messages = chatter(4, next)
        next += 4
        const reply = Appended.parse(
          await daemon.client.call('appendMessages', { params: { sessionId: id }, body: { messages } }),
        )
        reply.messages.forEach(({ seq }, i) => acknowledged.set(seq, messages[i]?.content ?? ''))
      }
    })().catch(() => {})
    const before = acknowledged.size
    await until('some appends', () => acknowledged.size >= before + 48)
    await daemon.kill()
    stopped = true
    await streaming
    daemon = await start()
    startTimes.push(daemon.startMs)
  }
  console.log(`start: ${startTimes[0]} ms with a new database, ${startTimes.slice(1).join(', ')} ms after a kill`)
  expect(daemon.stdout()).not.toContain(daemon.key)
  expect(daemon.stderr()).toMatch(/adopted/)

  const { messages } = History.parse(
    await daemon.client.call('readHistory', { params: { sessionId: id }, query: { limit: 1000 } }),
  )
  expect(messages.map((message) => message.seq)).toEqual(messages.map((_, i) => i + 1))
  for (const [seq, content] of acknowledged) expect(messages[seq - 1]?.message.content).toBe(content)
  expect(new Set(messages.map((message) => message.message.content)).size).toBe(messages.length)
  // What was pending at the kills is done by now or soon.
  await until(
    'nothing is pending',
    async () => {
      const { compressions } = Compressions.parse(
        await daemon.client.call('listCompressions', { params: { sessionId: id } }),
      )
      return compressions.length > 0 && compressions.every((one) => one.status !== 'queued' && one.status !== 'running')
    },
    90_000,
  )
  expect(Audit.parse(await daemon.client.call('auditSession', { params: { sessionId: id } }))).toMatchObject({
    ok: true,
    messages: messages.length,
  })
})

test('[14] a clean stop takes the database down, the next start is quick, and a second daemon on the folder is refused', async () => {
  const first = isRunning() ? running! : await start()
  const { id } = Session.parse(
    await first.client.call('createSession', { body: { model: 'qwen2.5:7b', contextSize: '4K' } }),
  )
  expect(await first.stop('SIGINT')).toBe(0)
  const second = await start()
  console.log(`start: ${first.startMs} and ${second.startMs} ms after a clean stop`)
  expect(second.stderr()).not.toMatch(/adopted/)
  expect(Session.parse(await second.client.call('getSession', { params: { sessionId: id } })).id).toBe(id)
  // A start after a clean stop has nothing to recover. On a busy machine, its time says less than the database does.
  const log = await readFile(join(folder, 'postgres', 'postgres.log'), 'utf8')
  expect(log.match(/database system was (shut down|interrupted|not properly shut down)/g)?.at(-1)).toMatch(
    /was shut down$/,
  )
  // Another daemon on the same folder is refused and says why; the one that runs goes on.
  await expect(spawnDaemon({ DATA_DIR: folder })).rejects.toThrow(/another daemon/i)
  await second.client.call('listSessions')
})

test('[14] a wrong setting ends the start with every fault and without a stack', async () => {
  await expect(spawnDaemon({ DATA_DIR: folder, ROLE: 'worker', LOG_LEVEL: 'loud' })).rejects.toThrow(
    /DATABASE_URL: expected[\s\S]*LOG_LEVEL: expected/,
  )
})
