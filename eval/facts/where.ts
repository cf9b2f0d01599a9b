import type { Checkpoint } from '../../src/domain/checkpoint/checkpoint.js'
import { FACT_KINDS, type Fact } from './planted-facts.js'

/** Where facts that are not in view are, and what the lines in view are spent on. */
export interface Where {
  /** Facts by kind that only lines in reserve hold · that no line holds. */
  missing: { kind: string; waiting: number; lost: number }[]
  /** Lines in view by level, kind, writer, and subject. */
  spent: { lines: string; count: number; tokens: number; facts: number }[]
}

/** @param context the whole context at the end */
export function whereOf(facts: readonly Fact[], live: readonly Checkpoint[], context: string): Where {
  const waiting = live.flatMap(({ reserve = [] }) => reserve.map(({ text }) => text)).join('\n')
  const missing = FACT_KINDS.map((kind) => {
    const out = facts.filter((fact) => fact.kind === kind && !context.includes(fact.text))
    const inReserve = out.filter(({ text }) => waiting.includes(text)).length
    return { kind, waiting: inReserve, lost: out.length - inReserve }
  })
  const spent = new Map<string, Where['spent'][number]>()
  for (const { level, lines } of live)
    for (const { kind, by, about = '', text, tokens } of lines) {
      const name = `level ${level} ${kind} by ${by} ${about.split(' ')[0]}`.trim()
      const sum = spent.get(name) ?? { lines: name, count: 0, tokens: 0, facts: 0 }
      sum.count += 1
      sum.tokens += tokens
      sum.facts += facts.filter((fact) => text.includes(fact.text)).length
      spent.set(name, sum)
    }
  return { missing, spent: [...spent.values()] }
}
