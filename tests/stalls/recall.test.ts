import { afterAll, beforeAll, expect, test } from 'vitest'
import { often } from '../support/long-run.js'
import { LONGEST_STALL_MS, watchedDaemon, withoutStall, type WatchedDaemon } from '../support/event-loop-watchdog.js'

let daemon: WatchedDaemon
beforeAll(async () => {
  daemon = await watchedDaemon({ RECALL_MS: '60000' })
})
afterAll(() => daemon.end())

const SUBJECTS = [
  'garden',
  'kitchen',
  'budget',
  'journey',
  'wedding',
  'server',
  'novel',
  'marathon',
  'orchestra',
  'boat',
]

/** A long answer in paragraphs, as assistants give it. */
function answer(at: number): string {
  const subject = SUBJECTS[at % SUBJECTS.length]!
  const rows = Array.from({ length: 150 }, (_, row) => {
    const place = (at * 150 + row) % 97
    return `- Step ${row} of plan ${at}: for the ${subject}, "measure part ${place}" first, then order item ${at * 7 + row}; it costs ${row * 3 + at} euros.`
  })
  return `Here is what I would do about the ${subject}:\n\n${rows.join('\n')}\n\nAsk again about the ${subject} when part ${at} is done.`
}

test('[13] [T1] [M4] recall in a chat of long answers holds the event loop for no longer than any request', async () => {
  const { id: sessionId } = await daemon.client.call('createSession', { body: { model: 'm', contextSize: '16K' } })
  const params = { sessionId }
  const append = (messages: object[]) =>
    daemon.client.call('appendMessages', { params, body: { format: 'openai', messages } })
  for (let at = 0; at < often(50, 80); at++)
    await append([
      { role: 'user', content: `What about the ${SUBJECTS[at % SUBJECTS.length]}, plan ${at}?` },
      { role: 'assistant', content: answer(at) },
    ])
  const stalls: number[] = []
  for (const subject of SUBJECTS) {
    await append([
      { role: 'user', content: `How many euros did you say that the item of step 7 for the ${subject} costs?` },
    ])
    await daemon.longestStall()
    const { text } = await daemon.client.send('readContext', { params, query: { format: 'openai' } })
    stalls.push((await daemon.longestStall()).ms)
    expect(text).toContain('[Recalled from earlier')
  }
  // Other work on the processor makes some of them long, and the first one compiles.
  expect(stalls.filter((ms) => ms > LONGEST_STALL_MS).length, stalls.join(', ')).toBeLessThan(SUBJECTS.length / 2)
})

test(
  '[13] [T1] [M11] the first statement of a person after a start holds the event loop for no longer',
  { timeout: 300_000 },
  async () => {
    await withoutStall(async () => {
      const fresh = await watchedDaemon()
      const { id: sessionId } = await fresh.client.call('createSession', {
        body: { model: 'm', contextSize: '16K', memoryScope: 'ada' },
      })
      await fresh.longestStall()
      const messages = [{ role: 'user', content: 'I prefer tea. Could you look at the login page?' }]
      await fresh.client.call('appendMessages', { params: { sessionId }, body: { format: 'openai', messages } })
      const stall = await fresh.longestStall()
      await fresh.end()
      return { stall }
    })
  },
)
