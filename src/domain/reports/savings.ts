/** Tokens that the rules saved a session so far, and the model calls they spared. [R5] */
import type { Compression } from '../compression/compression.js'
import { CUT_KINDS, type Cut, type CutKind } from '../context/cut.js'
import { type Reduction, REDUCTION_KINDS, type ReductionKind } from '../context/reduction.js'
import { reductionEntry } from '../reductions/registry.js'
import { inModelTokens } from '../session/model-tokens.js'
import type { Session } from '../session/session.js'

/** Kinds of cuts that have a row of their own. What an emergency evicts or shrinks has the row of evictions. */
export type SavingCutKind = Exclude<CutKind, 'emergency'>
export type SavingKind = ReductionKind | SavingCutKind

/** Kinds in the order of their rows. */
export const SAVING_KINDS: readonly SavingKind[] = [
  ...REDUCTION_KINDS,
  ...CUT_KINDS.filter((kind): kind is SavingCutKind => kind !== 'emergency' && !isReduction(kind)),
]

/** Rules of the cuts that are no reductions. */
const CUT_RULES: Record<Exclude<SavingCutKind, ReductionKind>, string> = {
  compression: 'C4',
  upgrade: 'V5',
  aging: 'C5',
  evict: 'R4',
  recall: 'M6',
  standing: 'M11',
  goals: 'G2',
  withdraw: '10.1',
  'prompt-changed': 'PATCH',
  restore: 'R2',
  rollover: 'R4',
}

/** Effect of one rule since the session began. Every step counts, also of parts that came back or left later. Negative
 * where a cut brought content back, or blocks beside it grew. */
export interface RuleSavings {
  /** Id of the rule, such as `D5`. */
  rule: string
  kind: SavingKind
  count: number
  tokensBefore: number
  tokensAfter: number
  saved: number
}

/** All rows together are what the cuts of the session and the reductions on append changed. */
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
    for (const { state, attempts, strategy } of compressions) {
      this.modelCalls += attempts.length
      if (state.status !== 'completed') continue
      // Asked for without a model, or made without one: a call that was not needed.
      if (attempts.length === 0 && strategy !== 'truncate') this.spared += 1
    }
  }

  /** Call it after the other records: what reductions freed in a cut already counts for their own rule, and the rest for the
   * kind of the cut. */
  addCuts(cuts: readonly Cut[]): void {
    for (const { id, kind, tokensBefore, tokensAfter } of cuts) {
      const rest = tokensBefore - tokensAfter - (this.reducedBy.get(id) ?? 0)
      // A row of reductions counts parts; whole messages and blocks beside them are added to it.
      if (isReduction(kind)) this.change(kind, rest)
      else if (rest !== 0 || kind === 'compression')
        this.add(kind === 'emergency' ? 'evict' : kind, tokensBefore, tokensBefore - rest)
    }
  }

  /** @param usualTokens base tokens that one model call frees in a session without a compression so far */
  savings(session: Pick<Session, 'scale'>, usualTokens: number): Savings {
    const rules = SAVING_KINDS.flatMap((kind): RuleSavings[] => {
      const totals = this.byKind.get(kind)
      if (!totals) return []
      const own = inModelTokens(session, { ...totals })
      return [{ rule: ruleOf(kind), kind, ...own, saved: own.tokensBefore - own.tokensAfter }]
    })
    const compressed = rules.find(({ kind }) => kind === 'compression')
    const withoutModel = rules.filter(({ kind }) => isReduction(kind))
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

  /** Adds tokens to a row without counting a step. */
  private change(kind: RuleSavings['kind'], freed: number): void {
    if (freed === 0) return
    const { count, tokensBefore, tokensAfter } = this.byKind.get(kind) ?? { count: 1, tokensBefore: 0, tokensAfter: 0 }
    const [before, after] = freed > 0 ? [freed, 0] : [0, -freed]
    this.byKind.set(kind, { count, tokensBefore: tokensBefore + before, tokensAfter: tokensAfter + after })
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

function ruleOf(kind: SavingKind): string {
  return isReduction(kind) ? reductionEntry(kind).rule : CUT_RULES[kind]
}

function isReduction(kind: CutKind | SavingKind): kind is ReductionKind {
  return REDUCTION_KINDS.includes(kind as ReductionKind)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
