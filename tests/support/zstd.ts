/** Writes zstd frames of raw and repeated blocks. Node 20 has no encoder. */

const MAGIC = [0x28, 0xb5, 0x2f, 0xfd]
const MAX_BLOCK_BYTES = 131_072
/** No single segment, no checksum; a window of 2 MiB. */
const HEADER = [0x00, 0x58]

type Block = { raw: Buffer } | { rle: number }

/** Returns a body as one frame of raw blocks, which every decoder must accept. */
export function zstdRaw(body: Buffer): Buffer {
  const blocks: Block[] = []
  for (let at = 0; at < body.length || at === 0; at += MAX_BLOCK_BYTES)
    blocks.push({ raw: body.subarray(at, at + MAX_BLOCK_BYTES) })
  return zstdBlocks(blocks)
}

/** Returns one frame of the blocks. `rle` repeats the byte `a`. */
export function zstdBlocks(blocks: readonly Block[]): Buffer {
  const pieces = blocks.map((block, index) => {
    const [type, size] = 'raw' in block ? [0, block.raw.length] : [1, block.rle]
    const head = Buffer.alloc(3)
    head.writeUIntLE((size << 3) | (type << 1) | Number(index === blocks.length - 1), 0, 3)
    return Buffer.concat([head, 'raw' in block ? block.raw : Buffer.from('a')])
  })
  return Buffer.concat([Buffer.from([...MAGIC, ...HEADER]), ...pieces])
}
