import { canonicalMessage } from '../../domain/doors/canonical.js'
import { parseStored, sentTexts } from '../../domain/formats/index.js'
import type { StoredMessage } from '../../domain/message.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { DoorLink } from '../../ports/ports.js'

/** Returns the canonical form of what is stored at each link, in order; undefined where nothing is. Several elements of a request may be one
 * message; the first one may have links before these. */
export async function storedForms(
  read: (seqs: number[]) => Promise<StoredMessage[]>,
  links: readonly DoorLink[],
): Promise<(string | undefined)[]> {
  const seqs = links.map(({ seq }) => seq)
  const messages = new Map((await read([...new Set(seqs)])).map((message) => [message.seq, message]))
  const forms: (string | undefined)[] = []
  for (let at = 0; at < links.length;) {
    const message = messages.get(seqs[at]!)
    const count = seqs.lastIndexOf(seqs[at]!) - at + 1
    const texts = message ? sentTexts(message.format, message.raw) : []
    for (let left = count; left > 0; left--) {
      const text = texts.at(-left)
      forms.push(message && text !== undefined ? canonicalMessage(message.format, parseStored(text)) : undefined)
    }
    at += count
    await pauseWhenDue()
  }
  return forms
}
