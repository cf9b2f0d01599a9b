/** Why each thing is in the context, and where what is not in it went. */
import { isHuman } from '../compression/compression-plan.js'
import type { ContextEntry } from './context.js'
import type { ViewEntry } from '../message.js'
import type { Reduction } from './reduction.js'
import { isReadBack } from '../reductions/candidates.js'

export interface Explained {
  kind: ContextEntry['kind']
  tokens: number
  rule: string
  reason: string
  seq?: number
  role?: string
  state?: ViewEntry['state']
  checkpointId?: string
  /** How to read what stands behind it. */
  originals?: string
  parts?: { part: number; kind: string; id: string; tokensBefore: number; tokensAfter: number }[]
}

export function describeEntry(entry: ContextEntry, reductions: ReadonlyMap<number, readonly Reduction[]>): Explained {
  switch (entry.kind) {
    case 'message':
      return describeMessage(entry.entry, entry.tokens, reductions.get(entry.entry.seq) ?? [])
    case 'checkpoint': {
      const { id, range, level, summarizer } = entry.checkpoint
      const reason = `stands for messages ${range.from} to ${range.to}; level ${level}, ${summarizer.kind === 'extractive' ? 'copied lines' : `written by ${summarizer.model}`}`
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
        reason: 'exact lines of what left the context',
        originals: 'ledger',
      }
    case 'goal':
      return {
        kind: 'goal',
        tokens: entry.tokens,
        rule: 'G2',
        reason: 'the active goal and every lock, word for word',
        originals: 'goals',
      }
    case 'progress':
      return {
        kind: 'progress',
        tokens: entry.tokens,
        rule: 'G2',
        reason: 'where the active goal stands',
        originals: 'goals',
      }
    case 'goal-note': {
      const reason = `what changed about the goals after message ${entry.afterSeq}; the next cut takes it into their block`
      return { kind: 'goal-note', tokens: entry.tokens, rule: 'G2', reason, originals: 'goals' }
    }
    case 'missing-results':
      return {
        kind: 'missing-results',
        tokens: entry.tokens,
        rule: 'P5',
        reason: `no result came for ${entry.calls.length} call(s) of message ${entry.callSeq}`,
        seq: entry.callSeq,
      }
  }
}

function describeMessage(entry: ViewEntry, tokens: number, reductions: readonly Reduction[]): Explained {
  const { seq, role, state } = entry
  const described = { kind: 'message' as const, tokens, seq, role, state }
  if (reductions.length > 0) {
    const parts = reductions.map(({ part, kind, id, tokensBefore, tokensAfter }) => ({
      part,
      kind,
      id,
      tokensBefore,
      tokensAfter,
    }))
    return {
      ...described,
      rule: RULES[reductions.at(-1)!.kind],
      reason: REASONS[reductions.at(-1)!.kind],
      parts,
      originals: `offloads/${parts[0]!.id}`,
    }
  }
  const [rule, reason] =
    role === 'system'
      ? ['P4', 'system text, word for word']
      : entry.pinned
        ? ['P4', 'pinned']
        : isHuman(entry)
          ? ['P4', 'the user’s own words']
          : entry.shape.some(isReadBack)
            ? ['D1', 'read back: never put away again']
            : ['C2', 'not compressed']
  return { ...described, rule, reason }
}

/** Of a message with several stand-ins the newest says why it looks as it does. */
const RULES: Record<Reduction['kind'], string> = {
  offload: 'D1',
  condense: 'D2',
  'truncate-input': 'D3',
  mask: 'D5',
  watermark: 'D4',
  covered: 'P5',
}

const PUT_AWAY = 'part of it is put away; each part can be read back by its id'
const REASONS: Record<Reduction['kind'], string> = {
  offload: PUT_AWAY,
  condense: 'a tool result in it is condensed as its kind of tool wants it; all of it can be read back by its id',
  'truncate-input': PUT_AWAY,
  mask: PUT_AWAY,
  watermark: 'its calls and results have left: the task they belonged to had ended; each can be read back by its id',
  covered: 'results in it have left with their calls, which stand behind a checkpoint; each can be read back by its id',
}
