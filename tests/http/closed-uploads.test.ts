import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { BodyBudget } from '../../src/http/input/body-budget.js'
import { readBytes } from '../../src/http/input/body-bytes.js'
import { whenClosed } from '../../src/http/when-closed.js'

/** A client may be gone before its request is looked at: its key is checked first. */

test('[13] a body whose client has left ends at once, and holds no memory of the budget', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const call = request({ port: address.port, method: 'POST', headers: { 'content-length': 1_000 } })
  call.on('error', () => {})
  call.write('{"a":')
  const [incoming, response] = (await once(server, 'request')) as [IncomingMessage, Parameters<typeof whenClosed>[0]]
  incoming.on('error', () => {})
  call.destroy()
  await new Promise((closed) => incoming.once('close', closed))
  const budget = new BodyBudget({ total: 5_000, perKey: 5_000 })
  const limits = { maxBytes: 5_000, idleMs: 1e9, totalMs: 1e9 }
  await expect(readBytes(incoming, budget.open('key'), limits)).rejects.toThrow('Connection closed')
  expect(() => budget.open('another').growTo(5_000)).not.toThrow()
  let calls = 0
  whenClosed(response, () => (calls += 1))
  expect(calls).toBe(1)
  server.close()
})
