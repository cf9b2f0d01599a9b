import { afterEach, expect, test } from 'vitest'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'
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

/** A session to which nearly everything was done that can be done. */
async function busySession(): Promise<TestSession> {
  const systemPrompt = 'You help. '.repeat(300)
  const policy = { mask: null, watermark: { tools: ['finish'] } }
  const session = await daemon.openSession({ systemPrompt, goal: 'Read every room', policy }) // words: ok
  await session.append(talk(14))
  await session.call('pinMessage', { params: { seq: '1' } })
  await session.call('unpinMessage', { params: { seq: '1' } })
  await session.append([
    { role: 'assistant', content: '[DECISION] two rooms a day - LOCKED\n[CHECKPOINT] room 1 - COMPLETED' }, // words: ok
  ])
  for (let n = 0; n < 3; n++) {
    await session.append(talk(14, 20 + 20 * n))
    expect((await session.compress({ strategy: 'extractive' })).status).toBe('completed')
  }
  const found = Array.from({ length: 4_000 }, (_, n) => `word${n}`).join(' ')
  const call = { id: 'long', type: 'function', function: { name: 'dump', arguments: '{}' } }
  const finish = { id: 'end', type: 'function', function: { name: 'finish', arguments: '{}' } }
  await session.append([
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'long', content: found },
    { role: 'assistant', content: null, tool_calls: [finish] },
    { role: 'tool', tool_call_id: 'end', content: 'ok' },
  ])
  await session.update({ policy: { mask: { above: 0.05, keepGroups: 1 }, minGain: { tokens: 1, share: 0 } } })
  await session.append(talk(6, 90))
  await session.compress({ strategy: 'truncate' })
  await session.call('detectDrift', {
    body: {
      action: 'Deploy kubernetes_cluster with terraform_modules to eu-west-1 and rotate vault_secrets',
    },
  })
  await session.context('native', { reserve: 11000 })
  return session
}

test('[R5] every act is a line that a person can read, with the tokens before and after', async () => {
  daemon = await startDaemon({ works: true })
  const session = await busySession()
  // The log shows an event once no older transaction can still come before it.
  const { lines, cursor } = await until('the newest act', async () => {
    const log: { lines: Entry[]; cursor: string } = await session.call('readLog', {})
    return log.lines.some(({ type }) => type === 'emergency') ? log : null
  })
  const all = lines.map(({ line }) => line)
  expect(all.filter((line) => /undefined|null|NaN|Infinity|\n|\{|\[object/.test(line))).toEqual([])
  expect(all[0]).toBe('Opened for gpt-4o:7b: limit 13,600 tokens, 1,000 reserved for the reply')
  const listed = new Set(lines.map(({ type }) => type))
  const { events } = await daemon.client.call('readEvents', { query: { sessionId: session.id, limit: 500 } })
  const happened = new Set<string>(events.map(({ type }) => type))
  expect([...happened].filter((type) => !listed.has(type)).sort()).toEqual(['budget-updated', 'message-appended'])
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
  expect([...listed]).toEqual(
    expect.arrayContaining([...acts, ...more, 'level-changed', 'reliability-changed', 'session-updated']),
  )
  // One line for each compression, with what it did to the window.
  const compressed = lines.filter(({ type }) => type === 'compressed')
  expect(compressed.length).toBeGreaterThanOrEqual(3)
  expect(compressed).toHaveLength(events.filter(({ type }: { type: string }) => type === 'compressed').length)
  for (const { line, usage } of compressed) {
    expect(line).toMatch(/^Summarized \d+ messages → 1 checkpoint, saved ~\d,\d{3} tokens$/)
    expect(usage!.after).toBeLessThan(usage!.before)
  }
  expect((await session.call('readLog', { query: { after: cursor } })).lines).toEqual([])
  expect((await session.call('readLog', { query: { limit: 3 } })).lines).toEqual(lines.slice(0, 3))
  const newest: Entry[] = (await session.call('readLog', { query: { last: 20 } })).lines
  expect(newest.length).toBeGreaterThan(15)
  expect(newest).toEqual(lines.slice(-newest.length))
  expect((await session.send('readLog', { query: { last: 3, after: 0 } })).problem.errors).toMatchObject([
    { path: 'query.last' },
  ])
  const page = await session.send('readLog', { query: { format: 'markdown' } })
  const asked = await session.send('readLog', {}, { headers: { accept: 'text/markdown' } })
  expect([page.headers.get('content-type'), asked.text]).toEqual(['text/markdown; charset=utf-8', page.text])
  expect(page.text.match(/^- \d{4}-\d\d-\d\d \d\d:\d\d:\d\d · /gm)).toHaveLength(lines.length)
  expect(page.text).toMatch(/^ {2}[\d,]+ → [\d,]+ of 13,600 tokens \(\d+% → \d+%\)$/m)
})

test('[R5] the log of what is not there, or of another app, is refused', async () => {
  daemon = await startDaemon()
  const session = await daemon.openSession()
  expect((await daemon.client.send('readLog', { params: { sessionId: 'ses_none' } })).problem.code).toBe(
    'session_not_found',
  )
  expect((await session.send('readLog', { query: { after: 'not a cursor' } })).status).toBe(400)
  const { viewer } = await daemon.newApp()
  expect((await session.send('readLog', {}, { key: viewer })).status).toBe(404)
})
