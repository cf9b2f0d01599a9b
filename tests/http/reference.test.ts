import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXAMPLE_BODIES, EXAMPLE_QUERIES } from '../../src/http/pages/docs-examples.js'
import { hasBody, openApiText } from '../../src/http/pages/openapi.js'
import type { Operation } from '../../src/http/operation.js'
import { OPERATIONS } from '../../src/http/operations/index.js'
import { VERSION } from '../../src/version.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

const file = join(import.meta.dirname, '..', '..', 'openapi.yaml')

test('[10] openapi.yaml is what the table of operations says (run npm run openapi)', async () => {
  expect(readFileSync(file, 'utf8')).toBe(await openApiText(OPERATIONS, VERSION))
})

test('[10] every reference in openapi.yaml leads somewhere, and every operation is named once', () => {
  const text = readFileSync(file, 'utf8')
  const document = parse(text)
  for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
    expect(document.components.schemas).toHaveProperty(name!)
  const ids = OPERATIONS.map((operation) => operation.id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('[10] openapi.yaml means the same to readers that know YAML 1.1 only', () => {
  const text = readFileSync(file, 'utf8')
  expect(parse(text, { version: '1.1' })).toEqual(parse(text))
})

test('[10] replies have the shape the table promises', async () => {
  const { id } = await daemon.openSession({ systemPrompt: 's', tools: [{ type: 'function' }] })
  await daemon.client.send('appendMessages', {
    params: { sessionId: id },
    body: { messages: [{ role: 'user', content: 'hi' }] },
  })
  await daemon.client.send('requestCompression', { params: { sessionId: id }, body: { strategy: 'extractive' } })
  const { compressions } = await daemon.client.call('listCompressions', { params: { sessionId: id } })
  const { keys } = await daemon.client.call('listKeys')
  expect([compressions.length, Array.isArray(keys)]).toEqual([1, true])
  const operations: readonly Operation[] = OPERATIONS
  const reading = operations.filter(
    ({ method, replies }) =>
      method === 'get' && (replies[200]?.contentType ?? 'application/json') === 'application/json',
  )
  for (const { path, replies } of reading) {
    const address = path.replace('{sessionId}', id).replace('{compressionId}', compressions[0]!.id)
    if (address.includes('{')) continue
    const reply = await daemon.call('GET', path === '/v1/search' ? `${address}?q=hi` : address)
    expect([address, reply.status]).toEqual([address, 200])
    const read = replies[200]!.schema!.safeParse(reply.json)
    expect([address, read.error?.issues ?? []]).toEqual([address, []])
  }
})

test('[10] the reference page comes whole, under a policy that lets only its own script and style run', async () => {
  const page = await daemon.call('GET', '/docs', { key: null, headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`
  for (const [tag, directive] of [
    ['script', 'script-src'],
    ['style', 'style-src'],
  ]) {
    const texts = [...page.text.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text]) => text!)
    expect(texts).toHaveLength(1)
    expect(policy).toContain(`${directive} ${hashOf(texts[0]!)};`)
  }
  expect(page.text).not.toMatch(/<(?:link|img|iframe)\b|\bon\w+=|\bsrc=/)
  for (const { id } of OPERATIONS) expect(page.text).toContain(`id="${id}"`)
  // Every link leads to a place on the page, and names are in code font.
  const ids = new Set([...page.text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  for (const [, target] of page.text.matchAll(/href="#([^"]+)"/g)) expect(ids, target).toContain(target)
  expect(page.text.replace(/<pre[^]*?<\/pre>|<script>[^]*?<\/script>|data-find="[^"]*"/g, '')).not.toContain('`')
})

test('[10] every operation has an example that its own rules accept, and no example is of another operation', () => {
  const operations: readonly Operation[] = OPERATIONS
  const withBody = operations.filter((one) => hasBody(one) && one.upload === undefined)
  const needed = withBody.filter(({ body }) => !body.safeParse({}).success).map(({ id }) => id)
  expect(Object.keys(EXAMPLE_BODIES)).toEqual(expect.arrayContaining(needed))
  for (const [id, example] of Object.entries(EXAMPLE_BODIES)) {
    const operation = withBody.find((one) => one.id === id)
    expect([id, operation?.body.safeParse(example).error?.issues ?? []]).toEqual([id, []])
    expect(operation, id).toBeDefined()
  }
  const ids = operations.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(Object.keys(EXAMPLE_QUERIES)))
  for (const operation of operations) {
    const query = Object.fromEntries(new URLSearchParams(EXAMPLE_QUERIES[operation.id] ?? ''))
    expect([operation.id, operation.query.safeParse(query).error?.issues ?? []]).toEqual([operation.id, []])
  }
})

test('[14] health and readiness answer without a key', async () => {
  expect(await daemon.client.call('health', {}, { key: null })).toEqual({ status: 'ok', version: VERSION })
  expect(await daemon.client.call('readiness', {}, { key: null })).toEqual({ ready: true, store: true })
  expect((await daemon.client.send('openapi', {}, { key: null })).headers.get('content-type')).toContain('yaml')
})
