import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiClient } from '../support/client.js'
import { startDaemon, type Daemon } from '../support/daemon.js'

let daemon: Daemon
beforeAll(async () => {
  daemon = await startDaemon()
})
afterAll(() => daemon.stop())

test('[10] the client of the tests sends what the operations table describes: path, query, body and key', async () => {
  const session = await daemon.openSession({ contextSize: '8K' })
  await session.append([{ role: 'user', content: 'Hello.' }])
  const { messages, limit } = await session.context('anthropic', { reserve: 10 })
  expect([messages, limit]).toEqual([[{ role: 'user', content: 'Hello.' }], 6_800])
  const { viewer } = await daemon.newApp()
  const refused = await daemon.client.as(viewer).send('getSession', { params: { sessionId: session.id } })
  expect([refused.status, refused.problem.code]).toEqual([404, 'session_not_found'])
  expect(() => refused.body).toThrow('session_not_found')
  await expect(session.context('native', { reserve: 4_000_001 })).rejects.toThrow('invalid_request')
})

test('[10] the compiler refuses inputs and replies that the operations table does not have', async () => {
  const session = await daemon.openSession()
  // @ts-expect-error -- no such operation
  await expect(daemon.client.call('noSuchOperation')).rejects.toThrow('no operation')
  // @ts-expect-error -- the path needs a sessionId
  expect((await daemon.client.send('getSession')).status).toBe(404)
  // @ts-expect-error -- no such format
  await expect(session.context('markdown')).rejects.toThrow('invalid_request')
  // @ts-expect-error -- no such member
  expect((await session.contextStatus()).remaining).toBeUndefined()
})

test('[10] a reply without the published shape fails the test that reads it', async () => {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"fine"}'),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  try {
    await expect(apiClient(`http://127.0.0.1:${address.port}`, null).call('health')).rejects.toThrow('health sent')
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
