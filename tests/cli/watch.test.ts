/** `palimpsest watch`: the live budget of all sessions. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventStream, type StreamItem } from '../../src/cli/watch/event-stream.js'
import { barText, clipped, drawFrame } from '../../src/cli/watch/frame.js'
import { applyEvent, byActivity, setSessions, type Rows } from '../../src/cli/watch/rows.js'
import { chatter } from '../support/chatter.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { ENTRIES } from '../support/spawned.js'
import { until } from '../support/until.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

const status = (used: number, more = {}) => ({
  used,
  limit: 1_000,
  level: 'GREEN',
  breakdown: { system: used / 2, user: used / 2 },
  compressor: { state: 'idle' },
  ...more,
})
const event = (type: string, sessionId: string | null, data: Record<string, unknown> = {}, at = 1) => ({
  cursor: String(at),
  type,
  sessionId,
  at: new Date(at).toISOString(),
  data,
})
const LOOK = { columns: 140, lines: 20, hasColor: false }

test('[10.4] a bar shows each kind by its share of the limit', () => {
  const breakdown = { system: 100, tools: 0, goals: 50, checkpoints: 250, user: 100, assistant: 100, tool: 150 }
  expect(barText({ breakdown, limit: 1_000 }, 20, LOOK)).toBe('SSGCCCCCuuaattt·····')
  expect(barText({ breakdown: { user: 5_000 }, limit: 1_000 }, 20, LOOK)).toBe('u'.repeat(20))
  expect(barText({ breakdown: {}, limit: 1_000 }, 20, LOOK)).toBe('·'.repeat(20))
  // oxlint-disable-next-line no-control-regex -- colors are control sequences
  const plain = barText({ breakdown, limit: 1_000 }, 20, { hasColor: true }).replace(/\u001b\[[\d;]*m/g, '')
  expect(plain).toBe('█'.repeat(15) + '·····')
})

test('[10.4] rows follow the events, the newest activity first', () => {
  const rows: Rows = new Map()
  const listed = { model: 'm', lastActivityAt: new Date(1).toISOString(), contextStatus: status(100) }
  setSessions(rows, { sessions: [{ id: 'ses_one', externalId: 'one', ...listed }] })
  expect(applyEvent(rows, event('budget-updated', 'ses_one', status(500, { level: 'ORANGE' }), 2))).toBe(false)
  expect(applyEvent(rows, event('session-created', 'ses_two', { model: 'x', limit: 1, reserve: 1 }, 3))).toBe(true)
  expect(applyEvent(rows, event('model-unavailable', null, {}, 4))).toBe(false)
  expect(byActivity(rows).map(({ id }) => id)).toEqual(['ses_two', 'ses_one'])
  expect(rows.get('ses_one')).toMatchObject({ name: 'one', status: { used: 500, level: 'ORANGE' } })
  // From a newer daemon, or broken.
  applyEvent(rows, event('no-such-event', 'ses_one', {}, 5))
  applyEvent(rows, event('goal-updated', 'ses_one', { changes: 7 }, 6))
  applyEvent(rows, event('budget-updated', 'ses_one', { used: 'much' }, 7))
  expect(rows.get('ses_one')).toMatchObject({ status: { used: 500 }, lastEvent: 'goal-updated' })
  applyEvent(rows, event('session-deleted', 'ses_two', {}, 8))
  expect([...rows.keys()]).toEqual(['ses_one'])
  for (let at = 0; at < 700; at++) applyEvent(rows, event('session-created', `ses_${at}`, {}, 10 + at))
  expect(rows.size).toBe(500)
})

test('[13] a frame fits the terminal, and no name reaches it with control characters', () => {
  const rows: Rows = new Map()
  const names = [
    'plain',
    '\u001b[2J\u001b]0;owned\u0007',
    '会話の名前がとても長いのでここで切れる',
    '👩‍💻'.repeat(30),
    'é'.repeat(99),
  ]
  for (const [at, name] of names.entries())
    setSessions(rows, {
      sessions: [
        {
          id: `ses_${at}`,
          externalId: name,
          model: name,
          lastActivityAt: new Date(at).toISOString(),
          contextStatus: status(at * 250),
        },
      ],
    })
  applyEvent(rows, event('compression-stuck', 'ses_0', { reason: `\u001b[31m${'why '.repeat(99)}` }, 9))
  const wide = /[\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hiragana}]/u
  for (const columns of [20, 60, 79, 80, 100, 140, 300])
    for (const lines of [2, 4, 6, 24]) {
      const frame = drawFrame(rows, 'Palimpsest http://x · live', { columns, lines, hasColor: false })
      expect(frame.length).toBeLessThanOrEqual(lines)
      for (const line of frame) {
        expect(line).not.toMatch(/\p{Cc}/u)
        const width = [...line].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)
        expect([columns, line, width <= columns]).toEqual([columns, line, true])
      }
    }
  expect(drawFrame(rows, 't', { ...LOOK, lines: 5 }).at(-1)).toBe('… and 3 more')
  expect(drawFrame(new Map(), 't', LOOK)).toContain('No sessions yet.')
  expect(drawFrame(null, 't · connecting', LOOK)).toEqual(['t · connecting'])
  expect(clipped('abcdef', 4)).toBe('abc…')
})

/** Runs the command without a terminal. */
function watch(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [ENTRIES.cli, 'watch', ...args], {
    env: { PATH: process.env.PATH ?? '', PALIMPSEST_URL: daemon.url, PALIMPSEST_KEY: ADMIN_KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'exit')
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    async stop() {
      child.kill('SIGTERM')
      return (await ended)[0] as number | null
    },
  }
}

test('[10.4] without a terminal, watch prints a line for each event, and with --json the event', async () => {
  const [lines, json] = [watch([]), watch(['--json'])]
  const seen = await until('both watch', async () => {
    const session = await daemon.openSession()
    await session.append(chatter(2))
    return lines.stdout().includes(session.id) && json.stdout().includes(session.id) ? session : null
  })
  await until(
    'the append is printed',
    () => lines.stdout().includes('4 messages appended') && json.stdout().includes('"budget-updated"'),
  )
  expect(lines.stdout()).toMatch(new RegExp(`\\d{4}-\\S+Z {2}${seen.id} {2}Opened for gpt-4o:7b: limit 13,600`))
  const types = json
    .stdout()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: string }).type)
  expect(types).toEqual(expect.arrayContaining(['session-created', 'message-appended', 'budget-updated']))
  expect(await Promise.all([lines.stop(), json.stop()])).toEqual([0, 0])
  const refused = watch([], { PALIMPSEST_KEY: 'pal_wrong' })
  expect((await refused.ended)[0]).toBe(1)
  expect(refused.stderr()).toMatch(/^GET \/v1\/events: 401 /)
})

/** A server of event streams that the test breaks. */
async function brokenServer(): Promise<{ server: Server; url: string; asked: string[]; open: ServerResponse[] }> {
  const asked: string[] = []
  const open: ServerResponse[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.headers['last-event-id'] ?? ''))
    if (asked.length === 2) return void response.writeHead(503).end()
    if (asked.length === 4) return void response.writeHead(409).end()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const text = JSON.stringify(event('session-created', 'ses_x', { name: 'ü\n\n' }, asked.length))
    const frame = Buffer.from(`retry: 1\n\n: comment\n\nid: ${asked.length}\nevent: x\ndata: ${text}\n\n`)
    // In two pieces, cut inside a character.
    const at = frame.indexOf('ü') + 1
    response.write(frame.subarray(0, at))
    setTimeout(() => response.write(frame.subarray(at)), 5)
    open.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { server, url: `http://127.0.0.1:${port}`, asked, open }
}

test('[P10] a lost stream continues after its last event, and a refused cursor starts over', async () => {
  const { server, url, asked, open } = await brokenServer()
  const stopped = new AbortController()
  const items: StreamItem[] = []
  for await (const item of eventStream({ url, key: null, signal: stopped.signal, retryMs: 5, idleMs: 400 })) {
    items.push(item)
    if (item.kind !== 'event') continue
    expect(item.event.data).toEqual({ name: 'ü\n\n' })
    // The first ends by the server, the next by silence, then the cursor is refused.
    if (open.length === 1) open[0]!.destroy()
    if (open.length === 3) stopped.abort()
  }
  // 1: new. 2: 503. 3: continues, then silence. 4: 409. 5: new again.
  expect(asked).toEqual(['', '1', '1', '3', ''])
  expect(items.flatMap((item) => (item.kind === 'connected' ? [item.isGapless] : []))).toEqual([false, true, false])
  expect(items.filter(({ kind }) => kind === 'event')).toHaveLength(3)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
