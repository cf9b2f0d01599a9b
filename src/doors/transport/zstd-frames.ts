/** Reads the structure of zstd data without decoding it (RFC 8878), to refuse what would need too much memory or work. */

export type ZstdFrames =
  /** `bytes` is a lower bound of the decoded size: compressed blocks count nothing. `ranges` are where frames with
   * content start and end. */
  { kind: 'frames'; bytes: number; ranges: Range[] } | { kind: 'broken' }

/** Where a frame starts, and the place behind it. */
export type Range = readonly [start: number, end: number]

const MAGIC = 0xfd2fb528
const SKIPPABLE_MAGIC = 0x184d2a5
/** Largest window a decoder should support. Clients stay below: level 3 needs 2 MiB. */
const MAX_WINDOW_BYTES = 8 * 1_048_576
const MAX_BLOCK_BYTES = 131_072
/** Each block costs a copy of the window. Encoders write blocks of 128 KiB, seldom below 8 KiB. */
const MAX_BLOCKS = 16_384
/** Frames of one body. Encoders write one. */
const MAX_FRAMES = 64
const CONTENT_SIZE_BYTES = [0, 2, 4, 8]
const DICTIONARY_BYTES = [0, 1, 2, 4]

/** Walks over all frames and blocks. @param maxBytes cap on the decoded size; a frame may declare more */
export function readFrames(data: Buffer, maxBytes: number): ZstdFrames {
  let at = 0
  let bytes = 0
  let blocks = 0
  const ranges: Range[] = []
  for (let frames = 0; at < data.length; frames++) {
    if (data.length - at < 5 || frames >= MAX_FRAMES) return { kind: 'broken' }
    const magic = data.readUInt32LE(at)
    if (magic >>> 4 === SKIPPABLE_MAGIC) {
      if (data.length - at < 8) return { kind: 'broken' }
      at += 8 + data.readUInt32LE(at + 4)
      continue
    }
    const start = at
    const header = magic === MAGIC ? readHeader(data, at + 4) : null
    if (header === null) return { kind: 'broken' }
    if (header.contentBytes !== null && header.contentBytes > maxBytes)
      return { kind: 'frames', bytes: Infinity, ranges }
    if (header.windowBytes > Math.max(MAX_WINDOW_BYTES, maxBytes)) return { kind: 'broken' }
    at = header.end
    for (let isLast = false; !isLast;) {
      if (at + 3 > data.length || ++blocks > MAX_BLOCKS) return { kind: 'broken' }
      const block = data.readUIntLE(at, 3)
      const [type, size] = [(block >> 1) & 3, block >> 3]
      if (type === 3 || size > MAX_BLOCK_BYTES) return { kind: 'broken' }
      isLast = (block & 1) === 1
      bytes += type === 2 ? 0 : size
      at += 3 + (type === 1 ? 1 : size)
    }
    at += header.hasChecksum ? 4 : 0
    ranges.push([start, at])
  }
  return at === data.length && bytes <= Number.MAX_SAFE_INTEGER ? { kind: 'frames', bytes, ranges } : { kind: 'broken' }
}

interface FrameHeader {
  end: number
  windowBytes: number
  /** Declared size of the decoded frame; null if not declared. */
  contentBytes: number | null
  hasChecksum: boolean
}

function readHeader(data: Buffer, start: number): FrameHeader | null {
  const flags = data[start]!
  const isSingle = (flags & 0x20) !== 0
  // A reserved bit, or a dictionary: no client and server have agreed on one.
  if ((flags & 0x08) !== 0 || DICTIONARY_BYTES[flags & 3] !== 0) return null
  const sizeBytes = flags >> 6 === 0 ? Number(isSingle) : CONTENT_SIZE_BYTES[flags >> 6]!
  const sizeAt = start + (isSingle ? 1 : 2)
  const end = sizeAt + sizeBytes
  if (end > data.length) return null
  const contentBytes = sizeBytes === 0 ? null : littleEndian(data, sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0)
  const windowBytes = isSingle ? (contentBytes ?? 0) : windowOf(data[start + 1]!)
  return { end, windowBytes, contentBytes, hasChecksum: (flags & 4) !== 0 }
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3))
  return base + (base / 8) * (descriptor & 7)
}

function littleEndian(data: Buffer, at: number, bytes: number): number {
  return bytes < 8 ? data.readUIntLE(at, bytes) : data.readUInt32LE(at) + data.readUInt32LE(at + 4) * 2 ** 32
}
