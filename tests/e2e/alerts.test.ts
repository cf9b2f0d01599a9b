import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isPrivate } from '../../src/alerts/private-address.js'
import { openWebhook } from '../../src/alerts/webhook.js'
import { sendAlerts } from '../../src/app/alerts/send-alerts.js'
import type { AlertSender } from '../../src/ports/event-port.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { until } from '../support/until.js'

interface Received {
  body: string
  signature: string | undefined
}

/** The receiver that an operator runs: a real server, which answers as the test says. */
class Receiver {
  readonly received: Received[] = []
  status = 204
  private readonly server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString('utf8')))
    request.on('end', () => {
      const signature = request.headers['x-palimpsest-signature']
      this.received.push({ body, signature: typeof signature === 'string' ? signature : undefined })
      response.writeHead(this.status, { location: 'http://169.254.169.254/' }).end()
    })
  })
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook?token=secret-of-the-url`
  }
  stop(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }
}

let [receiver, url, daemon]: [Receiver, string, Daemon] = [undefined!, undefined!, undefined!]
const KEY = 'key-of-the-receiver'
beforeEach(async () => {
  receiver = new Receiver()
  url = await receiver.start()
})
afterEach(async () => {
  await daemon?.stop()
  await receiver.stop()
})

/** A session that nothing can make shorter: one that is full of words of a person. */
async function stuckSession() {
  const session = await daemon.openSession({ contextSize: '2K', externalId: 'full' })
  for (let number = 0; number < 12; number++) {
    const words = Array.from({ length: 60 }, (_, at) => `word${number}x${at}`).join(' ')
    const reply = await daemon.call('POST', `/v1/sessions/${session.id}/messages`, {
      body: { format: 'openai', messages: [{ role: 'user', content: words }] },
    })
    if (reply.status !== 201) break
  }
  await session.compress({ strategy: 'extractive', waitMs: 30_000 })
  await session.eventsOf('compression-stuck')
  return session
}
const report = async () => (await daemon.call('GET', '/v1/alerts')).json

test('[13] a stuck session reaches the webhook by itself, once and signed; the state is visible', async () => {
  daemon = await startDaemon({
    works: true,
    env: { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_KEY: KEY, ALERT_WEBHOOK_PRIVATE: 'on' },
  })
  // The first run starts from what is new.
  await until('the first run', async () => ((await daemon.ports.store.upkeepCursor('alerts')) === null ? null : true))
  expect(await report()).toMatchObject({ host: new URL(url).host, delivered: 0, lost: 0, failing: null })
  const session = await stuckSession()
  await until('an alert', () => Promise.resolve(receiver.received.length > 0 ? true : null), 120_000)
  const [{ body, signature }] = receiver.received as [Received]
  expect(signature).toBe(`sha256=${createHmac('sha256', KEY).update(body).digest('hex')}`)
  const alert = JSON.parse(body)
  expect(alert).toMatchObject({ type: 'compression-stuck', sessionId: session.id, appId: 'default' })
  expect(alert.text).toContain(session.id)
  expect(body).not.toContain('word1x1')
  await until('the state', async () => ((await report()).delivered > 0 ? true : null))
  expect(daemon.logged().join('\n')).not.toContain('secret-of-the-url')
})

test('[13] an alert that is refused is tried again with longer waits, in order, and counted as lost at the end', async () => {
  daemon = await startDaemon({ works: true })
  let now = Date.now()
  const clock = { ...daemon.ports.clock, now: () => new Date(now) }
  const alerts = openWebhook({ url, key: null, allowsPrivate: true })
  const run = () => sendAlerts({ ...daemon.ports, clock, alerts })
  await run()
  await stuckSession()
  receiver.status = 503
  await run()
  expect(await report()).toMatchObject({ delivered: 0, failing: { tries: 1, fault: expect.stringContaining('503') } })
  await run()
  // Before its time, nothing is sent.
  expect(receiver.received).toHaveLength(1)
  now += 10_000
  await run()
  expect((await report()).failing.tries).toBe(2)
  const waits = new Set<number>()
  for (let tries = 0; tries < 40 && (await report()).lost === 0; tries++) {
    const { failing } = await report()
    waits.add(Date.parse(failing.nextTryAt) - now)
    now = Date.parse(failing.nextTryAt)
    await run()
  }
  expect(Math.max(...waits)).toBe(600_000)
  expect(receiver.received).toHaveLength(16)
  expect(new Set(receiver.received.map(({ body }) => JSON.parse(body).id)).size).toBe(1)
  expect(await report()).toMatchObject({ delivered: 0, lost: 1, failing: null })
})

test('[13] a redirect is a refusal, and a private address is never asked unless the operator allows it', async () => {
  daemon = await startDaemon()
  const alert = {
    id: '1',
    type: 'audit-failed' as const,
    at: '',
    appId: 'default',
    sessionId: null,
    text: '',
    data: {},
  }
  const sender = (address: string, allowsPrivate = false): AlertSender =>
    openWebhook({ url: address, key: null, allowsPrivate })
  const { port } = new URL(url)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '2130706433'])
    await expect(sender(`http://${host}:${port}/`).send(alert)).rejects.toThrow(/private address/)
  expect(receiver.received).toEqual([])
  receiver.status = 302
  await expect(sender(url, true).send(alert)).rejects.toThrow('status 302')
  expect(receiver.received).toHaveLength(1)
})

test('[13] private addresses are those of no public network', () => {
  for (const address of [
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.127.0.1',
    'fd00::1',
    'fe80::1',
    '::',
  ])
    expect([address, isPrivate(address)]).toEqual([address, true])
  for (const address of ['9.9.9.9', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2001:db9::1'])
    expect([address, isPrivate(address)]).toEqual([address, false])
})
