import { isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'

/** The item that this service answers a request for compaction with. It names the conversation by a digest of it, so that the session
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

/** Reads an item of ours; null: any other value, such as the compaction of a provider. */
export function readCompaction(value: Json | undefined): CompactionItem | null {
  if (!isObject(value) || value.type !== 'compaction' || typeof value.encrypted_content !== 'string') return null
  const [mark, digest] = FORM.exec(value.encrypted_content) ?? []
  return mark === undefined || digest === undefined
    ? null
    : { digest, text: value.encrypted_content.slice(mark.length) }
}
