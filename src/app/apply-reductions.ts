import type { EventType } from '../domain/event.js'
import type { Json, Part, StoredMessage } from '../domain/message.js'
import { parseMessage } from '../domain/formats/index.js'
import { partKey, type Reduction, type ReductionKind } from '../domain/reduction.js'
import type { Candidate } from '../domain/reductions/candidates.js'
import { maskText, offloadText, truncatedArguments } from '../domain/reductions/stand-ins.js'
import { CALL_OVERHEAD, RESULT_OVERHEAD } from '../domain/tokens.js'
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

/** The stand-in for one part, or null when it would not be smaller. */
export function standInFor(
  kind: Applied,
  candidate: Candidate,
  part: Part | null,
  { tokenizer, ids }: Pick<Ports, 'tokenizer' | 'ids'>,
  cutId: string | null,
): Reduction | null {
  const id = ids.make('off')
  const putAway = { id, toolName: candidate.toolName, tokens: candidate.tokens, confirmed: candidate.confirmed }
  const standIn =
    kind === 'mask'
      ? maskText(putAway)
      : kind === 'offload'
        ? offloadText(putAway, resultText(part))
        : truncatedArguments(putAway, argumentsOf(part))
  const overhead = kind === 'truncate-input' ? CALL_OVERHEAD + tokenizer.count(candidate.toolName) : RESULT_OVERHEAD
  const tokensAfter = tokenizer.count(standIn) + overhead
  if (tokensAfter >= candidate.tokens) return null
  return {
    id,
    seq: candidate.seq,
    part: candidate.part,
    kind,
    toolName: candidate.toolName,
    standIn,
    tokensBefore: candidate.tokens,
    tokensAfter,
    cutId,
  }
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
  const contents = kind === 'mask' ? new Map<number, Part[]>() : await partsOf(tx, candidates)
  const reductions = candidates.flatMap((candidate) => {
    const made = standInFor(kind, candidate, contents.get(candidate.seq)?.[candidate.part] ?? null, ports, cutId)
    return made ? [made] : []
  })
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

async function partsOf(tx: SessionTx, candidates: readonly Candidate[]): Promise<Map<number, Part[]>> {
  const messages = await tx.messages([...new Set(candidates.map(({ seq }) => seq))])
  return new Map(messages.map((message) => [message.seq, storedParts(message)]))
}

export function storedParts(message: Pick<StoredMessage, 'format' | 'raw' | 'seq'>): Part[] {
  return parseMessage(message.format, JSON.parse(message.raw) as Json, `message ${message.seq}`).parts
}

export function resultText(part: Part | null): string {
  if (part?.type !== 'tool_result') return ''
  return typeof part.content === 'string'
    ? part.content
    : part.content.map((block) => (block.type === 'text' ? String(block.text) : JSON.stringify(block))).join('\n')
}

function argumentsOf(part: Part | null): Json {
  return part?.type === 'tool_call' ? part.args : {}
}
