import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { auditSample } from '../../src/app/context/audit-sample.js'
import type { NewEvent } from '../../src/domain/event.js'
import { createMetricsServer } from '../../src/http/metrics-server.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { ask, closeDoors, ollamaDoor, user } from '../support/door-talk.js'
import { filledSession, ended } from '../support/filled-session.js'
import { until } from '../support/until.js'

const TOKEN = 'a-token-for-metrics'
const OPS = join(import.meta.dirname, '../../ops')
let ollama: ScriptedOllama
let daemon: Daemon
beforeAll(async () => {
  ollama = await scriptedOllama()
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url, METRICS_TOKEN: TOKEN } })
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
  await closeDoors()
})

const scrape = async (from: Daemon = daemon, key?: string) =>
  (await from.call('GET', '/metrics', key === undefined ? {} : { key })).text
/** Returns the value of a series, or the sum of all series whose labels include the given ones. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}): number {
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
  const wanted = lines.filter((line) =>
    Object.entries(labels).every(([key, value]) => line.includes(`${key}="${value}"`)),
  )
  return wanted.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0)
}

test('[P11] metrics need an admin key or the token, which opens nothing else', async () => {
  const { app } = await daemon.newApp()
  expect((await daemon.call('GET', '/metrics', { key: null })).status).toBe(401)
  expect((await daemon.call('GET', '/metrics', { key: app })).status).toBe(403)
  expect((await daemon.call('GET', '/metrics', { key: TOKEN })).headers.get('content-type')).toMatch(/^text\/plain/)
  expect((await daemon.call('GET', '/v1/apps', { key: TOKEN })).status).toBe(401)
  expect((await daemon.call('POST', '/metrics', { key: TOKEN })).status).toBe(405)
  // A worker has a port of its own.
  const worker = createMetricsServer(daemon.ports.telemetry, { host: '127.0.0.1', port: 0, token: TOKEN })
  const url = `http://127.0.0.1:${(await worker.listen()).port}/metrics`
  expect((await fetch(url)).status).toBe(401)
  expect((await fetch(url, { headers: { authorization: 'Bearer wrong-token-of-ours' } })).status).toBe(401)
  const reply = await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(await reply.text()).toContain('palimpsest_store_up 1')
  await worker.close()
})

test('[P11] what happens is counted, and no label names a session or a model', async () => {
  const { app, appId } = await daemon.newApp()
  const id = await filledSession(daemon, { key: app })
  await ended(daemon, id)
  await daemon.call('GET', '/v1/sessions/ses_unknown', { key: app })
  const stop = new AbortController()
  const stream = await fetch(`${daemon.url}/v1/events`, {
    headers: { authorization: `Bearer ${app}`, accept: 'text/event-stream' },
    signal: stop.signal,
  })
  await auditSample(daemon.ports)
  const text = await scrape()
  expect(valueOf(text, 'palimpsest_appended_messages_total', { app: appId })).toBeGreaterThan(10)
  expect(valueOf(text, 'palimpsest_appended_tokens_count')).toBeGreaterThan(0)
  expect(valueOf(text, 'palimpsest_compressions_total', { result: 'completed' })).toBeGreaterThan(0)
  expect(valueOf(text, 'palimpsest_model_calls_total', { result: 'ok' })).toBe(ollama.calls)
  expect(valueOf(text, 'palimpsest_model_tokens_total', { direction: 'output' })).toBeGreaterThan(0)
  expect(valueOf(text, 'palimpsest_problems_total', { code: 'session_not_found' })).toBe(1)
  const appends = { operation: 'appendMessages', status: '2xx' }
  expect(valueOf(text, 'palimpsest_http_request_duration_seconds_count', appends)).toBeGreaterThan(0)
  expect(valueOf(text, 'palimpsest_event_streams', { kind: 'sse' })).toBe(1)
  expect(valueOf(text, 'palimpsest_sessions')).toBe(1)
  expect(valueOf(text, 'palimpsest_audit_sessions_total', { result: 'ok' })).toBe(1)
  expect(valueOf(text, 'palimpsest_audit_messages_total')).toBeGreaterThan(10)
  expect(valueOf(text, 'palimpsest_audit_sessions_total', { result: 'failed' })).toBe(0)
  expect(valueOf(text, 'palimpsest_store_up')).toBe(1)
  expect(valueOf(text, 'palimpsest_queue_up')).toBe(1)
  expect(valueOf(text, 'palimpsest_breaker_open')).toBe(0)
  expect(valueOf(text, 'palimpsest_database_bytes')).toBeGreaterThan(1_000_000)
  for (const secret of [id, app, 'qwen', 'gpt-4o']) expect(text).not.toContain(secret)
  stop.abort()
  await stream.text().catch(() => '')
  await until('the stream is closed', async () => valueOf(await scrape(), 'palimpsest_event_streams') === 0)
})

test('[P11] a turn at a door is counted by protocol and outcome', async () => {
  const { daemon: door, server } = await ollamaDoor()
  await ask(door, [user('hello')])
  expect(valueOf(await scrape(door), 'palimpsest_door_turns_total', { protocol: 'ollama', outcome: 'answered' })).toBe(
    1,
  )
  await server.close()
  await ask(door, [user('hello'), { role: 'assistant', content: 'hi' }, user('again')])
  const text = await scrape(door)
  expect(valueOf(text, 'palimpsest_door_turns_total', { protocol: 'ollama', outcome: 'answered' })).toBe(1)
  expect(valueOf(text, 'palimpsest_door_turns_total', { protocol: 'ollama' })).toBe(2)
})

test('[P11] apps beyond the first hundred share one label', async () => {
  const one = await daemon.openSession({ contextSize: '8K' })
  await one.append(talk(1))
  const event: NewEvent = { type: 'message-appended', data: { messages: [], used: 0, limit: 1, version: 1 } }
  for (let i = 0; i < 300; i++) daemon.ports.telemetry.committed(`app_${i}`, [event])
  const text = await scrape()
  const apps = text.split('\n').filter((line) => line.startsWith('palimpsest_appended_messages_total{'))
  expect(apps).toHaveLength(101)
  expect(apps.at(-1)).toContain('app="other"')
})

test('[14] every metric of the dashboard and of the alerts exists', async () => {
  const text = await scrape()
  const known = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) => {
      return type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name]
    }),
  )
  interface Dashboard {
    panels: { targets: { expr: string }[] }[]
  }
  const dashboard = JSON.parse(readFileSync(join(OPS, 'grafana/dashboard.json'), 'utf8')) as Dashboard
  const alerts = parse(readFileSync(join(OPS, 'prometheus/alerts.yml'), 'utf8')) as {
    groups: { rules: { expr: string }[] }[]
  }
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ]
  expect(expressions.length).toBeGreaterThan(40)
  const used = new Set(expressions.flatMap((text) => text.match(/\b(?:palimpsest|process|nodejs)_\w+/g) ?? []))
  expect([...used].filter((name) => !known.has(name))).toEqual([])
  // Nothing is measured that no operator sees.
  const seen = (name: string) => [...used].some((metric) => metric.startsWith(name))
  const ours = [...text.matchAll(/^# TYPE (palimpsest_\w+) /gm)].map(([, name = '']) => name)
  expect(ours.filter((name) => !seen(name))).toEqual([])
})
