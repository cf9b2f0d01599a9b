import { afterEach, expect, test } from 'vitest'
import { talk } from '../support/coding-talk.js'
import { newSession, startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

let daemon: Daemon
afterEach(() => daemon.stop())

interface Entry {
  at: string
  seq: number
  type: string
  line: string
  usage: { before: number; after: number } | null
}

const get = async (path: string) => (await daemon.call('GET', `/v1/sessions/${path}`)).json
const send = (method: string, path: string, body: object) => daemon.call(method, `/v1/sessions/${path}`, { body })
const say = (id: string, messages: unknown[]) => send('POST', `${id}/messages`, { format: 'openai', messages })

/** A session to which nearly everything was done that can be done. */
async function busySession(): Promise<string> {
  const systemPrompt = 'You help. '.repeat(300)
  const policy = { mask: null, watermark: { tools: ['finish'] } }
  const id = await newSession(daemon, { systemPrompt, goal: 'Read every room', policy })
  await say(id, talk(14))
  await send('PUT', `${id}/messages/1/pin`, {})
  await daemon.call('DELETE', `/v1/sessions/${id}/messages/1/pin`)
  await say(id, [
    { role: 'assistant', content: '[DECISION] two rooms a day - LOCKED\n[CHECKPOINT] room 1 - COMPLETED' },
  ])
  for (let n = 0; n < 3; n++) {
    await say(id, talk(14, 20 + 20 * n))
    expect((await send('POST', `${id}/compress`, { strategy: 'extractive', waitMs: 30_000 })).json.status).toBe(
      'completed',
    )
  }
  const found = Array.from({ length: 4_000 }, (_, n) => `word${n}`).join(' ')
  const call = { id: 'long', type: 'function', function: { name: 'dump', arguments: '{}' } }
  const finish = { id: 'end', type: 'function', function: { name: 'finish', arguments: '{}' } }
  await say(id, [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'long', content: found },
    { role: 'assistant', content: null, tool_calls: [finish] },
    { role: 'tool', tool_call_id: 'end', content: 'ok' },
  ])
  await send('PATCH', id, { policy: { mask: { above: 0.05, keepGroups: 1 }, minGain: { tokens: 1, share: 0 } } })
  await say(id, talk(6, 90))
  await send('POST', `${id}/compress`, { strategy: 'truncate', waitMs: 30_000 })
  await send('POST', `${id}/drift`, {
    action: 'Deploy kubernetes_cluster with terraform_modules to eu-west-1 and rotate vault_secrets',
  })
  await daemon.call('GET', `/v1/sessions/${id}/context?reserve=11000`)
  return id
}

test('[R5] every act is a line that a person can read, with the tokens before and after', async () => {
  daemon = await startDaemon({ works: true })
  const id = await busySession()
  // The log shows an event once no older transaction can still come before it.
  const { lines, cursor } = await until('the newest act', async () => {
    const log: { lines: Entry[]; cursor: string } = await get(`${id}/log`)
    return log.lines.some(({ type }) => type === 'emergency') ? log : null
  })
  const all = lines.map(({ line }) => line)
  expect(all.filter((line) => /undefined|null|NaN|Infinity|\n|\{|\[object/.test(line))).toEqual([])
  expect(all[0]).toBe('Opened for gpt-4o:7b: limit 13,600 tokens, 1,000 reserved for the reply')
  const told = new Set(lines.map(({ type }) => type))
  const { events } = (await daemon.call('GET', `/v1/events?sessionId=${id}&limit=500`)).json
  const happened = new Set<string>(events.map(({ type }: { type: string }) => type))
  expect([...happened].filter((type) => !told.has(type)).sort()).toEqual(['budget-updated', 'message-appended'])
  const acts = [
    'context-rewritten',
    'checkpoint-created',
    'compression-skipped',
    'compressed',
    'decision-locked',
    'drift-detected',
    'emergency',
    'goal-updated',
  ]
  const more = ['message-pinned', 'message-unpinned', 'messages-evicted', 'tool-result-offloaded', 'watermark-advanced']
  expect([...told]).toEqual(
    expect.arrayContaining([...acts, ...more, 'level-changed', 'reliability-changed', 'session-updated']),
  )
  // One line for each compression, with what it did to the window.
  const compressed = lines.filter(({ type }) => type === 'compressed')
  expect(compressed).toHaveLength(3)
  for (const { line, usage } of compressed) {
    expect(line).toMatch(/^Summarized \d+ messages → 1 checkpoint, saved ~\d,\d{3} tokens$/)
    expect(usage!.after).toBeLessThan(usage!.before)
  }
  expect((await get(`${id}/log?after=${cursor}`)).lines).toEqual([])
  expect((await get(`${id}/log?limit=3`)).lines).toEqual(lines.slice(0, 3))
  const newest: Entry[] = (await get(`${id}/log?last=20`)).lines
  expect(newest.length).toBeGreaterThan(15)
  expect(newest).toEqual(lines.slice(-newest.length))
  expect((await daemon.call('GET', `/v1/sessions/${id}/log?last=3&after=0`)).json.errors).toMatchObject([
    { path: 'query.last' },
  ])
  const page = await daemon.call('GET', `/v1/sessions/${id}/log?format=markdown`)
  const asked = await daemon.call('GET', `/v1/sessions/${id}/log`, { headers: { accept: 'text/markdown' } })
  expect([page.headers.get('content-type'), asked.text]).toEqual(['text/markdown; charset=utf-8', page.text])
  expect(page.text.match(/^- \d{4}-\d\d-\d\d \d\d:\d\d:\d\d · /gm)).toHaveLength(lines.length)
  expect(page.text).toMatch(/^ {2}[\d,]+ → [\d,]+ of 13,600 tokens \(\d+% → \d+%\)$/m)
})

test('[R5] the log of what is not there, or of another app, is refused', async () => {
  daemon = await startDaemon()
  const id = await newSession(daemon)
  expect((await daemon.call('GET', '/v1/sessions/ses_none/log')).json.code).toBe('session_not_found')
  expect((await daemon.call('GET', `/v1/sessions/${id}/log?after=not%20a%20cursor`)).status).toBe(400)
  const { viewer } = await daemon.newApp()
  expect((await daemon.call('GET', `/v1/sessions/${id}/log`, { key: viewer })).status).toBe(404)
})
