import { standingIn } from '../standing/find.js'

/** Characters of a text that are read for what it states. Longer ones are documents. */
const STATED_CHARS = 100_000
const KIND_OF = { rule: 'constraint', preference: 'preference', fact: 'preference', decision: 'decision' } as const

interface Stated {
  kind: (typeof KIND_OF)[keyof typeof KIND_OF]
  text: string
  action: null
}

/** Returns what a text states for all that comes, beside the sentences that were found already: preferences, facts, and rules without the words of
 * one. [M11] */
export function standingBeside(text: string, found: readonly { text: string }[]): Stated[] {
  const listed = found.map((one) => one.text)
  return standingIn(text.slice(0, STATED_CHARS))
    .filter((one) => !listed.some((sentence) => sentence.includes(one.text)))
    .map((one) => ({ kind: KIND_OF[one.kind], text: one.text, action: null }))
}
