/** Reports the tokens that the deterministic rules saved in a conversation sent as a whole. [D1]–[D6] */
import { usedTokens, type TokenCounts } from '../session/budget.js'
import { fitLimit } from '../session/model-tokens.js'
import type { ViewEntry } from '../message.js'
import { type Reduction, REDUCTION_KINDS, type ReductionKind } from '../context/reduction.js'
import type { Session } from '../session/session.js'
import { reductionEntry } from './registry.js'

export interface Reduced {
  /** Remaining messages after the reductions. */
  entries: ViewEntry[]
  reductions: Reduction[]
  /** Messages removed completely. */
  removed: ViewEntry[]
  /** What is left, in base tokens. */
  tokenCounts: TokenCounts
}

/** Effect of one rule. */
export interface RuleReport {
  rule: string
  kind: ReductionKind
  parts: number
  tokensBefore: number
  tokensAfter: number
}

export interface ReductionReport {
  limit: number
  reserve: number
  tokensBefore: number
  tokensAfter: number
  saved: number
  /** Whether the result fits limit − reserve. The deterministic rules alone do not guarantee that. */
  fits: boolean
  rules: RuleReport[]
  /** Every reduced part. `message` is the index of its message in the request, from 0. */
  parts: {
    id: string
    message: number
    part: number
    kind: ReductionKind
    toolName: string
    tokensBefore: number
    tokensAfter: number
  }[]
  /** Messages removed completely, by their index in the request. */
  left: number[]
}

/** Returns what one pass of reductions saved, by rule. Counts of parts and of the context are base tokens. */
export function reportOf(
  session: Pick<Session, 'limit' | 'reserve' | 'scale'>,
  { reductions, removed, tokenCounts }: Reduced,
  tokensBefore: number,
): ReductionReport {
  const { limit, reserve } = session
  const tokensAfter = usedTokens(tokenCounts)
  const rules = REDUCTION_KINDS.map((kind): RuleReport => {
    const own = reductions.filter((reduction) => reduction.kind === kind)
    const whole = kind === 'watermark' ? removed : []
    return {
      rule: reductionEntry(kind).rule,
      kind,
      parts: own.length + whole.length,
      tokensBefore: sum(own.map((part) => part.tokensBefore)) + sum(whole.map((entry) => entry.viewTokens)),
      tokensAfter: sum(own.map((part) => part.tokensAfter)),
    }
  })
  return {
    limit,
    reserve,
    tokensBefore,
    tokensAfter,
    saved: tokensBefore - tokensAfter,
    fits: tokensAfter <= fitLimit(session),
    rules: rules.filter(({ parts }) => parts > 0),
    parts: reductions.map(({ id, seq, part, kind, toolName, tokensBefore: before, tokensAfter: after }) => {
      return { id, message: seq - 1, part, kind, toolName, tokensBefore: before, tokensAfter: after }
    }),
    left: removed.map(({ seq }) => seq - 1),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
