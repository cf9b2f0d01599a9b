import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

/** What a session hands over while nothing has left its context. */

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const call = (id: string, name: string, args: object) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
const REQUEST = 'Move the invoices of the shop to the new table. Never delete a row of the old one.'

async function worked() {
  const session = await daemon.openSession({ contextSize: '16K' })
  const messages: object[] = [{ role: 'user', content: REQUEST }]
  for (const name of ['copy', 'check', 'switch', 'report'])
    messages.push(
      call(`w_${name}`, 'write_file', { path: `jobs/${name}.sql`, content: 'SELECT 1' }),
      result(`w_${name}`, 'ok'),
    )
  messages.push(
    call('t', 'bash', { command: 'npm test' }),
    result('t', 'FAIL jobs/switch.test.ts\n  expected 12, received 11\nexit code 1'),
    {
      role: 'assistant',
      content:
        '[DECISION] Keep the column total as integer cents - LOCKED\n\nThe rows are copied and checked. ' +
        'The switch still fails its test by one row.\n\nNext step: find the row that jobs/switch.sql leaves out.',
    },
    { role: 'user', content: 'Thanks, I will look at it tomorrow.' },
    { role: 'assistant', content: 'Until tomorrow.' },
  )
  await session.append(messages, { format: 'openai' })
  return session
}

test('[C12] the summary knows what is still raw: rules, decisions, files, failures and next steps, nothing twice', async () => {
  const session = await worked()
  const summary = await session.call('readSummary', {})
  expect(summary.intent).toEqual({ source: 'first-human-message', text: REQUEST })
  expect(summary.rules).toEqual(['Never delete a row of the old one.'])
  expect(summary.decisions.filter((text: string) => text.includes('integer cents'))).toHaveLength(1)
  expect(summary.decisions.join()).toContain('(locked)')
  expect(summary.files.map(({ path }) => path)).toEqual(
    ['copy', 'check', 'switch', 'report'].map((name) => `jobs/${name}.sql`),
  )
  expect(summary.openFailures.join()).toContain('npm test')
  expect(summary.completed.join()).toContain('The rows are copied and checked.')
  expect(summary.nextSteps.join()).toContain('jobs/switch.sql')
  const page = await session.send('readSummary', { query: { format: 'markdown' } })
  for (const title of ['Rules', 'Decisions', 'Files', 'Open failures', 'Completed', 'Next steps'])
    expect(page.text).toContain(`## ${title}\n\n- `)
})

test('[C12] the hand-over begins with request, rules, decisions, failures, next step and files', async () => {
  const session = await worked()
  const { freshSession } = await session.status()
  const work = freshSession.handover.split('\n\n').find((piece: string) => piece.startsWith('[The work so far]'))!
  for (const text of [REQUEST, 'integer cents', 'npm test', 'The rows are copied', 'jobs/copy.sql', 'jobs/report.sql'])
    expect(work).toContain(text)
  expect(work.indexOf('First request:')).toBeLessThan(work.indexOf('Files:'))
})
