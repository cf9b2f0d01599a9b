import { createServer, request, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closePages, hasChromium, openDashboard, axeFaults, sharedChromium, untilLive } from '../support/browser.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon } from '../support/daemon.js'
import { migratedDatabase } from '../support/database.js'
import { freePort } from '../support/port.js'

describe.skipIf(!hasChromium)('a dashboard far from its daemon', () => {
  let browser: Browser
  beforeAll(async () => void (browser = await sharedChromium()))
  afterAll(() => closePages(browser))

  const pointsOf = async (page: Page) =>
    Number(await page.getByRole('slider', { name: 'Budget over time' }).getAttribute('aria-valuemax'))

  test('[P10] a lost daemon shows as a banner; when it is back, chart and feed continue without a gap', async () => {
    const database = await migratedDatabase()
    const env = { DATABASE_URL: database.url, PORT: String(await freePort()) }
    let daemon = await startDaemon({ env })
    const session = await daemon.openSession({ externalId: 'surviving' })
    await session.append(talk(4))
    const chart = await openDashboard(browser, daemon.url)
    await untilLive(chart.page)
    await chart.page.evaluate(`location.hash = '#/sessions/${session.id}/budget'`)
    await expect.poll(() => pointsOf(chart.page)).toBeGreaterThan(0)
    const feed = await openDashboard(browser, daemon.url)
    await feed.page.getByRole('link', { name: 'Events' }).click()
    await feed.page.getByText('Up to date').waitFor()
    await session.append(talk(1, 20))
    await expect.poll(() => feed.page.locator('.event-row .what').count()).toBeGreaterThan(0)
    await daemon.stop()
    for (const { page } of [chart, feed]) {
      await page.getByText('Connection lost.').waitFor()
      expect(await axeFaults(page)).toEqual([])
    }
    await feed.page.getByRole('status').filter({ hasText: 'Reconnecting' }).first().waitFor()
    expect(await pointsOf(chart.page)).toBeGreaterThan(0)
    daemon = await startDaemon({ env })
    session.moveTo(daemon.client)
    for (let from = 30; from < 34; from++) await session.append(talk(2, from))
    for (const { page } of [chart, feed]) {
      await untilLive(page)
      expect(await page.getByText('Connection lost.').count()).toBe(0)
    }
    interface Logged {
      type: string
    }
    const query = { sessionId: session.id, limit: 500 }
    const events = (await daemon.client.call('readEvents', { query })).events as Logged[]
    const points = events.filter(({ type }) => type === 'budget-updated').length
    await expect.poll(() => pointsOf(chart.page)).toBe(points)
    const types = events.map(({ type }) => type).toReversed()
    const shown = () => feed.page.locator('.event-row .what').allInnerTexts()
    // The feed began after the first append, so it has the newest events of the log.
    const newest = types.indexOf('session-created') - 1
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(8)
    expect(types.slice(0, newest)).toEqual(expect.arrayContaining(await shown()))
    expect(types.slice(0, (await shown()).length)).toEqual(await shown())
    for (const { page } of [chart, feed]) await page.context().close()
    await daemon.stop()
    await database.drop()
  })

  test('[10] below a path prefix of a proxy, everything works: assets, calls and the event stream', async () => {
    const daemon = await startDaemon()
    const proxy = await prefixProxy(daemon.url, '/x')
    const session = await daemon.openSession({ externalId: 'behind a proxy' })
    const { page, faults } = await openDashboard(browser, `${proxy.url}/x`)
    await untilLive(page)
    await page.getByRole('link', { name: 'behind a proxy' }).click()
    await page.getByRole('link', { name: 'Budget' }).click()
    await page.getByText('Nothing recorded yet.').waitFor()
    await session.append(talk(2))
    await expect.poll(() => pointsOf(page)).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Events' }).click()
    await page.getByRole('button', { name: 'Replay from the beginning' }).click()
    await page.getByRole('button', { name: 'session-created' }).waitFor()
    await page.getByRole('link', { name: 'Health' }).click()
    await page.getByText('0 lost of').waitFor()
    expect(new URL(page.url()).pathname).toBe('/x/')
    expect(proxy.outside).toEqual([])
    expect(faults).toEqual([])
    await page.context().close()
    await proxy.close()
    await daemon.stop()
  })
})

/** Serves a daemon below a prefix, WebSockets included. `outside` lists requests beside the prefix. */
async function prefixProxy(target: string, prefix: string) {
  const { hostname, port } = new URL(target)
  const outside: string[] = []
  const sockets = new Set<Socket>()
  const ahead = (url: string) => (url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : null)
  const server: Server = createServer((received, response) => {
    const path = ahead(received.url!)
    if (path === null) {
      if (received.url !== prefix && received.url !== '/favicon.ico') outside.push(received.url!)
      return void response.writeHead(302, { location: `${prefix}/` }).end()
    }
    const { method, headers } = received
    const sent = request({ hostname, port, path, method, headers: { ...headers, host: `${hostname}:${port}` } })
    sent.on('response', (reply) => reply.pipe(response.writeHead(reply.statusCode!, reply.headers)))
    sent.on('error', () => response.destroy())
    received.pipe(sent)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (received, socket, head) => {
    const headers = { ...received.headers, host: `${hostname}:${port}`, origin: target }
    const sent = request({ hostname, port, path: ahead(received.url!) ?? '/', headers })
    sent.on('upgrade', (reply, other, first) => {
      const lines = Object.entries(reply.headers).map(([name, value]) => `${name}: ${String(value)}`)
      socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'))
      socket.write(first)
      other.write(head)
      socket.on('error', () => other.destroy())
      other.on('error', () => socket.destroy())
      other.pipe(socket).pipe(other)
    })
    sent.on('error', () => socket.destroy())
    sent.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    outside,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
