import { expect, test } from 'vitest'
import { readLogFile } from '../../src/cli/demo/read-example.js'
import type { Intent } from '../../src/domain/drift/indicator.js'
import { stepOf, type Step } from '../../src/domain/drift/step.js'
import { RecentMessages } from '../../src/domain/drift/recent-messages.js'
import { judgeDrift } from '../../src/domain/drift/verdict.js'
import { parseMessage } from '../../src/domain/formats/index.js'
import { toSource } from '../../src/domain/source/source.js'
import type { SourceMessage } from '../../src/domain/source/types.js'

async function example(file: string): Promise<SourceMessage[]> {
  const [conversation] = await readLogFile(`examples/${file}`)
  const { messages, format } = conversation!
  return messages.map(({ value }, index) => toSource(index + 1, parseMessage(format, value, ''), []))
}
const stepsOf = (messages: SourceMessage[]) =>
  messages.filter(({ role, parts }) => role === 'assistant' && stepOf({ parts }).text.trim() !== '')

/** Without an intent: everything must come from what was said. */
const NO_INTENT: Intent = { source: 'none', text: '' }

function drifts(session: SourceMessage[], before: number, step: Step): boolean {
  const recentMessages = new RecentMessages()
  recentMessages.addBefore(session.slice(0, before))
  const given = { known: [], stepsSinceCompression: 1, artifacts: 0, meaning: { without: 'not asked' } }
  return (
    judgeDrift({ ...given, step, intent: NO_INTENT, messages: recentMessages.messages }).verdict === 'DRIFT_DETECTED'
  )
}

test('[Q3] in a real coding session its own steps are aligned, and what an airline says to its customers is drift', async () => {
  const coding = await example('claude-code-session.jsonl.gz')
  const airline = stepsOf(await example('airline-tool-calls.json'))
  const points = stepsOf(coding).filter(({ seq }, index) => seq > 4 && index % 8 === 0)
  expect(points.length).toBeGreaterThan(20)
  const alarms = points.filter((message) => drifts(coding, message.seq - 1, stepOf(message)))
  expect(alarms.length / points.length).toBeLessThan(0.1)
  const found = points.filter(({ seq }, n) => drifts(coding, seq - 1, stepOf(airline[n % airline.length]!)))
  expect(found.length / points.length).toBeGreaterThan(0.7)
})
