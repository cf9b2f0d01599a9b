import type { EventType } from '../domain/event.js'
import type { Json, ParsedMessage, StoredMessage } from '../domain/message.js'
import { parseMessage } from '../domain/formats/index.js'
import type { Reduction, ReductionKind } from '../domain/reduction.js'
import type { Candidate } from '../domain/reductions/candidates.js'
import { reducePart, type ReadPart } from '../domain/reductions/reduce-part.js'
import { measureOriginal, originalOf } from './original-of.js'
import type { Ports, SessionTx } from './ports.js'

/** Kinds that older parts are put away by, with a recorded cut · and the one that only parts are which just came. */
type Applied = Extract<ReductionKind, 'offload' | 'mask' | 'truncate-input'>
type Told = Applied | 'condense'

const REDUCTION_EVENTS: Record<Told, EventType> = {
  condense: 'tool-result-condensed',
  offload: 'tool-result-offloaded',
  mask: 'tool-result-masked',
  'truncate-input': 'tool-input-truncated',
}

/** A message and what it was read as. */
export interface ReadMessage {
  message: Pick<StoredMessage, 'format' | 'raw'>
  parsed: ParsedMessage
}

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
  const messages = await messagesOf(tx, candidates)
  const made = { cutId, idFor: () => ids.make('off') }
  const reductions = await standInsFor({ tokenizer }, kind, candidates, (seq) => messages.get(seq)!, made)
  if (reductions.length > 0) await tx.insertReductions(reductions)
  emitReductions(tx, kind, reductions)
  return reductions.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
}

/** Stand-ins for the candidates; none where it would not be smaller. */
export async function standInsFor(
  { tokenizer }: Pick<Ports, 'tokenizer'>,
  kind: Applied,
  candidates: readonly Candidate[],
  messageAt: (seq: number) => ReadMessage,
  { cutId, idFor }: { cutId: string | null; idFor: (seq: number, part: number) => string },
): Promise<Reduction[]> {
  const reductions: Reduction[] = []
  for (const candidate of candidates) {
    const { seq, part } = candidate
    const read = await readPart(messageAt(seq), part)
    const made = reducePart({ kind }, candidate, read, { id: idFor(seq, part), cutId }, (text) => tokenizer.count(text))
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

async function messagesOf(tx: SessionTx, candidates: readonly Candidate[]): Promise<Map<number, ReadMessage>> {
  const messages = await tx.messages([...new Set(candidates.map(({ seq }) => seq))])
  return new Map(messages.map((message) => [message.seq, { message, parsed: readStored(message) }]))
}

function readStored({ format, raw, seq }: StoredMessage): ParsedMessage {
  const value: Json = JSON.parse(raw)
  return parseMessage(format, value, `message ${seq}`)
}
