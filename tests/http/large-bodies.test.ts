import { expect, test } from 'vitest'
import { LargeBodies, type BodyPlace } from '../../src/http/input/large-bodies.js'

const LARGE = 2_000_000

/** Takes places in this order, one request per key, and returns the names as they start. */
function queueOf(bodies: LargeBodies) {
  const started: string[] = []
  const places = new Map<string, BodyPlace>()
  return {
    started,
    async ask(name: string, key: string, bytes = LARGE): Promise<void> {
      const place = bodies.open(key)
      places.set(name, place)
      await place.take(bytes)
      started.push(name)
    },
    end: (name: string) => places.get(name)!.release(),
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('[13] two large bodies are processed at a time; small ones never wait', async () => {
  const queue = queueOf(new LargeBodies())
  const all = ['a', 'b', 'c', 'd'].map((name) => queue.ask(name, 'key'))
  await settled()
  expect(queue.started).toEqual(['a', 'b'])
  await queue.ask('small', 'key', 1_000)
  queue.end('a')
  queue.end('a')
  await settled()
  expect(queue.started).toEqual(['a', 'b', 'small', 'c'])
  queue.end('small')
  queue.end('b')
  await Promise.all(all)
  expect(queue.started).toEqual(['a', 'b', 'small', 'c', 'd'])
})

test('[13] [V7] the large bodies of one key do not stop those of another', async () => {
  const queue = queueOf(new LargeBodies())
  const names = [1, 2, 3, 4, 5].map((number) => `busy ${number}`)
  const all = names.map((name) => queue.ask(name, 'busy'))
  const other = queue.ask('other', 'other')
  await settled()
  queue.end('busy 1')
  await other
  expect(queue.started).toEqual(['busy 1', 'busy 2', 'other'])
  // One that still waits would be refused, and its promise rejected, while other tests run.
  for (const name of ['busy 2', 'other', 'busy 3']) {
    queue.end(name)
    await settled()
  }
  await Promise.all(all)
})

test('[13] a large body that waits too long is refused, and its place in the queue ends', async () => {
  const queue = queueOf(new LargeBodies(20))
  await queue.ask('a', 'key')
  await queue.ask('b', 'key')
  await expect(queue.ask('late', 'key')).rejects.toMatchObject({
    code: 'rate_limited',
    details: { retryAfterSeconds: 5 },
  })
  queue.end('late')
  queue.end('a')
  await queue.ask('c', 'key')
  expect(queue.started).toEqual(['a', 'b', 'c'])
})
