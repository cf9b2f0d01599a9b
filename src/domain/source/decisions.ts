import { hasCjk } from '../texts.js'
import { kindAmong, lengthOfStart } from '../../knowledge/lines/read.js'
import { isQuestion, isThought } from './sentences.js'

/** Recognizes decisions and rules. Only a person, a marker, a lock or an answer to a tool that asks decides something. Of an
 * assistant's words, only a report that something was decided is a decision. [C4] [C9] */

const decided = kindAmong('decision', 'undecided')
const marked = kindAmong('marker')
const choice = kindAmong('choice')
const aside = kindAmong('aside', 'greeting')
const first = kindAmong('first')
const request = kindAmong('request')
const directs = kindAmong('direction', 'order')
const openingIn = lengthOfStart('opening')

/** Words with which people open a sentence say nothing about it. */
const MAX_OPENINGS = 6
const SIGNS = /^[,.!:;…–—-]{0,3}\s{1,20}/

/** Whether a sentence reports a decision that was made. Weighing options aloud is none. */
export function isDecision(sentence: string): boolean {
  return marked(sentence) !== null || (isMade(sentence) && !isThought(sentence))
}

/** Whether a person's sentence decides something. Asides, greetings, questions and requests to look at something do not. */
export function isPersonsDecision(sentence: string): boolean {
  const text = withoutOpenings(sentence)
  if (aside(text) !== null || isQuestion(text)) return false
  return isMade(text) || choice(text) !== null
}

/** Whether a sentence with which a person refused a call says what to do instead. */
export function isInstruction(sentence: string): boolean {
  const text = withoutOpenings(sentence)
  if (aside(text) !== null || first(text) !== null) return false
  if (isQuestion(text)) return request(text) !== null
  return isPersonsDecision(text) || directs(text) !== null
}

/** Whether a person's sentence passes with the moment: `Hang on a sec`, `Have a look at this first`, or a question. */
export function isPassing(sentence: string): boolean {
  const text = withoutOpenings(sentence)
  return aside(text) !== null || (isQuestion(text) && request(text) === null)
}

function isMade(text: string): boolean {
  return decided(text) === 'decision'
}

function withoutOpenings(sentence: string): string {
  let text = sentence.trim()
  for (let at = 0; at < MAX_OPENINGS; at++) {
    const rest = text.slice(openingIn(text))
    const signs = rest === text ? null : SIGNS.exec(rest)
    if (!signs) break
    text = rest.slice(signs[0].length)
  }
  return text
}

/** Rules are instructions and preferences about what is to come. A sentence with "always" in it is none by itself: `You always cheer me
 * up`. What counts is where the word is: it opens an order, or follows a verb of duty. A shorter one needs a script without spaces. [C9] */
const MIN_RULE_CHARS = 8
const ruleOrSupposition = kindAmong('rule', 'preference', 'supposition')

/** Returns whether a sentence states a rule or a preference; null: neither. */
export function ruleIn(sentence: string): 'rule' | 'preference' | null {
  if (sentence.length < MIN_RULE_CHARS && !hasCjk(sentence)) return null
  const kind = ruleOrSupposition(sentence)
  return kind === 'supposition' ? null : kind
}

/** Whether a sentence states a rule or a preference. Rules must survive verbatim. */
export function isRule(sentence: string): boolean {
  return ruleIn(sentence) !== null
}
