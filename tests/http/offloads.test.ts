import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Format, Json } from '../../src/domain/message.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { TestSession } from '../support/session.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

const path = (id: string, rest: string) => `/v1/sessions/${id}/${rest}`
const append = (session: TestSession, messages: Json[], format: Format = 'native') =>
  session.send('appendMessages', { body: { format, messages } })
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A question, a call and its result; the result is offloaded. */
async function offloaded(content: Json, name = 'fetch'): Promise<{ session: TestSession; offload: string }> {
  const session = await daemon.openSession({ contextSize: '8K' })
  const messages: Json[] = [
    { role: 'user', content: 'look' },
    { role: 'assistant', parts: [{ type: 'tool_call', callId: 'c1', name, args: { at: 'x' } }] },
    { role: 'tool', parts: [{ type: 'tool_result', callId: 'c1', content }] },
  ]
  expect((await append(session, messages)).status).toBe(201)
  const [made] = await session.offloads()
  return { session, offload: made!.id }
}

const LINES = Array.from({ length: 900 }, (_, line) => `line ${line + 1}: 値 ${line * 7} 🙂\n`)
const TEXT = LINES.join('')
const PNG = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 31) % 256))
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const image = (mediaType: string, bytes: Buffer | string) => {
  return {
    type: 'image',
    source: { type: 'base64', media_type: mediaType, data: Buffer.from(bytes).toString('base64') },
  }
}

test.each(['characters', 'bytes', 'lines'] as const)(
  '[D1] [P8] read by %s the original comes back exactly, with its sizes and hash',
  async (unit) => {
    const { session, offload } = await offloaded(TEXT)
    const size = { characters: TEXT.length, bytes: Buffer.byteLength(TEXT), lines: 900 }
    let read = ''
    for (let next: number | null = unit === 'lines' ? 1 : 0; next !== null;) {
      const part: { offset: number; length: number; content: string; nextOffset: number | null } = await session.call(
        'readOffload',
        { params: { offloadId: offload }, query: { unit, offset: next, limit: 333 } },
      )
      expect(part).toMatchObject({
        unit,
        total: size[unit as keyof typeof size],
        size,
        sha256: sha256(TEXT),
        contentKind: 'text',
        offset: next,
      })
      expect(part.nextOffset ?? next + part.length).toBe(next + part.length)
      read += part.content
      next = part.nextOffset
    }
    expect(read).toBe(TEXT)
  },
)

test('[D1] the list of offloads has sizes and hash, and so does the reference in the context', async () => {
  const { session, offload } = await offloaded(TEXT)
  const [listed] = await session.offloads()
  const size = { characters: TEXT.length, bytes: Buffer.byteLength(TEXT), lines: 900 }
  expect(listed).toMatchObject({ id: offload, toolName: 'fetch', size, sha256: sha256(TEXT) })
  const { messages } = await session.context()
  const reference: string = messages.at(-1).parts[0].content
  expect(reference).toBe(listed!.placeholder)
  for (const said of [
    'fetch',
    offload,
    '900 lines',
    `${size.bytes} bytes`,
    sha256(TEXT).slice(0, 12),
    LINES[9]!.trim(),
  ])
    expect(reference).toContain(said)
  expect(reference).toContain(`saves ${listed!.tokensBefore - listed!.tokensAfter} of ${listed!.tokensBefore} tokens`)
})

test('[D1] unless said, 20,000 characters or 200 lines come; a line number 0 and an unknown unit are refused', async () => {
  const { session, offload } = await offloaded(TEXT.repeat(2))
  expect((await session.call('readOffload', { params: { offloadId: offload } })).length).toBe(20_000)
  expect(await session.call('readOffload', { params: { offloadId: offload }, query: { unit: 'lines' } })).toMatchObject(
    { offset: 1, length: 200, nextOffset: 201 },
  )
  expect(
    await session.call('readOffload', { params: { offloadId: offload }, query: { unit: 'lines', offset: 1801 } }),
  ).toMatchObject({
    content: '',
    length: 0,
    nextOffset: null,
  })
  for (const [query, field] of [
    ['unit=lines&offset=0', 'offset'],
    ['unit=words', 'unit'],
    ['limit=0', 'limit'],
    ['as=html', 'as'],
  ]) {
    const refused = await daemon.call('GET', path(session.id, `offloads/${offload}?${query}`))
    expect([query, refused.status, refused.json.errors[0].path]).toEqual([query, 400, field])
  }
})

test('[D1] a search returns place, line and surroundings, and goes on where it stopped', async () => {
  const { session, offload } = await offloaded(TEXT)
  const first = await session.call('searchOffload', {
    params: { offloadId: offload },
    query: { q: 'LINE 70', limit: 4 },
  })
  expect(first.matches.map(({ line }) => line)).toEqual([70, 700, 701, 702])
  expect(first.more).toBe(true)
  const rest = await session.call('searchOffload', {
    params: { offloadId: offload },
    query: { q: 'line 70', offset: first.nextOffset! },
  })
  expect(rest).toMatchObject({
    more: false,
    nextOffset: null,
    matches: [{ line: 703 }, { line: 704 }, { line: 705 }, { line: 706 }, { line: 707 }, { line: 708 }, { line: 709 }],
  })
  expect(rest.matches[0]!.offset).toBe(TEXT.indexOf('line 703:'))
  expect((await session.call('searchOffload', { params: { offloadId: offload }, query: { q: '.*' } })).matches).toEqual(
    [],
  )
})

test('[D1] [P8] pictures in a result: a line for each, their exact blocks as JSON, their bytes as a download that nothing runs', async () => {
  const blocks = [{ type: 'text', text: 'the page' }, image('image/png', PNG), image('image/svg+xml', SVG)]
  const { session, offload } = await offloaded(blocks, 'screenshot')
  const read = await session.call('readOffload', { params: { offloadId: offload } })
  expect(read.content).toBe(
    `the page\n[image 1: image/png of 5000 bytes, sha256 ${sha256(PNG).slice(0, 12)}]\n[image 2: image/svg+xml of ${SVG.length} bytes, sha256 ${sha256(SVG).slice(0, 12)}]`,
  )
  expect(read.media).toMatchObject([
    { number: 1, kind: 'image', mediaType: 'image/png', bytes: 5_000, sha256: sha256(PNG) },
    { number: 2 },
  ])
  const exact = await session.call('readOffload', {
    params: { offloadId: offload },
    query: { as: 'json', limit: 1000000 },
  })
  expect([exact.contentKind, JSON.parse(exact.content)]).toEqual(['json', blocks])
  const [listed] = await session.offloads()
  expect(listed!.placeholder).toContain('image/png of 5000 bytes, image/svg+xml')

  const key = { authorization: `Bearer ${(await daemon.newApp()).viewer}` }
  const address = `${daemon.url}${path(session.id, `offloads/${offload}/media/`)}`
  expect((await fetch(`${address}1`, { headers: key })).status).toBe(404)
  const picture = await download(`${address}1`)
  expect(picture.bytes).toEqual(PNG)
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': `attachment; filename="${offload}-1.png"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const drawing = await download(`${address}2`)
  expect(drawing.bytes.toString()).toBe(SVG)
  expect(drawing.headers['content-type']).toBe('application/octet-stream')
  expect((await session.send('readOffloadedMedium', { params: { offloadId: offload, number: '3' } })).status).toBe(404)
})

test('[D1] [P4] pictures in a human message are never offloaded, not even beside a result that is', async () => {
  const session = await daemon.openSession({ contextSize: '8K', policy: { overflow: 'reject' } })
  const mine = image('image/png', PNG)
  const result = {
    type: 'tool_result',
    tool_use_id: 't1',
    content: [{ type: 'text', text: 'a row, '.repeat(2_500) }, image('image/png', PNG)],
  }
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'see' }, mine] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'look', input: {} }] },
    { role: 'user', content: [result, { type: 'text', text: 'and this' }, mine] },
  ]
  expect((await append(session, messages, 'anthropic')).status).toBe(201)
  const context = await session.context('anthropic')
  expect(context.messages[0]).toEqual(messages[0])
  const [shown, ...words] = context.messages[2].content
  expect(shown).toMatchObject({ type: 'tool_result', tool_use_id: 't1' })
  expect(shown.content).toContain('image/png of 5000 bytes')
  expect(words).toEqual([{ type: 'text', text: 'and this' }, mine])
  expect(await session.offloads()).toHaveLength(1)
})

const DATA = PNG.toString('base64')
const LONG = 'a row of the table, '.repeat(900)
const IN_FORMATS: [Format, Json[]][] = [
  [
    'native',
    [
      { role: 'user', content: 'look' },
      { role: 'assistant', parts: [{ type: 'tool_call', callId: 'c1', name: 'look', args: {} }] },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool_result',
            callId: 'c1',
            content: [
              { type: 'text', text: LONG },
              { type: 'image', mediaType: 'image/png', data: DATA },
            ],
          },
        ],
      },
    ],
  ],
  [
    'openai',
    [
      { role: 'user', content: 'look' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      },
      {
        role: 'tool',
        tool_call_id: 'c1',
        content: [
          { type: 'text', text: LONG },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${DATA}` } },
        ],
      },
    ],
  ],
  [
    'ollama',
    [
      { role: 'user', content: 'look' },
      { role: 'assistant', content: '', tool_calls: [{ function: { name: 'look', arguments: {} } }] },
      { role: 'tool', tool_name: 'look', content: LONG, images: [DATA] },
    ],
  ],
]

test.each(IN_FORMATS)(
  '[D1] a picture in a result leaves the context with it and comes back, in the format %s',
  async (format, messages) => {
    const session = await daemon.openSession({ contextSize: '8K' })
    // The chat completions API takes only text in results, but logs of compatible servers hold pictures.
    if (format === 'openai') expect((await append(session, messages, format)).status).toBe(400)
    const query = format === 'openai' ? ({ validation: 'lenient' } as const) : {}
    expect((await session.send('appendMessages', { query, body: { format, messages } })).status).toBe(201)
    const shown = await session.context(format)
    expect(JSON.stringify(shown.messages)).not.toContain(DATA.slice(0, 100))
    expect(JSON.stringify(shown.messages.at(-1))).toContain('image/png of 5000 bytes')
    const { id: offload } = (await session.offloads())[0]!
    expect((await session.call('readOffload', { params: { offloadId: offload } })).content).toContain(
      `${LONG}\n[image 1: image/png of 5000 bytes`,
    )
    expect((await download(`${daemon.url}${path(session.id, `offloads/${offload}/media/1`)}`)).bytes).toEqual(PNG)
  },
)

async function download(address: string): Promise<{ bytes: Buffer; headers: Record<string, string> }> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${ADMIN_KEY}` } })
  expect(response.status).toBe(200)
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: Object.fromEntries(response.headers) }
}
