import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApiText } from '../../src/http/pages/openapi.js'
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

test('[10] the reference page comes whole, without script, under a policy that lets none run', async () => {
  const page = await daemon.call('GET', '/docs', { key: null, headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.text).not.toContain('<script')
  const docs = await daemon.client.send('docs', {}, { key: null })
  for (const { id } of OPERATIONS) expect(docs.text).toContain(`id="${id}"`)
  // Outside the schemas, which are shown as JSON, names are in code font.
  expect(docs.text.replace(/<pre>[^]*?<\/pre>/g, '')).not.toContain('`')
})

test('[14] health and readiness answer without a key', async () => {
  expect(await daemon.client.call('health', {}, { key: null })).toEqual({ status: 'ok', version: VERSION })
  expect(await daemon.client.call('readiness', {}, { key: null })).toEqual({ ready: true, store: true })
  expect((await daemon.client.send('openapi', {}, { key: null })).headers.get('content-type')).toContain('yaml')
})
