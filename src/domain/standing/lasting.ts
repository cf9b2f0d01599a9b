/** Whether a decision or preference lasts: what is done once, on one day, or says nothing without what was before it, holds for no later
 * session. [M11] */
import { hasCjk } from '../texts.js'
import { subjectWords } from './words.js'

const DAY =
  /\b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:t(?:ember)?)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.? \d{1,2}\b|\b\d{1,2}\. (?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b|\b(?:today|tonight|tomorrow|yesterday|heute|morgen|gestern|this (?:morning|afternoon|evening|weekend)|(?:days?|weeks?) ago)\b|\d{1,2}月\d{1,2}[日号]|今天|明天|昨天/u
/** Why something was decided: a day there is not the day on which it is done. */
const REASON = /\b(?:after|following|since|because|nach|weil|seit)\b.*$/iu
/** From a day on, or again and again. */
const LASTS =
  /\b(?:start(?:ing|s)?|from|daily|weekly|biweekly|monthly|yearly|every|each|per|always|switched|ab|jede[nmrs]?|täglich|wöchentlich|monatlich|immer)\b|每|开始|起|改用/iu
const FOR_A_WHILE =
  /\bfor (?:\d{1,3}|an?|one|two|three|four|a few|several|the next) (?:\p{L}+ )?(?:hours?|days?|weeks?|months?)\b/iu
/** Acts that are over when they are done. */
const ONCE =
  /\b(?:decided|chose|chosen|agreed|opted) to (?:only |just |finally )?(?:buy|purchase|order|invest|spend|pay|attend|visit|join|read|watch|skip|trial|try|go|book|meet|call|ask|take|give)\b|\bto save \$/iu
/** The object is a word for something said before. */
const POINTS =
  /\b(?:decided|chose|chosen|agreed|settled|opted|switched|going|go|stick|sticking)(?: (?:to|on|for|against|with|from))?(?: (?!use\b)\p{L}{2,20})?(?: (?:it|them|one|both)\b| (?:that|this|those|these)\b(?! \p{L}+ly\b))/iu
const UNFINISHED = /\b(?:using|to|for|with|of|the|an?|over|against|into|from|their|my|our|und|mit|für|der|die|das)$/iu
/** Verbs and names whose object alone says everything: `We decided to use Postgres`. */
const NAMES =
  /\b(?:use|using|go with|going with|stick with|settled on|switched to|nehmen|setzen auf|bleiben bei)\b|\s\p{Lu}\p{L}|[`/._]\p{L}/u
const MOMENT = /\bprefer to (?:start|begin)\b|\bprefer (?:to )?(?:do|have|keep|take|make) (?:in|at|on|from|by|with)\b/iu

export function isLastingDecision(text: string): boolean {
  if (UNFINISHED.test(text) || POINTS.test(text)) return false
  const lasts = LASTS.test(text)
  if (FOR_A_WHILE.test(text) || (ONCE.test(text) && !lasts)) return false
  if (DAY.test(text.replace(REASON, '')) && !lasts) return false
  const said = subjectWords(text).filter((word) => !/^(?:\d|[ap]m$)/u.test(word))
  return said.length >= 2 || hasCjk(text) || (said.length === 1 && NAMES.test(text.slice(1)))
}

export function isLastingPreference(text: string): boolean {
  return !UNFINISHED.test(text) && !MOMENT.test(text) && !/^\S+ prefer (?:that|this|it)$/iu.test(text)
}
