import { AsyncLocalStorage } from 'node:async_hooks'
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  trace,
  type Context,
  type ContextManager,
} from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scriptedOllama, type ScriptedOllama } from '../../testing/scripted-ollama.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { chatter } from '../support/chatter.js'
import { ended, filledSession } from '../support/filled-session.js'
import { until } from '../support/until.js'

/** The context manager and the propagator that an SDK brings. */
class Contexts implements ContextManager {
  private readonly storage = new AsyncLocalStorage<Context>()
  active = () => this.storage.getStore() ?? ROOT_CONTEXT
  with: ContextManager['with'] = (given, work, self, ...values) =>
    this.storage.run(given, () => work.apply(self as never, values))
  bind: ContextManager['bind'] = (_, target) => target
  enable = () => this
  disable = () => this
}
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const PARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`

const exporter = new InMemorySpanExporter()
let ollama: ScriptedOllama
let daemon: Daemon
beforeAll(async () => {
  context.setGlobalContextManager(new Contexts())
  propagation.setGlobalPropagator({
    fields: () => ['traceparent'],
    inject: () => {},
    extract: (given, carrier) => {
      const [, traceId, spanId] = String((carrier as { traceparent?: string }).traceparent ?? '').split('-')
      return traceId && spanId ? trace.setSpanContext(given, { traceId, spanId, traceFlags: 1, isRemote: true }) : given
    },
  })
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  ollama = await scriptedOllama()
  daemon = await startDaemon({ works: true, env: { OLLAMA_HOST: ollama.url } })
})
afterAll(async () => {
  await daemon.stop()
  await ollama.close()
  trace.disable()
  context.disable()
  propagation.disable()
})

const spansNamed = (name: string): ReadableSpan[] => exporter.getFinishedSpans().filter((span) => span.name === name)

test('[P6] a request, its append, the compression and its model call are spans with figures and no content', async () => {
  const { app, appId } = await daemon.newApp()
  const id = await filledSession(daemon, { key: app })
  await ended(daemon, id)
  const compression = await until('the span of the compression', async () => spansNamed('palimpsest.compression')[0])
  expect(compression.attributes).toMatchObject({ 'gen_ai.conversation.id': id })
  const chats = exporter.getFinishedSpans().filter(({ name }) => name.startsWith('chat '))
  expect(chats).toHaveLength(ollama.calls)
  const [chat] = chats
  expect(chat!.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'ollama',
    'server.address': new URL(ollama.url).host,
  })
  expect(chat!.name).toBe(`chat ${String(chat!.attributes['gen_ai.request.model'])}`)
  expect(chat!.attributes['gen_ai.usage.input_tokens']).toBeGreaterThan(0)
  expect(chat!.attributes['gen_ai.usage.output_tokens']).toBeGreaterThan(0)
  expect(chat!.parentSpanContext?.spanId).toBe(compression.spanContext().spanId)

  const append = spansNamed('palimpsest.append').at(-1)!
  expect(append.attributes).toMatchObject({ 'palimpsest.app.id': appId, 'gen_ai.conversation.id': id })
  const request = await until('the span of the request', async () => {
    return spansNamed('POST /v1/sessions/{sessionId}/messages').at(-1)
  })
  expect(append.parentSpanContext?.spanId).toBe(request.spanContext().spanId)
  expect(request.attributes).toMatchObject({
    'palimpsest.operation': 'appendMessages',
    'http.request.method': 'POST',
    'http.response.status_code': 201,
  })
  for (const { attributes, events } of exporter.getFinishedSpans()) {
    expect(events).toEqual([])
    expect(JSON.stringify(attributes)).not.toMatch(/part of the plan|gone over it/)
  }
})

test('[P6] a request continues the trace of its client and returns an id that its log lines name', async () => {
  const get = (headers: Record<string, string>) => daemon.call('GET', '/healthz', { headers, key: null })
  expect((await get({ 'x-request-id': 'mine-1' })).headers.get('x-request-id')).toBe('mine-1')
  expect((await get({ traceparent: PARENT })).headers.get('x-request-id')).toBe(TRACE_ID)
  const made = (await get({})).headers.get('x-request-id')
  expect(made).toMatch(/^[\da-f]{32}$/)
  const odd = await get({ 'x-request-id': 'x'.repeat(500) })
  expect(odd.headers.get('x-request-id')).toMatch(/^[\da-f]{32}$/)
  const span = await until('the span of the trace', async () => {
    return spansNamed('GET /healthz').find((one) => one.spanContext().traceId === TRACE_ID)
  })
  expect(span.attributes['palimpsest.request.id']).toBe(TRACE_ID)

  const failing = await startDaemon({
    ports: (ports) => ({
      ...ports,
      store: { ...ports.store, records: () => Promise.reject(new Error('the store fails in a test')) },
    }),
  })
  try {
    const session = await failing.openSession()
    const headers = { 'x-request-id': 'the-failing-one' }
    const reply = await failing.call('GET', `/v1/sessions/${session.id}/context`, { headers })
    expect(reply.status).toBe(500)
    const line = failing.logged().find((text) => text.includes('request failed'))!
    expect(JSON.parse(line)).toMatchObject({ requestId: 'the-failing-one', sessionId: session.id })
  } finally {
    await failing.stop()
  }
})

test('[C7] the span of a compression links to the request that caused it, and both name its id', async () => {
  const { app } = await daemon.newApp()
  const id = await filledSession(daemon, { key: app, turns: 1 })
  // It makes the compression pending, and those after it do not.
  const headers = { 'x-request-id': 'the-append-that-filled', traceparent: PARENT }
  const body = { messages: chatter(22, 1) }
  expect((await daemon.call('POST', `/v1/sessions/${id}/messages`, { key: app, headers, body })).status).toBe(201)
  await daemon.call('POST', `/v1/sessions/${id}/messages`, { key: app, body: { messages: chatter(1, 23) } })
  const compressions = await ended(daemon, id)
  expect(compressions.length).toBeGreaterThan(0)
  const spans = await until('the spans of the compressions', async () => {
    const found = spansNamed('palimpsest.compression').filter((one) => one.attributes['gen_ai.conversation.id'] === id)
    return found.length >= compressions.length ? found : null
  })
  const request = exporter
    .getFinishedSpans()
    .find((one) => one.attributes['palimpsest.request.id'] === 'the-append-that-filled' && one.kind === SpanKind.SERVER)
  for (const span of spans) {
    expect(span.attributes['palimpsest.request.id']).toBe('the-append-that-filled')
    expect(span.links.map(({ context: to }) => [to.traceId, to.spanId])).toEqual([
      [TRACE_ID, request!.spanContext().spanId],
    ])
    // Work of its own, which may begin long after the request has ended.
    expect(span.spanContext().traceId).not.toBe(TRACE_ID)
  }
})
