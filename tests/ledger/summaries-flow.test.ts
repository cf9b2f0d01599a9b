import { afterEach, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

/** A summary that a program wrote in the place of older messages, sent as a message of the user. */

let daemon: Daemon
afterEach(() => daemon.stop())

const STATED = 'Never push to the pier branch. We decided to use Redis for the cache. My name is Odalys.'
const SUMMARIES = [
  `This session is being continued from a previous conversation that ran out of context. ${STATED}`,
  `Here’s a summary of our conversation so far:\n\n${STATED}`,
  `## Summary of the previous session\n${STATED}`,
  `The following is a brief conversation summary. ${STATED}`,
]

test.each([...SUMMARIES, `Please write a summary of our conversation. ${STATED}`])(
  '[C9] [P14] [M11] sentences of a summary are no rules, decisions or facts of the person: %s',
  async (text) => {
    daemon = await startDaemon({ works: true })
    const session = await daemon.openSession({ contextSize: '8K', memoryScope: 'user:odalys' })
    await session.append([
      { role: 'user', content: text },
      { role: 'assistant', content: 'Understood.' },
    ])
    const { entries } = await daemon.client.call('listStanding', { params: { scope: 'user:odalys' } })
    const stated = ['My name is Odalys', 'Never push to the pier branch', 'We decided to use Redis for the cache']
    expect(entries.map((one) => one.text).toSorted()).toEqual(SUMMARIES.includes(text) ? [] : stated)
  },
)
