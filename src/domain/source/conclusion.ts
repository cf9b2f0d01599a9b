import { proseLines } from './prose.js'
import { isNextStep, isQuestion, isThought } from './sentences.js'

/** Reads what a thought came to: of an agent that only thinks and calls tools, nothing else says what it found out. [C10] */

/** Characters at the end of a thought that are read. Before them it weighs what it comes to. */
const END_CHARS = 1_500
/** Sentences of a conclusion. */
const MAX_SENTENCES = 2

/** Returns the last sentences of a thought that state something, one in a row; empty if it only plans, asks and weighs. */
export function conclusionOf(thought: string): string {
  const end = thought.slice(-END_CHARS)
  // The first sentence may be cut.
  const lines = proseLines(thought.length > END_CHARS ? end.replace(/^[^.!?。！？\n]{0,400}[.!?。！？\n]?/, '') : end)
  return lines
    .filter(({ text }) => !isThought(text) && !isQuestion(text) && !isNextStep(text))
    .slice(-MAX_SENTENCES)
    .map(({ text }) => text)
    .join('\n')
}
