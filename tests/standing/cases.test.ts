import { afterAll, beforeAll, expect, test } from 'vitest'
import { casesOf, failureOf, LANGUAGES, type StandingCase } from '../../eval/standing/cases.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

/** Says a case in a session of its own scope. Returns what it fails at; null: nothing. */
async function fault(memoryScope: string, wanted: StandingCase): Promise<string | null> {
  const session = await daemon.openSession({ memoryScope })
  for (const content of wanted.said)
    await session.append([
      { role: 'user', content },
      { role: 'assistant', content: 'Fine.' },
    ])
  const { entries } = await daemon.client.call('listStanding', { params: { scope: memoryScope } })
  return failureOf(wanted, entries)
}

test.each(LANGUAGES)('[M11] supersedes and ends the right entry in at least 18 of 20 cases in %s', async (language) => {
  const cases = casesOf(language)
  expect(cases).toHaveLength(20)
  const faults: string[] = []
  for (const [at, one] of cases.entries()) {
    const found = await fault(`${language}:${at}`, one)
    if (found !== null) faults.push(found)
  }
  expect(faults.length, faults.join('\n')).toBeLessThanOrEqual(2)
})
