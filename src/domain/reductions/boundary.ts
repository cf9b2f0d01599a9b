/** Selects the calls and results before a task boundary that leave the context. Text stays, and so does a person's text
 * inside a result. [D4] */
import type { PartShape, ViewEntry } from '../message.js'
import { openSeqs } from '../context/pairing.js'
import { partKey, type Reduction } from '../context/reduction.js'
import type { Session } from '../session/session.js'
import type { Candidate } from './candidates.js'

type EvictedPart = Pick<Candidate, 'seq' | 'part' | 'toolName' | 'tokens'>

export interface Eviction {
  /** Messages without remaining content. They are evicted whole. */
  seqs: number[]
  /** Calls and results removed from messages that keep their text. */
  parts: EvictedPart[]
  /** Tokens that the eviction frees. */
  tokens: number
}

type Bounded = Pick<Session, 'openCalls' | 'lastSeq' | 'turn' | 'policy'> & Partial<Pick<Session, 'watermark'>>

/** Returns what to evict before the boundary.
 * @param boundarySeq message at the watermark; it and all later messages stay unchanged
 * @param reductions reductions of these messages; parts already reduced free fewer tokens */
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

/** Whether the part contains no text for the user. Such parts, like thinking, leave with the calls of their message. */
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

/** Returns the calls of the newest tool groups before the boundary that stay. A group is the calls of one message. */
function keptGroups({ watermark, policy }: Bounded, entries: readonly ViewEntry[], boundarySeq: number): Set<string> {
  const keep = watermark?.keepBefore ?? policy.watermark?.keepBefore ?? 0
  const groups =
    keep === 0 ? [] : entries.filter(({ seq, shape }) => seq < boundarySeq && shape.some(isCall)).slice(-keep)
  return new Set(
    groups.flatMap(({ seq, shape }) => shape.flatMap((part) => (isCall(part) ? [callKey(seq, part.callId)] : []))),
  )
}

function isCall(part: PartShape): part is Extract<PartShape, { kind: 'tool_call' }> {
  return part.kind === 'tool_call'
}

/** Returns the calls that stay with their results: kept tool groups, open calls, calls answered by a person or after the boundary, and
 * calls with the call or result pinned. A call is never separated from its result. [P5] */
function protectedCalls(session: Bounded, entries: readonly ViewEntry[], boundarySeq: number): Set<string> {
  const open = openSeqs(session, entries)
  const waiting = new Set(session.openCalls.map(({ seq, callId }) => callKey(seq, callId)))
  const { humanTools } = session.policy
  const keptCalls = keptGroups(session, entries, boundarySeq)
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
