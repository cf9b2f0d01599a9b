/** The placeholder of a result names the failure of its command, also if a pipe hid the exit code from the agent. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDaemon, type Daemon } from '../support/daemon.js'

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
const long = (line: string) => `${'=== RUN TestOrders, which takes a while\n'.repeat(30)}${line}\nok pkg/a 0.2s\n`
const PASSED = long('PASS')
const FAILED = long('--- FAIL: TestResume (0.25s)')

/** Runs each command, then enough others that its result is masked. Returns the placeholders of the former. */
async function masksOf(runs: readonly (readonly [name: string, args: object, output: string])[]): Promise<string[]> {
  const session = await daemon.openSession({ contextSize: '8K' })
  await session.append([{ role: 'user', content: 'Run them all.' }])
  for (const [at, [name, args, output]] of runs.entries())
    await session.append([call(`c${at}`, name, args), result(`c${at}`, output)])
  for (let at = 0; at < 12; at++)
    await session.append([call(`d${at}`, 'Bash', { command: `npm run step-${at}` }), result(`d${at}`, PASSED)])
  const { messages }: { messages: { role: string; tool_call_id?: string; content: string }[] } =
    await session.context('openai')
  expect(await session.audit()).toMatchObject({ ok: true })
  return messages.flatMap(({ tool_call_id: id, content }) => (id?.startsWith('c') ? [content] : []))
}

test('[D5] [P8] [V9] the line of a masked result states the outcome that the result proves, and no other', async () => {
  const command = 'go test ./... 2>&1 | tail -40'
  const cases = [
    ['Bash', { command }, FAILED],
    ['Bash', { command }, PASSED],
    // What these print is text of others.
    ['Bash', { command: 'cat old.log' }, FAILED],
    ['Read', { file_path: 'old.log' }, FAILED],
    ['bash', { command }, `<returncode>1</returncode>\n<output>${long('two of three')}</output>`],
    ['bash', { command }, `<returncode>0</returncode>\n<output>${FAILED}</output>`],
    ['bash', { command: 'go test ./...' }, `<returncode>0</returncode>\n<output>${long('three of three')}</output>`],
    ['issue_credit', { account: 'A-1' }, JSON.stringify({ error: { message: 'no such account' }, trace: PASSED })],
    ['issue_credit', { account: 'A-2' }, JSON.stringify({ success: true, error: null, failed: 0, trace: FAILED })],
    ['issue_credit', { account: 'A-3' }, JSON.stringify({ credit: 'CR-9', error: null, failed: 0, trace: FAILED })],
  ] as const
  const lines = (await masksOf(cases)).map((line) => line.replace(/, \d+ tokens, stored as offload off_\w+\]$/, ''))
  expect(lines).toEqual([
    '[Bash failed: --- FAIL: TestResume (0.25s)',
    '[Bash ok',
    '[Bash ran',
    '[Read ran',
    expect.stringMatching(/^\[bash failed: \S/),
    // The code is that of `tail`.
    '[bash failed: --- FAIL: TestResume (0.25s)',
    '[bash ok',
    '[issue_credit failed: no such account',
    '[issue_credit ok',
    '[issue_credit ran',
  ])
})

test('[D1] [P8] the reference for a long result names the failure, which its beginning does not show', async () => {
  const output = `${'=== RUN TestOrders, which takes a while\n'.repeat(600)}--- FAIL: TestResume (0.25s)\n`
  const session = await daemon.openSession({ contextSize: '8K' })
  const command = (id: string, line: string) => [call(id, 'Bash', { command: line }), result(id, output)]
  await session.append([{ role: 'user', content: 'Test it.' }, ...command('c0', 'go test | cat')])
  await session.append(command('c1', 'cat old.log'))
  const { messages }: { messages: { role: string; content: string }[] } = await session.context('openai')
  const [tested, shown] = messages.flatMap(({ role, content }) => (role === 'tool' ? [content.split('\n')[0]!] : []))
  expect(tested).toMatch(/^\[Result of Bash offloaded, .* It failed: --- FAIL: TestResume \(0\.25s\)\. It begins:\]$/)
  expect(shown).toMatch(/^\[Result of Bash offloaded, .* call Bash again if that only reads\. It begins:\]$/)
})

test('[D5] [9] a call that is open again after its result was withdrawn still shows how it ended', async () => {
  const session = await daemon.openSession({ contextSize: '8K' })
  const command = { command: 'npm test | tail' }
  await session.append([{ role: 'user', content: 'Test it.' }, call('c0', 'Bash', command), result('c0', PASSED)])
  await session.call('withdrawMessages', { body: { fromSeq: 3 } })
  await session.append([result('c0', FAILED)])
  const shape = (await daemon.ports.store.history(session.id, { seqs: [4], limit: 1 }))[0]?.shape
  expect(shape).toMatchObject([{ kind: 'tool_result', runs: true, failure: '--- FAIL: TestResume (0.25s)' }])
})
