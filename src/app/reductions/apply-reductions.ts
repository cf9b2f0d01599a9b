import type { EventType } from '../../domain/event.js'
import type { Json, ParsedMessage, StoredMessage } from '../../domain/message.js'
import { parseMessage } from '../../domain/formats/index.js'
import type { Measures } from '../../domain/originals/slices.js'
import { partKey, type Reduction, type ReductionKind } from '../../domain/context/reduction.js'
import type { Candidate } from '../../domain/reductions/candidates.js'
import { reducePart, type ReadPart } from '../../domain/reductions/reduce-part.js'
import { measureOriginal, originalOf } from '../shared/original-of.js'
import type { Ports, SessionTx } from '../ports/ports.js'

/** Kinds that older parts are put away by, with a recorded cut · and the one that only parts are which just came. */
type Applied = Extract<ReductionKind, 'offload' | 'mask' | 'truncate-input'>
type Told = Applied | 'condense'

const REDUCTION_EVENTS = {
  condense: 'tool-result-condensed',
  offload: 'tool-result-offloaded',
  mask: 'tool-result-masked',
  'truncate-input': 'tool-input-truncated',
} as const satisfies Record<Told, EventType>

/** A message and what it was read as. */
export interface ReadMessage {
  message: Pick<StoredMessage, 'format' | 'raw'>
  parsed: ParsedMessage
}

/** Reads one part of a message. */
export type PartReader = (seq: number, part: number) => Promise<ReadPart>

/** One part of a message with its original and the measures of that. */
export async function readPart({ message, parsed }: ReadMessage, index: number): Promise<ReadPart> {
  const original = originalOf(message, parsed, index)
  return { part: parsed.parts[index]!, ...original, ...(await measureOriginal(original)) }
}

/** Writes stand-ins for the candidates and says so; returns the tokens they free. The caller records the cut. */
export async function applyReductions(
  tx: SessionTx,
  { tokenizer, ids }: Pick<Ports, 'tokenizer' | 'ids'>,
  kind: Applied,
  candidates: readonly Candidate[],
  cutId: string,
): Promise<number> {
  if (candidates.length === 0) return 0
  const made = { cutId, idFor: () => ids.make('off') }
  const reductions = await placeholdersFor(
    { tokenizer },
    kind,
    candidates,
    await partReader(tx, kind, candidates),
    made,
  )
  if (reductions.length > 0) await tx.insertReductions(reductions)
  emitReductions(tx, kind, reductions)
  return reductions.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
}

/** Stand-ins for the candidates; none where it would not be smaller. */
export async function placeholdersFor(
  { tokenizer }: Pick<Ports, 'tokenizer'>,
  kind: Applied,
  candidates: readonly Candidate[],
  read: PartReader,
  { cutId, idFor }: { cutId: string | null; idFor: (seq: number, part: number) => string },
): Promise<Reduction[]> {
  const reductions: Reduction[] = []
  for (const candidate of candidates) {
    const { seq, part } = candidate
    const made = reducePart({ kind }, candidate, await read(seq, part), { id: idFor(seq, part), cutId }, (text) =>
      tokenizer.count(text),
    )
    if (made) reductions.push(made)
  }
  return reductions
}

/** One event for all parts put away together: their handles, where they stand and what they free. */
export function emitReductions(tx: SessionTx, kind: Told, reductions: readonly Reduction[]): void {
  if (reductions.length === 0) return
  const parts = reductions.map(({ id, seq, resultKind, toolName, tokensBefore, tokensAfter }) => {
    return { id, seq, ...(resultKind ? { resultKind } : {}), toolName, tokensBefore, tokensAfter }
  })
  tx.emit({ type: REDUCTION_EVENTS[kind], data: { parts } })
}

/** Messages read at once. */
const CHUNK = 64

/** Reads parts in about the order of the candidates, a bounded number of bytes at a time. */
async function partReader(tx: SessionTx, kind: Applied, candidates: readonly Candidate[]): Promise<PartReader> {
  const measured = kind === 'mask' ? await measuresOf(tx) : new Map<string, Measures>()
  const order = [
    ...new Set(candidates.filter(({ seq, part }) => !measured.has(partKey(seq, part))).map(({ seq }) => seq)),
  ]
  let chunk = new Map<number, ReadMessage>()
  return async (seq, part) => {
    const known = measured.get(partKey(seq, part))
    // One line is shown of a masked part, and nothing of its content.
    if (known) return { part: { type: 'text', text: '' }, content: '', media: [], ...known }
    if (!chunk.has(seq)) chunk = await readChunk(tx, seq, order.slice(order.indexOf(seq)))
    return readPart(chunk.get(seq)!, part)
  }
}

async function readChunk(tx: SessionTx, seq: number, next: readonly number[]): Promise<Map<number, ReadMessage>> {
  const page = await tx.history({ seqs: next.slice(0, CHUNK), limit: CHUNK, maxBytes: CHUNK_BYTES })
  // A page is cut in the order of numbers, which need not be that of the candidates.
  const messages = page.some((message) => message.seq === seq) ? page : await tx.history({ seqs: [seq], limit: 1 })
  return new Map(messages.map((message) => [message.seq, { message, parsed: readStored(message) }]))
}
const CHUNK_BYTES = 4 * 1024 * 1024

/** Of the originals of parts that have a placeholder already. */
async function measuresOf(tx: SessionTx): Promise<Map<string, Measures>> {
  return new Map(
    (await tx.reductions()).flatMap(({ seq, part, original }) =>
      original ? [[partKey(seq, part), original] as const] : [],
    ),
  )
}

function readStored({ format, raw, seq }: StoredMessage): ParsedMessage {
  const value: Json = JSON.parse(raw)
  return parseMessage(format, value, `message ${seq}`)
}
