import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { watchedDaemon, type WatchedDaemon } from '../support/event-loop-watchdog.js'

/** Memory that a daemon takes for one large message above what it takes idle, in MB, at its peak. Threads each with a copy of the encoder,
 * which keep their garbage and send each text twice, took 375 with Node 20; it is 230 to 250 now, and 190 to 215 without threads. Node 22
 * and 24 take 325 to 365. */
const MOST_MB = Number.parseInt(process.versions.node) >= 22 ? 430 : 320

let daemon: WatchedDaemon
beforeAll(async () => {
  daemon = await watchedDaemon()
})
afterAll(() => daemon.end())

/** Resident memory now (`VmRSS`) or at its peak (`VmHWM`). */
async function residentMb(name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${daemon.child.pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1_024
}

test.skipIf(process.platform !== 'linux')(
  '[13] a message of 14 MB takes the memory of a few copies of it',
  { timeout: 300_000 },
  async () => {
    const { id } = await daemon.client.call('createSession', { body: { model: 'm', contextSize: '16K' } })
    const idle = await residentMb('VmRSS')
    const content = 'The word is a thing of beauty, and we keep it. '.repeat(290_000)
    await daemon.client.call('appendMessages', {
      params: { sessionId: id },
      body: { format: 'openai', messages: [{ role: 'assistant', content }] },
    })
    await daemon.client.call('readContext', { params: { sessionId: id } })
    expect((await residentMb('VmHWM')) - idle).toBeLessThan(MOST_MB)
  },
)
