import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainError } from '../../src/domain/errors.js'
import { readQuery } from '../../src/http/input/request-headers.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

const MAX_BODY_BYTES = 1_048_576
let daemon: Daemon
let messagesPath: string
beforeAll(async () => {
  daemon = await startDaemon({ http: { maxBodyBytes: MAX_BODY_BYTES } })
  messagesPath = `/v1/sessions/${(await daemon.openSession()).id}/messages`
})
afterAll(() => daemon.stop())

const post = (body: unknown, headers: Record<string, string> = {}) =>
  daemon.call('POST', messagesPath, { body, headers })

test('[13] malformed JSON is refused with the position, and so is what is no object', async () => {
  const broken = await post('{"messages": [}')
  expect(broken.status).toBe(400)
  expect(broken.headers.get('content-type')).toContain('application/problem+json')
  expect(broken.json).toMatchObject({
    code: 'invalid_request',
    status: 400,
    errors: [{ expected: 'JSON', received: expect.stringContaining('position 14') }],
  })
  expect((await post('{"messages":')).json.errors[0].received).toContain('position 12')
  expect((await post('[]')).status).toBe(400)
  // An operation whose fields are all optional reads no body as `{}`, but not `null`.
  const { appId } = await daemon.newApp()
  const { json: newKey } = await daemon.call('POST', '/v1/keys', { body: { appId, role: 'viewer' }, key: ADMIN_KEY })
  const rotate = (body: string) => daemon.call('POST', `/v1/keys/${newKey.id}/rotate`, { body, key: ADMIN_KEY })
  expect((await rotate('null')).status).toBe(400)
  expect((await rotate('{}')).status).toBe(200)
})

test('[13] unknown fields, wrong types and values name their path, what was expected and what came', async () => {
  const faults = async (path: string, body: unknown) => (await daemon.call('POST', path, { body })).json.errors
  expect(await faults('/v1/sessions', { model: 'm', hue: 'red' })).toEqual([
    { path: 'hue', expected: expect.stringMatching(/^one of "model", .*"metadata"$/), received: 'an unknown field' },
  ])
  expect(await faults('/v1/sessions', { model: 'm', policy: { watermarc: {} } })).toMatchObject([
    { path: 'policy.watermarc', expected: expect.stringContaining('"watermark"') },
  ])
  expect(await faults(messagesPath.replace('/messages', '/realign'), { action: 'x' })).toEqual([
    { path: 'action', expected: 'no fields', received: 'an unknown field' },
  ])
  const entry = { text: 'Use tabs.', sessionId: 'x'.repeat(20_000) }
  const [long] = await faults('/v1/scopes/team/entries', entry)
  expect(long).toMatchObject({ path: 'sessionId', expected: 'the id of a session' })
  expect(long.received.length).toBeLessThan(200)
  expect(await faults('/v1/sessions', { model: 7 })).toEqual([{ path: 'model', expected: 'string', received: '7' }])
  expect(await faults('/v1/sessions', { model: 'm', mode: 'SHOUTING' })).toMatchObject([
    { path: 'mode', received: '"SHOUTING"' },
  ])
  expect(
    await faults(messagesPath, {
      messages: [
        { role: 'user', content: 'x' },
        { role: 'user', content: 'x', huh: 1 },
      ],
    }),
  ).toMatchObject([{ path: expect.stringMatching(/^messages\[1\].*huh/) }])
  expect((await post({ messages: [{ role: 'user', content: 5 }] })).json.errors[0].path).toMatch(
    /^messages\[0\]\.content/,
  )
})

test('[13] an empty batch and one over 1,000 messages are refused', async () => {
  expect((await post({ messages: [] })).json.errors).toEqual([
    { path: 'messages', expected: 'at least 1 item', received: 'an array of 0' },
  ])
  const many = Array.from({ length: 1_001 }, () => ({ role: 'user', content: 'x' }))
  expect((await post({ messages: many })).status).toBe(400)
})

test('[13] an unknown or repeated query parameter is refused', async () => {
  expect((await daemon.call('GET', `${messagesPath}?frm=1`)).json.errors[0].path).toBe('frm')
  expect((await daemon.call('GET', `${messagesPath}?from=1&from=2`)).status).toBe(400)
  expect((await daemon.call('GET', `${messagesPath}?from=-1`)).json.errors[0]).toMatchObject({
    path: 'from',
    received: '"-1"',
  })
  expect((await daemon.call('GET', '/v1/sessions?after=%00')).status).toBe(400)
})

test('[13] an error says in words of the caller what was expected', async () => {
  const fault = async (method: string, path: string, body?: unknown) =>
    (await daemon.call(method, path, { body })).json.errors
  const page = 'a whole number from 1 to 1000'
  for (const received of ['-1', '1e9', 'abc', '99999999999999999999'])
    expect(await fault('GET', `${messagesPath}?limit=${received}`)).toEqual([
      { path: 'limit', expected: page, received: `"${received}"` },
    ])
  expect(await fault('GET', '/v1/events?since=yesterday')).toEqual([
    { path: 'since', expected: 'a date and time such as 2026-01-31T12:00:00Z', received: '"yesterday"' },
  ])
  expect(await fault('POST', '/v1/sessions', { model: '' })).toEqual([
    { path: 'model', expected: 'at least 1 character', received: '""' },
  ])
  expect(await fault('POST', '/v1/sessions', { model: 'm', metadata: [1] })).toEqual([
    { path: 'metadata', expected: 'object', received: 'an array of 1' },
  ])
  // Of two shapes, the one of the type that came is explained.
  expect(await fault('POST', '/v1/sessions', { model: 'm', goal: { descripton: 'x' } })).toEqual([
    { path: 'goal.description', expected: 'string', received: 'nothing' },
    { path: 'goal.descripton', expected: expect.stringContaining('"description"'), received: 'an unknown field' },
  ])
  expect(await fault('POST', '/v1/sessions', { model: 'm', goal: 5 })).toEqual([
    { path: 'goal', expected: 'string or object', received: '5' },
  ])
  const pin = await daemon.call('PUT', `${messagesPath}/abc/pin`)
  expect([pin.status, pin.json.detail]).toEqual([404, expect.stringContaining('No message "abc"')])
})

test('[13] a reserve that leaves nothing of the limit is refused with both numbers', async () => {
  const context = messagesPath.replace('messages', 'context')
  const reply = await daemon.call('GET', `${context}?reserve=13600`)
  expect([reply.status, reply.json.errors]).toEqual([
    400,
    [{ path: 'reserve', expected: 'less than the limit of 13600 tokens', received: '13600' }],
  ])
})

test('[13] a parameter that is not UTF-8 is refused by its name, in the query and in the path', async () => {
  const fault = async (path: string) => {
    const { status, headers, json } = await daemon.call('GET', path)
    expect([status, headers.get('content-type'), json.code]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
      'invalid_request',
    ])
    return json.errors
  }
  const errors = (path: string) => [{ path, expected: 'percent-encoded UTF-8', received: 'another encoding' }]
  const tail = `${messagesPath}?from=1&`
  expect(await fault(`${messagesPath}?from=%FF`)).toEqual(errors('query.from'))
  expect(await fault(`${tail}limit=1%C3`)).toEqual(errors('query.limit'))
  // A surrogate half is not UTF-8 either.
  expect(await fault(`${tail}limit=%ED%A0%80`)).toEqual(errors('query.limit'))
  expect(await fault(`${tail}%FF=1`)).toEqual(errors('query.%FF'))
  expect(await fault('/v1/sessions/%FF')).toEqual(errors('path.sessionId'))
  expect(await fault('/v1/sessions/%zz/messages')).toEqual(errors('path.sessionId'))
  expect(await fault(`${messagesPath.replace('messages', 'checkpoints')}/%FF/messages`)).toEqual(
    errors('path.checkpointId'),
  )
  expect((await daemon.call('GET', '/v1/%FF')).status).toBe(404)
})

test('[13] query names and values are decoded as forms encode them', () => {
  const url = '/?a=%e2%82%AC+%2B%20%25&b=100%&c&=d&%20e==%3D&&f=\u{fffd}'
  const raw = Buffer.from(url, 'utf8').toString('latin1')
  expect({ ...readQuery(raw) }).toEqual(Object.fromEntries(new URLSearchParams(url.slice(2))))
})

test('[13] another content type or a compressed body is 415, bytes that are no UTF-8 are 400, a byte order mark is dropped', async () => {
  expect((await post('{}', { 'content-type': 'text/plain' })).status).toBe(415)
  expect((await post('{}', { 'content-type': 'application/json; charset=latin1' })).json.code).toBe(
    'unsupported_media_type',
  )
  for (const encoding of ['gzip', 'zstd', 'none']) {
    const { status, json } = await post('{}', { 'content-encoding': encoding })
    expect([status, json.errors]).toEqual([
      415,
      [{ path: 'Content-Encoding', expected: 'none', received: JSON.stringify(encoding) }],
    ])
  }
  expect((await post('{}', { 'content-encoding': 'Identity' })).status).toBe(400)
  const send = (bytes: Buffer) => rawPost([bytes])
  expect((await send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).status).toBe(400)
  expect((await send(Buffer.from('\ufeff{"messages":[{"role":"user","content":"x"}]}'))).status).toBe(201)
})

test('[13] JSON nested deeper than 64 is refused', async () => {
  const nested = (depth: number) =>
    `{"messages":[{"role":"user","content":"x","metadata":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}]}`
  expect((await post(nested(60))).status).toBe(201)
  expect((await post(nested(61))).json.detail).toContain('nesting')
  expect((await post('['.repeat(500_000))).status).toBe(400)
})

test('[13] a body over the size is 413 before it is read whole, with its length declared or not', async () => {
  const declared = await rawPost([Buffer.alloc(10)], { 'content-length': String(MAX_BODY_BYTES + 1) }, false)
  expect(declared.status).toBe(413)
  const chunk = Buffer.alloc(65_536, 0x20)
  const endless = await rawPost(
    Array.from({ length: 20 }, () => chunk),
    {},
    false,
  )
  expect(endless.status).toBe(413)
  expect(endless.json).toMatchObject({ code: 'body_too_large', maxBytes: MAX_BODY_BYTES })
})

test('[13] unknown things are 404, unknown addresses too, other methods 405 with Allow, all as problem documents', async () => {
  expect((await daemon.call('GET', '/v1/sessions/ses_nope')).json).toMatchObject({
    code: 'session_not_found',
    status: 404,
    type: expect.any(String),
  })
  expect((await daemon.call('GET', '/v1/sessions/%00')).json.code).toBe('session_not_found')
  expect((await daemon.call('GET', '/v1/sessions/%E0%A4%A')).json.code).toBe('invalid_request')
  const session = messagesPath.replace('/messages', '')
  for (const path of [
    '/checkpoints/cp_nope',
    '/compressions/cmp_nope',
    '/offloads/off_nope',
    '/checkpoints/cp_nope/messages',
  ]) {
    expect((await daemon.call('GET', session + path)).json).toMatchObject({ code: 'not_found', status: 404 })
  }
  expect((await daemon.call('GET', '/v1/nothing')).json).toMatchObject({
    code: 'not_found',
    status: 404,
    title: expect.any(String),
  })
  const wrong = await daemon.call('PUT', '/v1/sessions')
  expect([wrong.status, wrong.headers.get('allow'), wrong.json.code]).toEqual([405, 'POST, GET', 'method_not_allowed'])
})

test('[13] an unavailable store is 503 with Retry-After, a bug is a bland 500', async () => {
  const failing = await startDaemon({
    ports: (ports) => ({
      ...ports,
      store: new Proxy(ports.store, {
        get: (store, name) => {
          if (name === 'sessions')
            return () => Promise.reject(new DomainError('store_unavailable', 'The store is unavailable.'))
          if (name === 'session') return () => Promise.reject(new Error('secret detail'))
          const member: unknown = Reflect.get(store, name, store)
          return typeof member === 'function' ? member.bind(store) : member
        },
      }),
    }),
  })
  try {
    const unavailable = await failing.call('GET', '/v1/sessions')
    expect([unavailable.status, unavailable.headers.get('retry-after'), unavailable.json.code]).toEqual([
      503,
      '2',
      'store_unavailable',
    ])
    const bug = await failing.call('GET', '/v1/sessions/ses_x')
    expect([bug.status, bug.json.code]).toEqual([500, 'internal_error'])
    expect(bug.text).not.toContain('secret')
  } finally {
    await failing.stop()
  }
})

test('[13] what cannot be a header of ours is refused, not guessed', async () => {
  const body = { messages: [{ role: 'user', content: 'x' }] }
  expect((await post(body, { 'if-match': 'yesterday' })).json.errors[0].path).toBe('If-Match')
  expect((await post(body, { 'idempotency-key': 'with a space' })).json.errors[0].path).toBe('Idempotency-Key')
})

/** A POST whose pieces are sent as they are; `ends: false` leaves the body open, as a caller does who has more to say. */
function rawPost(
  pieces: Buffer[],
  headers: Record<string, string> = {},
  ends = true,
): Promise<{ status: number; json: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const call = request(daemon.url + messagesPath, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_KEY}`, 'content-type': 'application/json', ...headers },
    })
    call.on('error', reject)
    call.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, json: JSON.parse(Buffer.concat(chunks).toString()) })
        call.off('error', reject).on('error', () => {})
        call.destroy()
      })
    })
    for (const piece of pieces) call.write(piece)
    if (ends) call.end()
  })
}
