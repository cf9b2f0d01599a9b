import type { ParsedMessage, StoredMessage } from '../../domain/message.js'
import type { Measures } from '../../domain/originals/slices.js'
import { partKey, type Reduction } from '../../domain/context/reduction.js'
import { offeredReader } from '../../domain/originals/reading-tools.js'
import type { Candidate } from '../../domain/reductions/candidates.js'
import { reducePart, removePart, type ReadPart } from '../../domain/reductions/reduce-part.js'
import { reductionEntry, type CutReductionKind } from '../../domain/reductions/registry.js'
import { emitReductions } from '../cut/emit-reductions.js'
import { measureOriginal, readOriginal } from '../shared/read-original.js'
import { eachStored } from '../shared/read-stored.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

/** A message and its parsed form. */
export interface ReadMessage {
  message: Pick<StoredMessage, 'format' | 'raw'>
  parsed: ParsedMessage
}

export type PartReader = (seq: number, part: number) => Promise<ReadPart>

/** Returns one part of a message with its original and the measures of the original. */
export async function readPart({ message, parsed }: ReadMessage, index: number): Promise<ReadPart> {
  const original = await readOriginal(message, parsed, index)
  return { part: parsed.parts[index]!, ...original, ...(await measureOriginal(original.content)) }
}

/** Replaces the candidates with placeholders and emits an event. The caller records the cut. Returns freed tokens. */
export async function applyReductions(
  tx: SessionTx,
  { tokenizer, ids }: Pick<Ports, 'tokenizer' | 'ids'>,
  kind: CutReductionKind,
  candidates: readonly Candidate[],
  cutId: string,
): Promise<number> {
  if (candidates.length === 0) return 0
  const { tools, systemPrompt } = tx.session
  const naming = { cutId, idFor: () => ids.make('off'), reader: offeredReader([tools, systemPrompt]) }
  const reductions = await placeholdersFor(
    { tokenizer },
    kind,
    candidates,
    await partReader(tx, kind, candidates),
    naming,
  )
  if (reductions.length > 0) await tx.insertReductions(reductions)
  emitReductions(tx, reductions)
  return reductions.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
}

/** Returns the reductions of the candidates. Skips a candidate if its placeholder would not be smaller. */
export async function placeholdersFor(
  { tokenizer }: Pick<Ports, 'tokenizer'>,
  kind: CutReductionKind,
  candidates: readonly Candidate[],
  read: PartReader,
  naming: { cutId: string | null; idFor: (seq: number, part: number) => string; reader: string | null },
): Promise<Reduction[]> {
  const { cutId, idFor, reader } = naming
  const reductions: Reduction[] = []
  for (const candidate of candidates) {
    const { seq, part } = candidate
    const made = { id: idFor(seq, part), cutId }
    // A part without a placeholder is not read.
    const reduction =
      reductionEntry(kind).placeholder === null
        ? removePart(kind, candidate, made)
        : reducePart({ kind }, candidate, await read(seq, part), { ...made, reader }, (text) => tokenizer.count(text))
    if (reduction) reductions.push(reduction)
  }
  return reductions
}

/** Messages per read. */
const CHUNK = 64

/** Returns a reader that loads messages in chunks of bounded size. Call it about in the order of the candidates. */
async function partReader(
  tx: SessionTx,
  kind: CutReductionKind,
  candidates: readonly Candidate[],
): Promise<PartReader> {
  const measured = kind === 'mask' ? await measuresOf(tx) : new Map<string, Measures>()
  const order = [
    ...new Set(candidates.filter(({ seq, part }) => !measured.has(partKey(seq, part))).map(({ seq }) => seq)),
  ]
  let chunk = new Map<number, ReadMessage>()
  return async (seq, part) => {
    const known = measured.get(partKey(seq, part))
    // The placeholder of a masked part needs the measures only, not the content.
    if (known) return { part: { type: 'text', text: '' }, content: '', media: [], ...known }
    if (!chunk.has(seq)) chunk = await readChunk(tx, seq, order.slice(order.indexOf(seq)))
    return readPart(chunk.get(seq)!, part)
  }
}

async function readChunk(tx: SessionTx, seq: number, next: readonly number[]): Promise<Map<number, ReadMessage>> {
  const page = await tx.history({ seqs: next.slice(0, CHUNK), limit: CHUNK, maxBytes: CHUNK_BYTES })
  // A page is limited in `seq` order, which may differ from the order of the candidates.
  const messages = page.some((message) => message.seq === seq) ? page : await tx.history({ seqs: [seq], limit: 1 })
  const read = await eachStored(messages, (message, parsed) => ({ message, parsed }))
  return new Map(read.map((one) => [one.message.seq, one]))
}
const CHUNK_BYTES = 4 * 1024 * 1024

/** Returns the measures of originals whose parts already have a placeholder, by `partKey`. */
async function measuresOf(tx: SessionTx): Promise<Map<string, Measures>> {
  return new Map(
    (await tx.reductions()).flatMap(({ seq, part, original }) =>
      original ? [[partKey(seq, part), original] as const] : [],
    ),
  )
}
