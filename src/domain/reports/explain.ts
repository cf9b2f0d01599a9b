/** Explains why each entry is in the context, and how to read the originals it replaces. */
import { detailOf } from '../checkpoint/heading.js'
import { isHuman, type ViewEntry } from '../message.js'
import type { ContextEntry } from '../context/context.js'
import { pluralize } from '../number-format.js'
import type { Reduction } from '../context/reduction.js'
import { isReadBack } from '../reductions/candidates.js'
import { reductionEntry } from '../reductions/registry.js'

export interface Explained {
  kind: ContextEntry['kind']
  tokens: number
  rule: string
  reason: string
  seq?: number
  role?: string
  state?: ViewEntry['state']
  pinned?: true
  /** Written by a person. */
  human?: true
  checkpointId?: string
  /** Path of the originals that the entry replaces, relative to the session. */
  originals?: string
  parts?: { part: number; kind: string; id: string; tokensBefore: number; tokensAfter: number }[]
}

/** Returns why an entry is in the context and how it appears. Tokens are base tokens. */
export function describeEntry(entry: ContextEntry, reductions: ReadonlyMap<number, readonly Reduction[]>): Explained {
  switch (entry.kind) {
    case 'message':
      return describeMessage(entry.entry, entry.tokens, reductions.get(entry.entry.seq) ?? [])
    case 'checkpoint': {
      const { id, range } = entry.checkpoint
      const reason = `replaces messages ${range.from} to ${range.to}; ${detailOf(entry.checkpoint).join(', ')}`
      return {
        kind: 'checkpoint',
        tokens: entry.tokens,
        rule: 'C4',
        reason,
        checkpointId: id,
        originals: `checkpoints/${id}/messages`,
      }
    }
    case 'ledger':
      return {
        kind: 'ledger',
        tokens: entry.tokens,
        rule: 'C9',
        reason: 'exact lines from messages that left the context',
        originals: 'ledger',
      }
    case 'goal':
      return {
        kind: 'goal',
        tokens: entry.tokens,
        rule: 'G2',
        reason: 'the active goal and every lock, verbatim',
        originals: 'goals',
      }
    case 'progress':
      return {
        ...{ kind: 'progress', tokens: entry.tokens, rule: 'G2' },
        reason: 'progress of the active goal',
        originals: 'goals',
      }
    case 'goal-note': {
      const reason = `goal changes after message ${entry.afterSeq}; the next cut moves them into the goal block`
      return { kind: 'goal-note', tokens: entry.tokens, rule: 'G2', reason, originals: 'goals' }
    }
    case 'recall':
      return {
        kind: 'recall',
        tokens: entry.tokens,
        rule: 'M5',
        reason: `quotes from earlier that answer message ${entry.seq}`,
        seq: entry.seq,
        originals: `recalls?seq=${entry.seq}`,
      }
    case 'standing':
      return describeStanding(entry)
    case 'missing-results':
      return {
        kind: 'missing-results',
        tokens: entry.tokens,
        rule: 'P5',
        reason: `no result received for ${pluralize(entry.calls.length, 'call')} of message ${entry.callSeq}`,
        seq: entry.callSeq,
      }
  }
}

function describeStanding(entry: Extract<ContextEntry, { kind: 'standing' }>): Explained {
  const block = 'what people stated for all sessions of the scope, with the message of each'
  return {
    ...{ kind: 'standing', tokens: entry.tokens, rule: 'M11', originals: 'standing' },
    reason: 'seq' in entry ? noteReason(entry) : block,
    ...('seq' in entry && { seq: entry.seq }),
  }
}

function noteReason({ sources }: { sources: readonly string[] }): string {
  const from = sources.length === 0 ? 'by the app' : `in ${sources.join(', ')}`
  return `changes of the scope since the last cut, made ${from}; the next cut moves them into the block`
}

function describeMessage(entry: ViewEntry, tokens: number, reductions: readonly Reduction[]): Explained {
  const { seq, role, state } = entry
  const marks = { ...(entry.pinned && { pinned: true as const }), ...(isHuman(entry) && { human: true as const }) }
  const described = { kind: 'message' as const, tokens, seq, role, state, ...marks }
  if (reductions.length > 0) {
    const parts = reductions.map(({ part, kind, id, tokensBefore, tokensAfter }) => ({
      part,
      kind,
      id,
      tokensBefore,
      tokensAfter,
    }))
    // The newest reduction explains a message with several.
    const { rule, reason } = reductionEntry(reductions.at(-1)!.kind)
    return {
      ...described,
      rule,
      reason,
      parts,
      originals: `offloads/${parts[0]!.id}`,
    }
  }
  const [rule, reason] =
    role === 'system'
      ? ['P4', 'system text, verbatim']
      : entry.pinned
        ? ['P4', 'pinned']
        : isHuman(entry)
          ? ['P4', 'the user’s own words']
          : entry.shape.some(isReadBack)
            ? ['D1', 'read back; never reduced again']
            : ['C2', 'not compressed']
  return { ...described, rule, reason }
}
