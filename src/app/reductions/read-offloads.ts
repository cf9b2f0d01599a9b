import { setImmediate as nextTurn } from 'node:timers/promises'
import { DomainError } from '../../domain/errors.js'
import type { ParsedMessage, StoredMessage } from '../../domain/message.js'
import { searchText, type Found } from '../../domain/originals/search.js'
import { sliceText, type Measures, type Range, type Slice } from '../../domain/originals/slices.js'
import type { Reduction } from '../../domain/context/reduction.js'
import type { Admit } from '../shared/context-contents.js'
import { exactOriginal, measureOriginal, mediumBytes, originalOf, type Original } from '../shared/original-of.js'
import type { Ports } from '../ports/ports.js'
import { readSession, required } from '../shared/read-session.js'
import { readStored } from '../shared/read-stored.js'

/** The exact original behind a reduction, read by range or searched, for as long as the session lives. [P8] [D1] */

export interface OffloadAddress {
  appId: string | null
  sessionId: string
  offloadId: string
  /** Is asked before a long message is read. */
  admit?: Admit
}

export interface OffloadRead {
  reduction: Reduction
  original: Original
  measures: Measures
  slice: Slice
}

type Needs = Pick<Ports, 'store'>

/** A long message is in memory so many times while it is read: its text, its value, and the part as text. */
const COPIES = 3

/** A range of the original; `as: 'json'` gives the JSON it stood as in its message instead of its text.
 * Throws session_not_found, not_found. */
export async function readOffload(
  ports: Needs,
  { range, as, ...address }: OffloadAddress & { range: Range; as: 'text' | 'json' },
): Promise<OffloadRead> {
  const { reduction, message, parsed } = await find(ports, address)
  const original =
    as === 'json' ? exactOriginal(message, parsed, reduction.part) : originalOf(message, parsed, reduction.part)
  // Measured when the placeholder was made; rows of older versions have no measures.
  const measures = (as === 'text' ? reduction.original : undefined) ?? (await measureOriginal(original))
  return { reduction, original, measures, slice: sliceText(original.content, measures.size, range) }
}

/** Where `query` stands in the text of the original, whatever the case of letters; at most `limit` places.
 * Throws session_not_found, not_found. */
export async function searchOffload(
  ports: Needs,
  { query, offset, limit, ...address }: OffloadAddress & { query: string; offset: number; limit: number },
): Promise<Found> {
  const { reduction, message, parsed } = await find(ports, address)
  const search = searchText(originalOf(message, parsed, reduction.part).content, query, offset, limit)
  for (;;) {
    const step = search.next()
    if (step.done) return step.value
    // A text of 16 MiB takes long enough that others would notice.
    await nextTurn()
  }
}

/** The decoded bytes of a picture or file in the original, by its number. Throws session_not_found, not_found. */
export async function readOffloadedMedium(
  ports: Needs,
  { number, ...address }: OffloadAddress & { number: number },
): Promise<{ mediaType: string | null; bytes: Buffer }> {
  const { reduction, parsed } = await find(ports, address)
  const found = mediumBytes(parsed, reduction.part, number)
  if (!found)
    throw new DomainError('not_found', `Offload ${address.offloadId} holds no bytes of a picture or file ${number}.`)
  return found
}

async function find(
  { store }: Needs,
  { appId, sessionId, offloadId, admit }: OffloadAddress,
): Promise<{ reduction: Reduction; message: StoredMessage; parsed: ParsedMessage }> {
  await readSession({ store }, sessionId, appId)
  const reduction = required(await store.reduction(sessionId, offloadId), 'offload', offloadId)
  const [message] = await store.messages(sessionId, [reduction.seq], async (bytes) => admit?.(COPIES * bytes))
  if (!message) throw new Error(`reduction ${offloadId} names message ${reduction.seq}, which is not in history`)
  const parsed = await readStored(message)
  if (reduction.part >= parsed.parts.length) {
    throw new Error(`reduction ${offloadId} names part ${reduction.part} of message ${reduction.seq}, which has fewer`)
  }
  // What is done with it takes another turn.
  await nextTurn()
  return { reduction, message, parsed }
}
