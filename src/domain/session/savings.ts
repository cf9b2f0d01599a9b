/** Tokens that the rules saved a session so far, and the model calls they spared. [R5] */
import type { Compression } from '../compression/compression.js'
import type { Cut } from '../context/cut.js'
import type { Reduction } from '../context/reduction.js'
import { REDUCTION_KINDS, reductionEntry, type ReductionKind } from '../reductions/registry.js'
import { inModelTokens } from './model-tokens.js'
import type { Session } from './session.js'

/** Effect of one rule since the session began. Every step counts, also of parts that came back or left later. */
export interface RuleSavings {
  /** Id of the rule, such as `D5`. */
  rule: string
  kind: ReductionKind | 'compression' | 'evict'
  count: number
  tokensBefore: number
  tokensAfter: number
  saved: number
}

export interface Savings {
  rules: RuleSavings[]
  tokensBefore: number
  tokensAfter: number
  /** Tokens saved by all rules. */
  saved: number
  /** Saved by rules that call no model, and the calls that would have freed as much. */
  savedWithoutModel: number
  modelCallsSpared: number
  /** Calls that compressions made. */
  modelCalls: number
}

type Totals = Pick<RuleSavings, 'count' | 'tokensBefore' | 'tokensAfter'>

/** Adds up records as they are read, so that a long session needs no list of them. Counts in base tokens. */
export class SavingsCount {
  private readonly byKind = new Map<RuleSavings['kind'], Totals>()
  /** Tokens that reductions freed, by their cut. */
  private readonly reducedBy = new Map<string, number>()
  private modelCalls = 0
  private spared = 0

  addReductions(reductions: readonly Reduction[]): void {
    for (const { kind, tokensBefore, tokensAfter, cutId } of reductions) {
      this.add(kind, tokensBefore, tokensAfter)
      if (cutId !== null) this.reducedBy.set(cutId, (this.reducedBy.get(cutId) ?? 0) + tokensBefore - tokensAfter)
    }
  }

  addCompressions(compressions: readonly Compression[]): void {
    for (const { state, attempts, strategy, tokensBefore, tokensAfter } of compressions) {
      this.modelCalls += attempts.length
      if (state.status !== 'completed' || tokensBefore === null || tokensAfter === null) continue
      this.add('compression', tokensBefore, tokensAfter)
      // Asked for without a model, or made without one: a call that was not needed.
      if (attempts.length === 0 && strategy !== 'truncate') this.spared += 1
    }
  }

  /** Call it after the other records: what reductions freed in a cut already counts for their own rule. */
  addCuts(cuts: readonly Cut[]): void {
    for (const { id, kind, tokensBefore, tokensAfter } of cuts) {
      const reduced = this.reducedBy.get(id) ?? 0
      const compression = this.byKind.get('compression')
      if (kind === 'compression' && compression) compression.tokensAfter += reduced
      if (kind === 'evict' || kind === 'emergency') {
        const after = tokensAfter + reduced
        if (after < tokensBefore) this.add('evict', tokensBefore, after)
      }
    }
  }

  /** @param usualTokens base tokens that one model call frees in a session without a compression so far */
  savings(session: Pick<Session, 'scale'>, usualTokens: number): Savings {
    const rules = [...REDUCTION_KINDS, 'compression' as const, 'evict' as const].flatMap((kind): RuleSavings[] => {
      const totals = this.byKind.get(kind)
      if (!totals) return []
      const own = inModelTokens(session, { ...totals })
      return [{ rule: ruleOf(kind), kind, ...own, saved: own.tokensBefore - own.tokensAfter }]
    })
    const compressed = rules.find(({ kind }) => kind === 'compression')
    const withoutModel = rules.filter(({ kind }) => kind !== 'compression' && kind !== 'evict')
    const savedWithoutModel = sum(withoutModel.map(({ saved }) => saved))
    const perCall = compressed && compressed.saved > 0 ? compressed.saved / compressed.count : usualTokens
    const saved = sum(rules.map((rule) => rule.saved))
    return {
      rules,
      tokensBefore: sum(rules.map(({ tokensBefore }) => tokensBefore)),
      tokensAfter: sum(rules.map(({ tokensAfter }) => tokensAfter)),
      saved,
      savedWithoutModel,
      modelCallsSpared: this.spared + (perCall > 0 ? Math.floor(savedWithoutModel / perCall) : 0),
      modelCalls: this.modelCalls,
    }
  }

  private add(kind: RuleSavings['kind'], before: number, after: number): void {
    const { count, tokensBefore, tokensAfter } = this.byKind.get(kind) ?? { count: 0, tokensBefore: 0, tokensAfter: 0 }
    this.byKind.set(kind, {
      count: count + 1,
      tokensBefore: tokensBefore + before,
      tokensAfter: tokensAfter + after,
    })
  }
}

function ruleOf(kind: RuleSavings['kind']): string {
  return kind === 'compression' ? 'C4' : kind === 'evict' ? 'R4' : reductionEntry(kind).rule
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
