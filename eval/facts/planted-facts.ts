import type { Json } from '../../src/domain/message.js'

/** What the logs with planted facts have in common: how often a fact comes, and the forms of calls. */

export const FACT_KINDS = ['goal', 'rule', 'decision', 'artifact', 'error'] as const
export type FactKind = (typeof FACT_KINDS)[number]

export interface Fact {
  kind: FactKind
  text: string
}

export const hasRule = (turn: number): boolean => turn % 4 === 0
export const hasDecision = (turn: number): boolean => turn % 3 === 0
export const hasError = (turn: number): boolean => turn % 5 === 0

/** Texts of the facts of a turn. */
export interface FactTexts {
  goals: readonly string[]
  rule(turn: number): string
  decision(turn: number): string
  artifact(turn: number): string
  error(turn: number): string
}

/** A rule every 4 turns, a decision every 3, an artifact in each, an error every 5, and two goals: 109 facts in 60 turns, 359 in
 * 200, 1,072 in 600. */
export function factsOf(turns: number, texts: FactTexts): Fact[] {
  const all = Array.from({ length: turns }, (_, turn) => turn)
  const facts = (kind: Exclude<FactKind, 'goal'>, of: number[]) =>
    of.map((turn): Fact => ({ kind, text: texts[kind](turn) }))
  return [
    ...texts.goals.map((text): Fact => ({ kind: 'goal', text })),
    ...facts('rule', all.filter(hasRule)),
    ...facts('decision', all.filter(hasDecision)),
    ...facts('artifact', all),
    ...facts('error', all.filter(hasError)),
  ]
}

export function pick<T>(from: readonly T[], step: number): T {
  return from[Math.floor(step) % from.length]!
}

/** Returns some of the sentences, others for each turn. */
export function proseOf(sentences: readonly string[], step: number, count: number): string {
  return Array.from({ length: count }, (_, at) => pick(sentences, step + at * 5)).join(' ')
}

/** Returns a call in the format of OpenAI. */
export function callOf(id: string, name: string, args: Json): Json {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args) } }
}
