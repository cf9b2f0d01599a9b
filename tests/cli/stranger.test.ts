/** What a newcomer asks of the command line: one message wherever it is, all about one user, a key of the right app, names in lists. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import { chatter } from '../support/chatter.js'
import { runCommand } from '../support/command.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-stranger-'))
  env = { HOME: folder, DATA_DIR: folder, PALIMPSEST_URL: daemon.url, PALIMPSEST_KEY: ADMIN_KEY }
})
afterAll(async () => {
  await daemon.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, env)
  expect([args, code, stderr]).toEqual([args, 0, ''])
  return stdout
}
async function refused(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, env)
  expect([args, code, stdout]).toEqual([args, 1, ''])
  expect(stderr).not.toMatch(/\n {4}at /)
  return stderr
}

test('[P2] explain names what replaced a message, and the command that prints the message as it was received', async () => {
  const session = await daemon.openSession({ contextSize: '4K', externalId: 'long talk' })
  await session.append(chatter(22))
  await session.compress({ strategy: 'extractive' })
  const { out } = await session.explain()
  const { from, where } = (out as { from: number; where: string }[]).find((one) => one.where.startsWith('checkpoint'))!

  const explained = await run('explain', 'long talk', '--message', String(from))
  expect(explained).toContain(`Message ${from} is not in the context: `)
  expect(explained).toContain(where)
  expect(explained).toMatch(/\nCheckpoint 1 replaced messages \d+–\d+ on \d{4}-\S+: [\d,]+ → [\d,]+ tokens\.\n/)
  expect(explained.trimEnd().split('\n').at(-1)).toBe(`Read the message: palimpsest message 'long talk' ${from}`)

  const printed = await run('message', 'long talk', String(from))
  expect(printed).toMatch(new RegExp(`^message ${from}  \\w+  \\d+ tokens  covered  \\d{4}-`))
  expect(printed).toContain((chatter(22)[from - 1] as { content: string }).content)
  expect(await refused('message', 'long talk', '4500')).toContain(
    'No message 4500 is in this session: it has 44 messages.',
  )
  expect(await refused('message', 'long talk', 'newest')).toContain('expected the number of a message')
  expect(await refused('explain', 'long talk', '--message', 'newest')).toContain('expected the number of a message')
})

test('[P1] delete --user deletes what an app keeps of one user, after a question, and nothing of others', async () => {
  const [jane, john] = [{ metadata: { user: 'jane' } }, { metadata: { user: 'john' } }]
  const kept = await daemon.openSession(john)
  for (let i = 0; i < 2; i++) await (await daemon.openSession(jane)).append(chatter(2))

  expect(await refused('delete', '--user', 'jane')).toContain('--yes')
  expect(await run('delete', '--user', 'jane', '--yes')).toMatch(
    /^Deleted everything about user jane in the app of this key: 2 sessions, 8 messages, .*\nReport: GET \/v1\/deletions\/del_\w+\n$/,
  )
  const { sessions } = await daemon.client.call('listSessions', { query: { 'metadata.user': 'jane' } })
  expect(sessions).toEqual([])
  expect((await kept.read()).id).toBe(kept.id)
  expect(await run('delete', '--user', 'jane', '--yes')).toMatch(/^Nothing is kept about user jane /)
  expect(await refused('delete')).toContain('Name either a session or --user')
  expect(await refused('delete', 'one', '--user', 'jane')).toContain('Name either a session or --user')
  expect(await refused('delete', '--user', 'john', '--app', 'absent', '--yes')).toContain('No app has the id or name')
})

test('[M11] scopes delete names the sessions that keep their messages, and delete --scope deletes them afterwards', async () => {
  const scope = 'our family'
  const session = await daemon.openSession({ memoryScope: scope })
  await session.append([{ role: 'user', content: 'Never send mail on Sundays.' }])
  const kept = await daemon.openSession({})
  expect(await run('scopes', 'delete', scope, '--yes')).toBe(
    'Deleted 1 standing entry of our family, and what 0 contexts showed of it.\n' +
      '1 session of the scope still has its messages. ' +
      "List: palimpsest scopes show --page 'our family'. Delete: palimpsest delete --scope 'our family'\n",
  )
  expect(await run('scopes', 'show', '--page', scope)).toContain(session.id)
  expect(await refused('delete', '--scope', scope)).toContain('--yes')
  expect(await run('delete', '--scope', scope, '--yes')).toMatch(
    /^Deleted everything of scope our family in the app of this key: 1 session, 1 message, .*\nReport: GET /,
  )
  expect((await session.send('getSession', {})).status).toBe(404)
  expect((await kept.read()).id).toBe(kept.id)
  expect(await run('delete', '--scope', scope, '--yes')).toMatch(/^Nothing is kept of scope our family /)
  expect(await refused('delete', '--user', 'jane', '--scope', scope)).toContain('--scope SCOPE')
})

test('[13] keys create takes the only app, and asks for one when there are several', async () => {
  expect(await run('keys', 'create')).toMatch(/^pal_\S+\n\nCreated key key_\w+ for app default with role app\./)
  await run('apps', 'create', 'shop')
  expect(await refused('keys', 'create')).toMatch(/^There are several apps: .*default.*shop.* Name one with --app/)
  expect(await run('keys', 'create', '--app', 'shop', '--role', 'viewer')).toMatch(
    /for app shop \(app_\w+\) with role viewer/,
  )
  expect(await refused('keys', 'create', '--app', 'shop', '--new-app', 'other')).toContain('either --app or --new-app')
  expect(await refused('keys', 'create', '--role', 'boss')).toContain('Allowed choices are admin, app, viewer')
})

test('[10.4] the list of sessions names them as people do, and shows their tokens once', async () => {
  await daemon.openSession({ metadata: { title: 'the migration' } })
  const lines = (await run('sessions')).split('\n')
  expect(lines[0]).toMatch(/^SESSION +APP +MODEL +MESSAGES +TOKENS +COMPRESSIONS +COMPRESSOR +ACTIVE +NAME$/)
  expect(lines.some((line) => /^ses_\w+ .* 0\/13,600 \(0%\) .* the migration$/.test(line))).toBe(true)
  expect(lines.some((line) => / [1-9][\d,]*\/3,400 \(\d+%\) .* long talk$/.test(line))).toBe(true)
})
