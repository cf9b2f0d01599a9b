import { hasDigit, hasUnspaced, splitWords } from '../texts.js'
import { kindAmong } from '../../knowledge/lines/read.js'
import { isFileTool, isQuietTool } from '../../knowledge/read.js'
import { isShell } from '../shell/shell-files.js'
import { exactStrings } from '../anchors/exact-strings.js'
import type { Passage } from '../source/reading.js'

/** Recognizes sentences of a working session that say nothing outside their place. They are lines only if a span has no
 * others. [C4] */

/** A sentence with fewer words that names nothing is a verdict on what is no longer there: `The fix is straightforward.` */
const MIN_WORDS_UNNAMED = 9
const narrates = kindAmong('narration')
const points = kindAmong('pointing')
const leans = kindAmong('leaning')
const tentative = kindAmong('guess', 'unsettled')
const ofGuesses = kindAmong('guess', 'guesses', 'leaning')
const ofSteps = kindAmong('steps')
const unfinished = kindAmong('unfinished', 'next')
const isPolite = kindAmong('politeness')
const asksFor = kindAmong('asking')
const NAMED = /[`\d"“/]|\w\(\)|\b[A-Z]{2,}/

/** Returns the messages of an agent that works with tools beside or before a call, so that its turn goes on. */
export function seqsBeforeCalls(passages: readonly Passage[]): Set<number> {
  const found = new Set<number>()
  let goesOn = false
  for (const { voice, seq } of passages.toReversed()) {
    if (voice === 'human') goesOn = false
    else if (voice === 'call') goesOn = true
    if (goesOn) found.add(seq)
  }
  return found
}

/** @param exact whether the sentence has exact strings */
export function saysNothingAlone(
  text: string,
  { voice, tool }: Pick<Passage, 'voice' | 'tool'>,
  exact: boolean,
): boolean {
  // Files can be read again, and commands run again.
  if (voice === 'result' && tool === '') return unfinished(text) !== null
  // What a look looked for led to what follows it.
  if (voice === 'call') return isQuietTool(tool) || isShell(tool)
  if (voice === 'result') return isFileTool(tool) || isShell(tool)
  if (voice !== 'spoken' && voice !== 'thought') return false
  if (isNarration(text)) return true
  if (hasUnspaced(text)) return false
  if (voice === 'thought' && (isTentative(text) || leansOnBefore(text))) return true
  if (exact || NAMED.test(text)) return false
  return points(text) !== null || splitWords(text).length < MIN_WORDS_UNNAMED
}

/** Whether a sentence only says what its speaker does now. */
export function isNarration(text: string): boolean {
  return narrates(text) !== null
}

/** Whether a spoken sentence only supposes something, or asks for a step that follows: `Pass it to the parser`. */
export function isTentative(text: string): boolean {
  return tentative(text) !== null
}

/** Whether the items below an introduction are guesses, or lack what the introduction points to: `It has:`. */
export function introducesGuesses(introduction: string): boolean {
  return ofGuesses(introduction) !== null
}

/** Whether the items below an introduction are steps, which are done when someone reads of them. */
export function introducesSteps(introduction: string): boolean {
  return ofSteps(introduction) !== null
}

/** Whether a sentence is only understood after the one before it. */
export function leansOnBefore(text: string): boolean {
  return leans(text) !== null
}

/** Whether a sentence is only polite, or asks to wait: `How can I help you today?` One with a figure or name says more. */
export function isPoliteness(text: string): boolean {
  return isPolite(text) !== null && !hasDigit(text) && exactStrings(text).length === 0
}

/** Whether sentences do nothing but ask for data: the reply, if there is one, says what was given. */
export function onlyAsks(texts: readonly string[]): boolean {
  const asks = (text: string) => asksFor(text) !== null && !hasDigit(text) && exactStrings(text).length === 0
  const saysNothing = (text: string) =>
    saysNothingAlone(text, { voice: 'spoken', tool: '' }, exactStrings(text).length > 0) || isPoliteness(text)
  return texts.some(asks) && texts.every((text) => asks(text) || saysNothing(text))
}
