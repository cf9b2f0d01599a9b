import { isDecision } from '../source/decisions.js'
import { isNextStep } from '../source/sentences.js'
import type { SourceMessage } from '../source/types.js'
import { closingOf } from './closing.js'
import { turnsOf, type TurnFacts } from './turns.js'

/** Returns the next steps that the newest work ended with, and the messages that name them. Talk after it does not settle them;
 * later work does. [C12] */
export function nextStepsOf(source: readonly SourceMessage[], facts: TurnFacts): { text: string; seqs: number[] }[] {
  for (const turn of turnsOf(source, facts).toReversed()) {
    const { pieces, seqs } = closingOf(turn)
    const steps = pieces.filter(({ text, introduces }) => !introduces && isNextStep(text) && !isDecision(text))
    if (steps.length > 0) return steps.map(({ text }) => ({ text, seqs }))
    if (turn.messages.some(({ parts }) => parts.some(({ kind }) => kind !== 'text'))) return []
  }
  return []
}
