import { DomainError } from '../../domain/errors.js'
import type { ParsedMessage, StoredMessage } from '../../domain/message.js'
import type { Found } from '../../domain/originals/search.js'
import type { Measures, Range, Slice } from '../../domain/originals/slices.js'
import type { Session } from '../../domain/session/session.js'
import type { Reduction } from '../../domain/context/reduction.js'
import { pause } from '../../ports/pause.js'
import type { Admit } from '../shared/context-contents.js'
import { compute } from '../../threads/compute.js'
import { mediumBytes, type Original } from '../../threads/original-of.js'
import { measureOriginal, readOriginal } from '../shared/read-original.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { readSession, required } from '../shared/read-session.js'
import { readStored } from '../shared/read-stored.js'

/** Reads or searches the exact original of a reduced part. Originals exist as long as the session. [P8] [D1] */

export interface OffloadAddress extends SessionAddress {
  offloadId: string
  /** Reserves memory before a long message is read. */
  admit?: Admit
}

export interface OffloadRead {
  session: Session
  reduction: Reduction
  original: Original
  measures: Measures
  slice: Slice
}

type Needs = Pick<Ports, 'store'>

/** Copies of a message in memory while it is read: its JSON text, its value, and the part as text. */
const COPIES = 3

/** Returns a range of the original. With `as: 'json'` the original is the part's exact JSON instead of its text.
 * Throws session_not_found, not_found. */
export async function readOffload(
  ports: Needs,
  { range, as, ...address }: OffloadAddress & { range: Range; as: 'text' | 'json' },
): Promise<OffloadRead> {
  const { session, reduction, message, parsed } = await find(ports, address)
  const original = await readOriginal(message, parsed, reduction.part, as)
  // The measures were stored with the placeholder. Rows of older versions have none.
  const measures = (as === 'text' ? reduction.original : undefined) ?? (await measureOriginal(original.content))
  const slice = await compute('sliceText', original.content.length, original.content, measures.size, range)
  return { session, reduction, original, measures, slice }
}

/** Returns at most `limit` matches of `query` in the text of the original, ignoring case.
 * Throws session_not_found, not_found. */
export async function searchOffload(
  ports: Needs,
  { query, offset, limit, ...address }: OffloadAddress & { query: string; offset: number; limit: number },
): Promise<Found> {
  const { reduction, message, parsed } = await find(ports, address)
  const { content } = await readOriginal(message, parsed, reduction.part)
  return compute('searchText', content.length, content, query, offset, limit)
}

/** Returns the decoded bytes of an image or file in the original. Throws session_not_found, not_found.
 * @param number of the image or file within the original, from 1 */
export async function readOffloadedMedium(
  ports: Needs,
  { number, ...address }: OffloadAddress & { number: number },
): Promise<{ mediaType: string | null; bytes: Buffer }> {
  const { reduction, parsed } = await find(ports, address)
  const found = mediumBytes(parsed, reduction.part, number)
  if (!found)
    throw new DomainError('not_found', `Offload ${address.offloadId} contains no bytes of an image or file ${number}.`)
  return found
}

async function find(
  { store }: Needs,
  { appId, sessionId, offloadId, admit }: OffloadAddress,
): Promise<{ session: Session; reduction: Reduction; message: StoredMessage; parsed: ParsedMessage }> {
  const session = await readSession({ store }, { sessionId, appId })
  const reduction = required(await store.reduction(sessionId, offloadId), 'offload', offloadId)
  const [message] = await store.messages(sessionId, [reduction.seq], async (bytes) => admit?.(COPIES * bytes))
  if (!message) throw new Error(`reduction ${offloadId} names message ${reduction.seq}, which is not in history`)
  const parsed = await readStored(message)
  if (reduction.part >= parsed.parts.length) {
    throw new Error(`reduction ${offloadId} names part ${reduction.part} of message ${reduction.seq}, which has fewer`)
  }
  // The caller's work on a large original takes a slice of its own.
  await pause()
  return { session, reduction, message, parsed }
}
