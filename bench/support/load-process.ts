import { Agent, request } from 'node:http'
import { openStore } from '../../src/store/index.js'
import type { LoadJob, LoadResult } from './load.js'
import { SILENT } from './silent-log.js'
import { textMessage, textOf } from './text-message.js'

/** Entry point of the load process. */
process.once('message', (job) => {
  run(job as LoadJob).then(
    (result) => process.send?.(result, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})

/** Warm-up appends per client, not measured. */
const WARM_UP = 20

async function run(job: LoadJob): Promise<LoadResult> {
  const append = job.through === 'http' ? httpAppender(job) : await storeAppender(job)
  await Promise.all(job.sessions.map((session) => series(WARM_UP, () => append(session))))
  const startedAt = performance.now()
  const samples = await Promise.all(job.sessions.map((session) => series(job.appends, () => append(session))))
  const seconds = (performance.now() - startedAt) / 1_000
  return { perSecond: (job.sessions.length * job.appends) / seconds, samples: samples.flat() }
}

async function series(times: number, work: () => Promise<void>): Promise<number[]> {
  const samples: number[] = []
  for (let i = 0; i < times; i++) {
    const startedAt = performance.now()
    await work()
    samples.push(performance.now() - startedAt)
  }
  return samples
}

function httpAppender({ url, key, bytes, sessions }: LoadJob): (session: string) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: sessions.length })
  let number = 0
  return (session) => {
    const body = JSON.stringify({
      messages: [{ role: number % 2 === 0 ? 'user' : 'assistant', content: textOf(bytes, number++) }],
    })
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    return new Promise((resolve, reject) => {
      const sent = request(`${url}/v1/sessions/${session}/messages`, { method: 'POST', agent, headers }, (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 201 ? resolve() : reject(new Error(`append: ${response.statusCode}`)),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }
}

async function storeAppender({ url, bytes }: LoadJob): Promise<(session: string) => Promise<void>> {
  const store = await openStore({ url, log: SILENT })
  let number = 0
  return (session) =>
    store.change(session, null, async (tx) => {
      const message = textMessage(tx.session.lastSeq + 1, textOf(bytes, number++), Math.ceil(bytes / 4))
      tx.change({ lastSeq: message.seq, version: tx.session.version + 1, lastActivityAt: new Date() })
      await tx.insertMessages([message])
      tx.emit({
        type: 'message-appended',
        data: {
          messages: [{ id: message.id, seq: message.seq, role: message.role, tokens: message.tokens }],
          used: 0,
          limit: tx.session.limit,
          version: tx.session.version,
        },
      })
    })
}
