/** What leaves at a task boundary: calls and results from before it. Words stay, and so does what a person said inside a result. [D4] */
import type { PartShape, ViewEntry } from '../message.js'
import { openSeqs } from '../context/pairing.js'
import { partKey, type Reduction } from '../context/reduction.js'
import type { Session } from '../session/session.js'
import type { Candidate } from './candidates.js'

type EvictedPart = Pick<Candidate, 'seq' | 'part' | 'toolName' | 'tokens'>

export interface Eviction {
  /** Messages of which nothing is left: they are set aside whole. */
  seqs: number[]
  /** Calls and results of messages that keep their words. */
  parts: EvictedPart[]
  /** Tokens that all this frees. */
  tokens: number
}

type Bounded = Pick<Session, 'openCalls' | 'lastSeq' | 'turn' | 'policy'>

/** @param boundarySeq message that the watermark stands at; it and all after it stay as they are
 * @param reductions of these messages: what was put away before frees less */
export function beforeBoundary(
  session: Bounded,
  entries: readonly ViewEntry[],
  reductions: readonly Reduction[],
  boundarySeq: number,
): Eviction {
  const keptCalls = protectedCalls(session, entries, boundarySeq)
  const currentTokens = new Map(reductions.map(({ seq, part, tokensAfter }) => [partKey(seq, part), tokensAfter]))
  const eviction: Eviction = { seqs: [], parts: [], tokens: 0 }
  for (const entry of entries) {
    if (entry.seq >= boundarySeq) break
    if (entry.pinned || entry.role === 'system') continue
    const parts = entry.shape.flatMap((shape, part): EvictedPart[] => {
      if (!isEvicted(entry, shape, keptCalls)) return []
      return [
        {
          seq: entry.seq,
          part,
          toolName: shape.name,
          tokens: currentTokens.get(partKey(entry.seq, part)) ?? shape.tokens,
        },
      ]
    })
    if (parts.length === 0) continue
    const evictedParts = new Set(parts.map(({ part }) => part))
    if (entry.shape.every((shape, part) => evictedParts.has(part) || isSilent(shape))) {
      eviction.seqs.push(entry.seq)
      eviction.tokens += entry.viewTokens
    } else {
      eviction.parts.push(...parts)
      eviction.tokens += parts.reduce((sum, { tokens }) => sum + tokens, 0)
    }
  }
  return eviction
}

/** Thinking without a word to anybody leaves with the calls it led to. */
function isSilent({ kind }: PartShape): boolean {
  return kind === 'removed' || kind === 'reasoning' || kind === 'opaque'
}

function isEvicted(
  entry: ViewEntry,
  shape: PartShape,
  keptCalls: ReadonlySet<string>,
): shape is Extract<PartShape, { kind: 'tool_call' | 'tool_result' }> {
  if (shape.kind === 'tool_call') return !keptCalls.has(callKey(entry.seq, shape.callId))
  return (
    shape.kind === 'tool_result' &&
    (shape.callSeq === null ? shape.byUser !== true : !keptCalls.has(callKey(shape.callSeq, shape.callId)))
  )
}

/** Calls that stay with their results: still open, answered by a person or beyond the boundary, pinned on either side. A call never parts
 * from its result. [P5] */
function protectedCalls(session: Bounded, entries: readonly ViewEntry[], boundarySeq: number): Set<string> {
  const open = openSeqs(session, entries)
  const waiting = new Set(session.openCalls.map(({ seq, callId }) => callKey(seq, callId)))
  const { humanTools } = session.policy
  const keptCalls = new Set<string>()
  for (const entry of entries) {
    for (const shape of entry.shape) {
      if (shape.kind === 'tool_call') {
        const key = callKey(entry.seq, shape.callId)
        if (entry.pinned || (open.has(entry.seq) && waiting.has(key))) keptCalls.add(key)
      } else if (shape.kind === 'tool_result' && shape.callSeq !== null) {
        const beyond = entry.seq >= boundarySeq && !shape.late
        if (beyond || entry.pinned || shape.byUser || humanTools.includes(shape.name))
          keptCalls.add(callKey(shape.callSeq, shape.callId))
      }
    }
  }
  return keptCalls
}

function callKey(seq: number, callId: string): string {
  return `${seq}/${callId}`
}
