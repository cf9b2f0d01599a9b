import { mkdtemp, rm } from 'node:fs/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtDashboardFolder } from '../support/browser.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => void (daemon = await startDaemon()))
afterAll(() => daemon.stop())

const HTML = { accept: 'text/html,*/*' }
const pageOf = async () => (await daemon.call('GET', '/', { key: null, headers: HTML })).text
const assetsOf = (page: string) => [...page.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, path]) => path!)

test('[10] the page at / is never cached, its assets forever, and both come without a key under a strict policy', async () => {
  const page = await daemon.call('GET', '/', { key: null, headers: HTML })
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  const assets = assetsOf(page.text)
  expect(assets.map((path) => path.split('.').at(-1)).toSorted()).toEqual(['css', 'js', 'svg'])
  for (const path of assets) {
    const asset = await daemon.call('GET', path, { key: null })
    expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(asset.headers.get('x-content-type-options')).toBe('nosniff')
  }
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  // An inline script, style or handler would be blocked; an absolute address would break behind a path prefix.
  expect(page.text).not.toMatch(/<script(?![^>]* src="\.\/)|<style|\son\w+=|(?:src|href)="\/|style="/)
})

test('[10] HEAD has the headers of GET and no body; both can be compressed', async () => {
  const plain = await raw('GET', '/', { accept: 'text/html' })
  const head = await raw('HEAD', '/', { accept: 'text/html' })
  expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([200, 0, `${plain.bytes.length}`])
  const script = assetsOf(await pageOf()).find((path) => path.endsWith('.js'))!
  const gzipped = await raw('GET', script, { 'accept-encoding': 'gzip' })
  expect([gzipped.headers['content-encoding'], gzipped.bytes.length]).toEqual([
    'gzip',
    Number(gzipped.headers['content-length']),
  ])
  expect(gzipped.bytes.length).toBeLessThan((await raw('GET', script, {})).bytes.length / 2)
})

test('[13] paths outside the files answer 404, however they are written; the API keeps its own routes', async () => {
  for (const path of [
    '/assets/',
    '/assets/none.js',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/....//index.html',
    '/assets/index.html%00.js',
    '/index.html/',
    '/src/main.tsx',
  ])
    expect([path, (await raw('GET', path, { accept: 'text/html' })).status]).toEqual([
      path,
      expect.toBeOneOf([400, 404]),
    ])
  expect((await raw('POST', assetsOf(await pageOf())[0]!, {})).status).toBe(404)
  expect((await daemon.call('GET', '/', { key: null })).json).toMatchObject({ name: 'palimpsest' })
  expect((await daemon.call('GET', '/healthz', { key: null, headers: HTML })).json).toMatchObject({ status: 'ok' })
})

test('[10] without a built dashboard, / is the page with links, and the sources are not served', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'palimpsest-dashboard-'))
  for (const dashboardFolder of [empty, join(import.meta.dirname, '../../dashboard')]) {
    const other = await startDaemon({ http: { dashboardFolder } })
    const page = await other.call('GET', '/', { key: null, headers: HTML })
    expect([page.status, page.text.includes('API reference'), page.text.includes('<script')]).toEqual([
      200,
      true,
      false,
    ])
    await other.stop()
  }
  await rm(empty, { recursive: true })
})

test('[10] everything the dashboard loads is at most 120 KB compressed', () => {
  const names = readdirSync(builtDashboardFolder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  )
  const bytes = names.map((name) => gzipSync(readFileSync(join(builtDashboardFolder, name))).length)
  expect(names.length).toBeGreaterThan(3)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(120 * 1_024)
})

/** Sends a path exactly as written: `fetch` would resolve its dots. */
function raw(method: string, path: string, headers: Record<string, string>) {
  const { hostname, port } = new URL(daemon.url)
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers }, async (response) => {
      const pieces: Buffer[] = []
      for await (const piece of response) pieces.push(piece as Buffer)
      resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(pieces) })
    })
    sent.on('error', reject)
    sent.end()
  })
}
