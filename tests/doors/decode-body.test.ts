import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBody } from '../../src/doors/transport/decode-body.js'
import { zstdBlocks, zstdRaw } from '../support/zstd.js'

const RECORDED = 'KLUv/QRYtQEA1AJUaGUgcXVpY2sgYnJvd24gZm94IGp1bXBzIG92ZXIgdGhlIGxhenkgZG9nLiABAMUW/qoM1/yTEA=='
const LIMITS = { maxBytes: 1_000_000 }
const BODY = Buffer.from(
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'naïve — 你好 🦊 '.repeat(400) }] }),
)
const ENCODERS: Record<string, (body: Buffer) => Buffer> = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdRaw,
}

test.each(Object.keys(ENCODERS))('[13] a %s body is decoded exactly', async (name) => {
  const decoded = await decodeBody(ENCODERS[name]!(BODY), name.toUpperCase(), LIMITS)
  expect(decoded.equals(BODY)).toBe(true)
})

test('[13] deflate without its header, several encodings and none are decoded', async () => {
  expect((await decodeBody(deflateRawSync(BODY), 'deflate', LIMITS)).equals(BODY)).toBe(true)
  expect((await decodeBody(brotliCompressSync(gzipSync(BODY)), 'gzip, br', LIMITS)).equals(BODY)).toBe(true)
  expect(await decodeBody(BODY, undefined, LIMITS)).toBe(BODY)
  expect(await decodeBody(BODY, 'identity', LIMITS)).toBe(BODY)
})

test('[13] zstd of a real encoder is decoded: matches, literals, checksum and two frames', async () => {
  // Two frames of `zstd -3 --check`, each the sentence 40 times.
  const sentence = 'The quick brown fox jumps over the lazy dog. '
  const frame = Buffer.from(RECORDED, 'base64')
  const decoded = await decodeBody(Buffer.concat([frame, frame]), 'zstd', LIMITS)
  expect(decoded.toString()).toBe(sentence.repeat(80))
  // A frame that decoders skip: its magic number, its size, three bytes.
  const skipped = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3])
  const around = await decodeBody(Buffer.concat([skipped, frame, skipped, frame, skipped]), 'zstd', LIMITS)
  expect(around.toString()).toBe(sentence.repeat(80))
})

test.each(['compress', 'gzip, lzma', 'gzip, gzip, gzip, gzip'])(
  '[13] an unknown encoding (%s) is 415 and names the header',
  async (name) => {
    await expect(decodeBody(BODY, name, LIMITS)).rejects.toMatchObject({
      code: 'unsupported_media_type',
      faults: [{ path: 'Content-Encoding' }],
    })
  },
)

test.each(['gzip', 'deflate', 'br', 'zstd'])('[13] a %s bomb is 413 before it fills memory', async (name) => {
  const bomb =
    name === 'zstd' ? zstdBlocks(Array(800).fill({ rle: 131_072 })) : ENCODERS[name]!(Buffer.alloc(20_000_000))
  const before = process.memoryUsage().arrayBuffers
  let largest = 0
  const growTo = (bytes: number) => (largest = Math.max(largest, bytes))
  await expect(decodeBody(bomb, name, { ...LIMITS, growTo })).rejects.toMatchObject({
    code: 'body_too_large',
    details: { maxBytes: 1_000_000 },
  })
  expect(largest).toBeLessThanOrEqual(LIMITS.maxBytes)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
})

test('[13] a bomb inside a bomb is 413 at the outer cap', async () => {
  const inner = gzipSync(Buffer.alloc(50_000_000))
  await expect(decodeBody(gzipSync(inner), 'gzip, gzip', LIMITS)).rejects.toMatchObject({ code: 'body_too_large' })
})

test('[13] zstd whose window or blocks would cost gigabytes is refused unread', async () => {
  const hugeWindow = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8, 0x01, 0x00, 0x00])
  await expect(decodeBody(hugeWindow, 'zstd', LIMITS)).rejects.toMatchObject({ code: 'invalid_request' })
  const manyBlocks = zstdBlocks(Array(20_000).fill({ rle: 0 }))
  await expect(decodeBody(manyBlocks, 'zstd', LIMITS)).rejects.toMatchObject({ code: 'invalid_request' })
  const declared = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xe0, ...Array<number>(8).fill(0x7f), 0x01, 0x00, 0x00])
  await expect(decodeBody(declared, 'zstd', LIMITS)).rejects.toMatchObject({ code: 'body_too_large' })
})

test.each(['gzip', 'deflate', 'br', 'zstd'])(
  '[13] a %s body cut anywhere or damaged is refused or stays within the cap',
  async (name) => {
    const encoded = ENCODERS[name]!(BODY)
    await fc.assert(
      fc.asyncProperty(fc.nat(encoded.length - 1), fc.boolean(), async (at, cut) => {
        const damaged = cut ? encoded.subarray(0, at) : Buffer.from(encoded).fill(0xff, at, at + 1)
        try {
          const decoded = await decodeBody(damaged, name, LIMITS)
          expect(decoded.length).toBeLessThanOrEqual(LIMITS.maxBytes)
        } catch (error) {
          expect(['invalid_request', 'body_too_large']).toContain((error as { code?: string }).code)
        }
      }),
      { numRuns: 60, seed: 7 },
    )
  },
)

test('[13] a refusing budget stops the decoding', async () => {
  const growTo = () => {
    throw new RangeError('full')
  }
  await expect(decodeBody(gzipSync(BODY), 'gzip', { ...LIMITS, growTo })).rejects.toThrow('full')
})
