import { firstString, isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'

/** The item, or for Anthropic the block, that this service answers a request for compaction with. It names the conversation by a digest of it, so that the session
 * goes on as if the client had sent everything again. The rest is text that any model reads. */

export interface CompactionItem {
  /** Digest of the last position of the conversation that was compacted. */
  digest: string
  text: string
}

const FORM = /^\[palimpsest ([0-9a-f]{32})\]\n/
/** What every item of ours contains, for a search in bytes. */
export const COMPACTION_MARK = '[palimpsest '

/** Returns the value of an item with an id. */
export function writeCompaction(id: string, { digest, text }: CompactionItem) {
  return { id, type: 'compaction', encrypted_content: `[palimpsest ${digest}]\n${text}` }
}

/** Returns the content block with which Anthropic's API answers. */
export function writeCompactionBlock({ digest, text }: CompactionItem) {
  return { type: 'compaction', content: text, encrypted_content: `[palimpsest ${digest}]\n` }
}

/** Reads an item of ours, or a message with a block of ours; null: any other value, such as the compaction of a provider. */
export function readCompaction(value: Json | undefined): CompactionItem | null {
  const blocks = isObject(value) && Array.isArray(value.content) ? value.content : []
  for (const block of blocks) {
    const read = readItem(block)
    if (read && isObject(block)) return { digest: read.digest, text: firstString(block.content) ?? '' }
  }
  return readItem(value)
}

function readItem(value: Json | undefined): CompactionItem | null {
  if (!isObject(value) || value.type !== 'compaction' || typeof value.encrypted_content !== 'string') return null
  const [mark, digest] = FORM.exec(value.encrypted_content) ?? []
  return mark === undefined || digest === undefined
    ? null
    : { digest, text: value.encrypted_content.slice(mark.length) }
}
