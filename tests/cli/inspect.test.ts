/** Commands that look into a session or change what an app keeps, the names by which a session is found, and other servers. */
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import { chatter } from '../support/chatter.js'
import { runCommand } from '../support/command.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

let daemon: Daemon
let session: TestSession
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  daemon = await startDaemon({ works: true })
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-inspect-'))
  env = { HOME: folder, DATA_DIR: folder, PALIMPSEST_URL: daemon.url, PALIMPSEST_KEY: ADMIN_KEY }
  session = await daemon.openSession({ contextSize: '4K', externalId: 'chat/of the first user' })
  await session.append(chatter(22))
  await session.compress({ strategy: 'extractive' })
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
async function refused(args: string[], more: Record<string, string> = {}): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args, { ...env, ...more })
  expect([args, code, stdout]).toEqual([args, 1, ''])
  expect(stderr).not.toMatch(/\n {4}at /)
  return stderr
}

test('[10.5] sessions without a title or an external id are listed by their first words', async () => {
  const unnamed = await daemon.openSession({ contextSize: '4K' })
  await unnamed.append([{ role: 'user', content: 'Where is the violin?' }])
  const rows = (await run('sessions')).split('\n')
  expect(rows.find((row) => row.startsWith(unnamed.id))).toMatch(/ {2}Where is the violin\?$/)
  expect(rows.find((row) => row.startsWith(session.id))).toMatch(/ {2}chat\/of the first user$/)
})

test('[P2] explain says of each message why it is in the context or not; audit recomputes it', async () => {
  const { entries, out, tokens } = await session.explain()
  const printed = await run('explain', session.id)
  expect(printed).toMatch(/^[\d,]+ of 3,400 tokens in \d+ entries\n\nMESSAGE +KIND +STATE +TOKENS +RULE +WHY\n/)
  expect(printed).toContain(`${out[0].where}  ${out[0].reason}`)
  const gone = out[0].from as number
  expect(await run('explain', session.id, '--message', String(gone))).toContain(
    `Message ${gone} is not in the context: `,
  )
  const shown = entries.findLast(({ kind }: { kind: string }) => kind === 'message') as { seq: number }
  expect(await run('explain', session.id, '--message', String(shown.seq))).toContain(
    `Message ${shown.seq} is in the context`,
  )
  expect(await refused(['explain', session.id, '--message', '99'])).toMatch(
    /No message 99 is in this session: it has \d+ messages\./,
  )
  expect(JSON.parse(await run('explain', session.id, '--json'))).toMatchObject({ tokens })
  expect(await run('audit', session.id)).toMatch(
    /^ok\n44 messages: \d+ raw, \d+ reduced, [1-9]\d* covered, 0 evicted, 0 lost\n$/,
  )
  expect(JSON.parse(await run('audit', session.id, '--json'))).toMatchObject({ ok: true, messages: 44 })
})

test('[10.1] context prints what the model is sent, in each format, now and earlier', async () => {
  for (const format of ['openai', 'anthropic', 'native'] as const) {
    const { messages, system } = await session.context(format)
    expect(JSON.parse(await run('context', session.id, '--format', format))).toEqual({
      ...(system && { system }),
      messages,
    })
  }
  expect(JSON.parse(await run('context', session.id, '--at', '3')).messages).toHaveLength(3)
  expect(JSON.parse(await run('context', session.id, '--json'))).toMatchObject({ limit: 3_400 })
})

test('[10.1] a session is found by its id, its external id, and a unique beginning of either', async () => {
  const { id } = session
  const twin = await daemon.openSession({ externalId: 'chat/of the second user' })
  const names = [id, 'chat/of the first user', 'chat/of the f', id.slice(0, -3)]
  for (const name of names) expect(await run('show', name), name).toContain(id)
  for (const args of [
    ['status', names[2]!],
    ['log', names[2]!],
    ['recall', names[2]!],
    ['snapshots', names[2]!],
    ['export', names[2]!],
    ['search', 'ERR_ROOM_3', '--session', names[2]!],
  ])
    expect((await run(...args)).length, args[0]).toBeGreaterThan(0)
  const ambiguous = await refused(['show', 'chat/of'])
  expect(ambiguous).toMatch(/^2 sessions have an id that begins with chat\/of\. Use an id:\n/)
  for (const one of [id, twin.id]) expect(ambiguous).toContain(one)
  expect(await refused(['show', 'absent'])).toContain('No session has the id, external id or title absent')
})

test('[10.1] a session is found by the title that the list shows, if only one has it', async () => {
  const plans = await daemon.openSession({ metadata: { title: 'Trip plans' } })
  expect(await run('sessions')).toMatch(new RegExp(`^${plans.id} .* Trip plans$`, 'm'))
  expect(JSON.parse(await run('show', 'Trip plans', '--json'))).toMatchObject({ session: { id: plans.id } })
  expect(await refused(['show', 'Trip'])).toContain('No session has the id, external id or title Trip')
  const other = await daemon.openSession({ metadata: { title: 'Trip plans' } })
  const ambiguous = await refused(['show', 'Trip plans'])
  expect(ambiguous).toMatch(/^2 sessions have the title Trip plans\. Use an id:\n/)
  for (const { id } of [plans, other]) expect(ambiguous).toContain(id)
})

test('[P1] delete asks first, and reports what it removed', async () => {
  const gone = await daemon.openSession({ externalId: 'to be deleted' })
  await gone.append(chatter(2))
  expect(await refused(['delete', 'to be deleted'])).toMatch(/with 4 messages\? It cannot be undone\. Add --yes/)
  expect((await gone.read()).messageCount).toBe(4)
  expect(await run('delete', 'to be deleted', '--yes')).toMatch(
    /^Deleted session ses_\w+ \(to be deleted\) with 4 messages\.\nRemoved: 4 messages/,
  )
  expect((await gone.send('getSession', {})).status).toBe(404)
})

test('[M11] scopes lists, adds, ends and deletes what holds in a scope; retention shows and sets the days', async () => {
  const entry = (await run('scopes', 'add', 'user:1', 'Answer in German', '--kind', 'rule')).trim()
  expect(await run('scopes', 'show', 'user:1')).toMatch(new RegExp(`${entry} +rule +open +\\S+ +Answer in German\n$`))
  expect(await run('scopes', 'end', 'user:1', entry)).toBe(`Ended ${entry}.\n`)
  expect(JSON.parse(await run('scopes', 'show', 'user:1', '--json'))).toMatchObject({ entries: [{ state: 'ended' }] })
  expect(await refused(['scopes', 'delete', 'user:1'])).toContain('--yes')
  expect(await run('scopes', 'delete', 'user:1', '--yes')).toBe(
    'Deleted 1 standing entry of user:1, and what 0 contexts showed of it.\n',
  )
  expect(await run('scopes', 'show', 'user:1')).toBe('Nothing is stated for user:1.\n')

  expect(await run('retention')).toBe('App default: Idle sessions stay.\n')
  expect(await run('retention', 'default', '30')).toContain('without activity for 30 days')
  expect(JSON.parse(await run('retention', '--json'))).toEqual({ appId: 'default', retentionDays: 30 })
  expect(await run('retention', 'default', 'none')).toBe('App default: Idle sessions stay.\n')
  expect(await refused(['retention', 'default', 'soon'])).toContain('expected a number of days or none')
  const { appId, app } = await daemon.newApp()
  const own = await runCommand(['retention', appId, '7'], { ...env, PALIMPSEST_KEY: app })
  expect(own).toMatchObject({ code: 0, stderr: '' })
})

/** Runs a server of another kind and returns what a command says about it. */
async function answerOf(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    return await refused(['sessions'], { PALIMPSEST_URL: `http://127.0.0.1:${port}` })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('[13] another server is recognized: by its type, by its JSON, by its protocol', async () => {
  const page = await answerOf((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'))
  expect(page).toMatch(/is not a Palimpsest daemon.*200, text\/html/)
  const absent = await answerOf((_, response) => response.writeHead(404).end())
  expect(absent).toMatch(/is not a Palimpsest daemon.*404/)
  const json = await answerOf((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":1}'),
  )
  expect(json).toMatch(/^The server sent an answer that this command does not know at sessions\. Is PALIMPSEST_URL/)
  expect(await refused(['sessions'], { PALIMPSEST_URL: daemon.url.replace('http:', 'https:') })).toBe(
    `The server at ${daemon.url.replace('http:', 'https:')} does not speak TLS. Use ${daemon.url}\n`,
  )
  const tcp = createTcpServer((socket) => socket.end('SSH-2.0-server\r\n')).listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  const address = `http://127.0.0.1:${(tcp.address() as AddressInfo).port}`
  expect(await refused(['sessions'], { PALIMPSEST_URL: address })).toContain('does not speak HTTP')
  tcp.close()
})
