import { afterEach, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

/** What people say about themselves stays in view when their words have left. [C9] [M11] */

let daemon: Daemon
afterEach(() => daemon.stop())

const ALLERGY = 'I have a severe peanut allergy'
const TITLE = 'Preferences and facts in the user’s own words:'

/** People paste long texts, which say more than a preference. */
async function talk(session: TestSession) {
  const dull = 'The ship was long, and the day was long. '.repeat(80)
  await session.append([
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: `${ALLERGY}. Please shorten this:\n${dull}` },
    { role: 'assistant', content: 'A long day on a ship.' },
  ])
  for (let turn = 1; turn <= 30; turn++) {
    const pasted = Array.from({ length: 60 }, (_, at) => `Crate${turn}x${at} holds lamp${turn * at}.`).join(' ')
    await session.append([
      { role: 'user', content: `Shorten this text ${turn}: ${pasted}` },
      { role: 'assistant', content: `Crates of group ${turn} hold lamps.` },
    ])
    await session.context('openai')
  }
  const { messages } = await session.context('openai')
  return (messages as { role: string; content: string }[]).map(({ content }) => String(content))
}

test('[C9] [M11] a preference whose message has left is in the ledger, and the audit makes the same', async () => {
  daemon = await startDaemon({ works: true })
  const session = await daemon.openSession({ contextSize: '8K' })
  const texts = await talk(session)
  expect(texts.join(' ').includes('The ship was long')).toBe(false)
  expect(texts.filter((text) => text.includes(`${TITLE}\n- ${ALLERGY}`))).toHaveLength(1)
  expect(await session.audit()).toMatchObject({ ok: true })
})

test('[M11] a session of a scope shows it once, in the list of the scope', async () => {
  daemon = await startDaemon({ works: true })
  const session = await daemon.openSession({ contextSize: '8K', memoryScope: 'user:odalys' })
  const texts = await talk(session)
  expect(texts.join('\n').includes('The ship was long')).toBe(false)
  expect(texts.join('\n').split(ALLERGY)).toHaveLength(2)
  expect(texts.join('\n')).not.toContain(TITLE)
  expect(await session.audit()).toMatchObject({ ok: true })
})
