import { WebSocket } from 'ws'
import { expect, test } from 'vitest'
import { networkOf } from '../../src/http/limits/address-limits.js'
import type { HttpOptions } from '../../src/http/server.js'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { openSocket, refusedStatus } from '../support/socket.js'

const few = (requests: number) => ({ requests, perMs: 3_600_000 })

async function withDaemon(http: Partial<HttpOptions>, act: (daemon: Daemon) => Promise<void>): Promise<void> {
  const daemon = await startDaemon({ http })
  try {
    await act(daemon)
  } finally {
    await daemon.stop()
  }
}

test('[P11] the tickets of one app do not use up the limit of another app', async () => {
  // The admin needs six requests to make two apps with their keys.
  await withDaemon({ rateLimit: few(6) }, async (daemon) => {
    const [one, two] = [await daemon.newApp(), await daemon.newApp()]
    const ticketOf = async (key: string): Promise<string> =>
      (await daemon.client.call('createTicket', {}, { key })).ticket
    const read = async (ticket: string) =>
      (await daemon.client.send('readEvents', { query: { ticket } }, { key: null })).status
    const statuses: number[] = []
    for (const key of [...Array<string>(4).fill(one.app), ...Array<string>(4).fill(one.viewer)])
      statuses.push(await read(await ticketOf(key)))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
    expect(await read(await ticketOf(two.app))).toBe(200)
  })
})

test('[13] an address with too many wrong keys gets 429, and valid keys from there still work', async () => {
  await withDaemon({ addressLimits: { wrongKeys: few(3) } }, async (daemon) => {
    const statuses: number[] = []
    for (const key of ['a', 'b', 'c', 'd'])
      statuses.push((await daemon.client.send('listSessions', {}, { key })).status)
    expect(statuses).toEqual([401, 401, 401, 429])
    const ticket = await daemon.client.send('readEvents', { query: { ticket: 'tic_wrong' } }, { key: null })
    expect([ticket.status, Number(ticket.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await refusedStatus(`${daemon.url}/v1/events`, { authorization: 'Bearer wrong' })).toBe(429)
    expect((await daemon.client.send('listSessions')).status).toBe(200)
  })
})

test('[13] handshakes of an address are limited, and a refused one does not use up a ticket', async () => {
  await withDaemon({ addressLimits: { handshakes: few(2) } }, async (daemon) => {
    const url = `${daemon.url}/v1/events`
    for (let i = 0; i < 2; i++) (await openSocket(url, ADMIN_KEY)).socket.terminate()
    const { ticket } = await daemon.client.call('createTicket')
    const socket = new WebSocket(`${url.replace('http', 'ws')}?ticket=${ticket}`)
    const refused = await new Promise<{ status: number | undefined; retryAfter: string | undefined }>((resolve) => {
      socket.on('unexpected-response', (request, response) => {
        resolve({ status: response.statusCode, retryAfter: response.headers['retry-after'] })
        request.destroy()
      })
      socket.on('error', () => {})
    })
    expect(refused).toEqual({ status: 429, retryAfter: expect.stringMatching(/^\d+$/) })
    expect((await daemon.client.send('readEvents', { query: { ticket } }, { key: null })).status).toBe(200)
  })
})

test('[13] handshakes count for the limit of their key', async () => {
  await withDaemon({ rateLimit: few(2) }, async (daemon) => {
    const url = `${daemon.url}/v1/events`
    for (let i = 0; i < 2; i++) (await openSocket(url, ADMIN_KEY)).socket.terminate()
    expect(await refusedStatus(url, { authorization: `Bearer ${ADMIN_KEY}` })).toBe(429)
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::5', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
])('[13] the address %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
