import type { EventType } from '../domain/event.js'
import type { Json, ParsedMessage, Part, StoredMessage } from '../domain/message.js'
import { parseMessage } from '../domain/formats/index.js'
import { partKey, type Reduction, type ReductionKind } from '../domain/reduction.js'
import type { Candidate } from '../domain/reductions/candidates.js'
import { maskText, offloadText, truncatedArguments } from '../domain/reductions/stand-ins.js'
import { CALL_OVERHEAD, RESULT_OVERHEAD } from '../domain/tokens.js'
import { measureOriginal, originalOf } from './original-of.js'
import type { Ports, SessionTx } from './ports.js'

type Applied = Extract<ReductionKind, 'offload' | 'mask' | 'truncate-input'>

export const REDUCTION_EVENTS: Record<Applied, EventType> = {
  offload: 'tool-result-offloaded',
  mask: 'tool-result-masked',
  'truncate-input': 'tool-input-truncated',
}

/** Keys of the parts that already have a stand-in. */
export async function reducedParts(tx: SessionTx): Promise<Set<string>> {
  return new Set((await tx.reductions()).map(({ seq, part }) => partKey(seq, part)))
}

/** A message and what it was read as. */
export interface ReadMessage {
  message: Pick<StoredMessage, 'format' | 'raw'>
  parsed: ParsedMessage
}

/** The stand-in for one part, or null when it would not be smaller. */
export async function standInFor(
  kind: Applied,
  candidate: Candidate,
  { message, parsed }: ReadMessage,
  { tokenizer, ids }: Pick<Ports, 'tokenizer' | 'ids'>,
  cutId: string | null,
): Promise<Reduction | null> {
  const { seq, part, toolName, tokens } = candidate
  const id = ids.make('off')
  const putAway = { id, toolName, tokens, confirmed: candidate.confirmed }
  const overhead = kind === 'truncate-input' ? CALL_OVERHEAD + tokenizer.count(toolName) : RESULT_OVERHEAD
  const cost = (text: string) => tokenizer.count(text) + overhead
  const original = originalOf(message, parsed, part)
  const measures = await measureOriginal(original)
  const standIn =
    kind === 'mask'
      ? maskText(putAway)
      : kind === 'offload'
        ? offloadText(putAway, { ...original, ...measures }, cost)
        : truncatedArguments(putAway, argumentsOf(parsed.parts[part]))
  const tokensAfter = cost(standIn)
  if (tokensAfter >= tokens) return null
  return { id, seq, part, kind, toolName, standIn, tokensBefore: tokens, tokensAfter, cutId, original: measures }
}

/** Writes stand-ins for the candidates and says so; returns the tokens they free. The caller records the cut. */
export async function applyReductions(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer' | 'ids'>,
  kind: Applied,
  candidates: readonly Candidate[],
  cutId: string,
): Promise<number> {
  if (candidates.length === 0) return 0
  const messages = await messagesOf(tx, candidates)
  const reductions: Reduction[] = []
  for (const candidate of candidates) {
    const made = await standInFor(kind, candidate, messages.get(candidate.seq)!, ports, cutId)
    if (made) reductions.push(made)
  }
  if (reductions.length > 0) await tx.insertReductions(reductions)
  emitReductions(tx, kind, reductions)
  return reductions.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
}

/** One event for all parts put away together: their handles, where they stand and what they free. */
export function emitReductions(tx: SessionTx, kind: Applied, reductions: readonly Reduction[]): void {
  if (reductions.length === 0) return
  const parts = reductions.map(({ id, seq, toolName, tokensBefore, tokensAfter }) => ({ id, seq, toolName, tokensBefore, tokensAfter }))
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

function argumentsOf(part: Part | undefined): Json {
  return part?.type === 'tool_call' ? part.args : {}
}
