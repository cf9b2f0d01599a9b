import { hasCjk } from '../texts.js'
import { kindAmong } from '../../knowledge/lines/read.js'

/** Recognizes rules: instructions and preferences about what is to come. A sentence with "always" in it is none by itself: `You always
 * cheer me up`, `That must have been awesome`. What counts is where the word is: it opens an order, or follows a verb of duty. [C9] */

const MIN_CHARS = 8
const ruleOrSupposition = kindAmong('rule', 'preference', 'supposition')

/** Whether a sentence states a rule or a preference. Rules must survive verbatim. */
export function isRule(sentence: string): boolean {
  if (sentence.length < MIN_CHARS && !hasCjk(sentence)) return false
  const kind = ruleOrSupposition(sentence)
  return kind === 'rule' || kind === 'preference'
}
