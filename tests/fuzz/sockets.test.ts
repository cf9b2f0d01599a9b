import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_KEY } from '../support/admin-key.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import { openSocket, type TestSocket } from '../support/socket.js'
import { until } from '../support/until.js'
import { hostileJson } from './hostile.js'
import { exchangeRaw, frameBytes, type RawFrame } from './raw-frames.js'

/** Hostile clients write random bytes into the event socket. Each gets only documented frames and close codes, and a
 * client that listens the whole time misses no event. `FUZZ_SEED` and `FUZZ_RUNS` make a longer run. */

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_123)
const RUNS = Number(process.env.FUZZ_RUNS ?? 24) * 5
const ERROR_CODES = ['invalid_frame', 'cursor_invalid', 'too_many_frames']
const SERVER_FRAMES = ['hello', 'event', 'caught-up', 'pong', 'error']
/** Normal, protocol error, bad data type, bad UTF-8, policy, too big. A client that sends no code gets 1005 or none. */
const CLOSE_CODES = [1000, 1002, 1003, 1005, 1007, 1008, 1009]

let daemon: Daemon
let url: URL
let listener: TestSocket
beforeAll(async () => {
  daemon = await startDaemon()
  url = new URL(`${daemon.url}/v1/events`)
  listener = await openSocket(url.href, ADMIN_KEY)
  listener.say({ type: 'subscribe', after: 0 })
  await listener.next('caught-up')
})
afterAll(async () => {
  listener.socket.terminate()
  await daemon.stop()
})

const text = (value: string): RawFrame => ({ opcode: 1, payload: Buffer.from(value) })
/** Text that is no UTF-8. */
const bytesOf = (hex: string): RawFrame => ({ opcode: 1, payload: Buffer.from(hex, 'hex') })
const shapes = fc.oneof(
  fc.constantFrom('{', '[]', 'null', '""', '', '{"type":"ping"}', '{"type":"unsubscribe"}', '{"type":"__proto__"}'),
  fc.constantFrom('{"type":"subscribe"}', '{"type":"subscribe","after":0}', '{"type":"subscribe","after":"7f-1"}'),
  hostileJson.map((value) => `{"type":"subscribe","after":${value}}`),
  hostileJson.map((value) => `{"type":"subscribe","sessionIds":${value}}`),
  hostileJson.map((value) => `{"type":"subscribe","types":[${value}]}`),
  hostileJson.map((value) => `{"type":${value}}`),
  hostileJson,
)
const bytes = fc.uint8Array({ maxLength: 300 }).map((value) => Buffer.from(value))
const frames: fc.Arbitrary<RawFrame[]> = fc.oneof(
  { weight: 6, arbitrary: shapes.map((value) => [text(value)]) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 60 }, () => text('{"type":"subscribe","after":0}'))) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 230 }, () => text('{"type":"ping"}'))) },
  // A message in fragments, with a ping between them.
  {
    weight: 2,
    arbitrary: fc.tuple(shapes, fc.nat(3)).map(([value, cut]) => [
      { ...text(value.slice(0, cut)), isFinal: false },
      { opcode: 9, payload: Buffer.from('between') },
      { opcode: 0, payload: Buffer.from(value.slice(cut)) },
    ]),
  },
  { weight: 1, arbitrary: fc.constantFrom(65_536, 65_537, 200_000).map((size) => [text(' '.repeat(size))]) },
  { weight: 1, arbitrary: fc.constantFrom(70_000, 2 ** 40).map((claimedBytes) => [{ ...text('x'), claimedBytes }]) },
  { weight: 1, arbitrary: fc.constantFrom('ff', 'c0af', 'eda080').map((hex) => [bytesOf(hex)]) },
  // Any opcode with any payload: binary, close, ping, pong, reserved ones; bad UTF-8; without a mask.
  {
    weight: 4,
    arbitrary: fc
      .record({ opcode: fc.nat(15), payload: bytes, isFinal: fc.boolean(), isMasked: fc.boolean(), odd: fc.nat(9) })
      .map(({ odd, ...frame }) => [{ ...frame, reservedBits: odd < 8 ? 0 : odd - 7 }]),
  },
)
/** Frames, or bytes that are none, cut into pieces anywhere. */
const attacks = fc.tuple(fc.array(frames, { minLength: 1, maxLength: 6 }), bytes, fc.nat(9), fc.nat(9))

function piecesOf([groups, rubbish, isRubbish, cut]: [RawFrame[][], Buffer, number, number]): Buffer[] {
  const sent = groups.flat().map(frameBytes)
  const whole = Buffer.concat(isRubbish === 0 ? [...sent, rubbish] : sent)
  const at = Math.floor((whole.length * cut) / 10)
  return [whole.subarray(0, at), whole.subarray(at)]
}

test('[11] [13] whatever a client writes, it gets only documented frames and close codes', async () => {
  const seen = new Set<string>()
  const opened: string[] = []
  const attack = async (pieces: Buffer[]) => {
    const { status, frames: replies, closeCode } = await exchangeRaw(url, ADMIN_KEY, pieces)
    expect(status).toBe(101)
    expect(replies.filter(({ type }) => !SERVER_FRAMES.includes(type))).toEqual([])
    const codes = replies.flatMap(({ type, code }) => (type === 'error' ? [code] : []))
    expect(codes.filter((code) => !ERROR_CODES.includes(code!))).toEqual([])
    if (closeCode !== null) expect(CLOSE_CODES).toContain(closeCode)
    for (const code of [...codes, closeCode]) seen.add(String(code))
    if (opened.length * 10 < seen.size * RUNS && opened.length < 20) opened.push((await daemon.openSession()).id)
  }
  await fc.assert(
    fc.asyncProperty(attacks, (parts) => attack(piecesOf(parts))),
    { seed: SEED, numRuns: RUNS },
  )
  // The attacks reach every check of the server.
  const reached = ['invalid_frame', 'too_many_frames', '1002', '1007', '1008', '1009']
  expect([...seen]).toEqual(expect.arrayContaining(reached))

  const last = await daemon.openSession()
  const created = () =>
    listener.events().flatMap(({ type, sessionId }) => (type === 'session-created' ? sessionId : []))
  await until('the last event', () => created().includes(last.id))
  expect(created()).toEqual([...opened, last.id])
})
