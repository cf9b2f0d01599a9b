import { createHash } from 'node:crypto'
import type { Part } from '../../src/domain/message.js'
import { readableText } from '../../src/domain/originals/reading.js'
import { countLineBreaks, linesOf } from '../../src/domain/originals/slices.js'
import type { ReadPart } from '../../src/domain/reductions/reduce-part.js'

/** Returns a result as it is parsed on arrival. Images in it are only named. */
export function readPartOf(part: Part): ReadPart {
  const blocks = part.type === 'tool_result' && typeof part.content !== 'string' ? part.content : []
  const media = blocks.flatMap(({ type }, at) =>
    type === 'image' || type === 'file'
      ? [{ number: at + 1, kind: type, mediaType: null, name: null, url: null, bytes: null, sha256: null, text: null }]
      : [],
  )
  const content = part.type === 'tool_result' ? readableText(part.content, media) : ''
  const size = {
    characters: content.length,
    bytes: Buffer.byteLength(content),
    lines: linesOf(content, countLineBreaks(content)),
  }
  return { part, content, media, size, sha256: createHash('sha256').update(content).digest('hex') }
}
