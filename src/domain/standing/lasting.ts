/** Whether a decision or preference lasts: what is done once, on one day, or says nothing without what was before it, holds for no later
 * session. [M11] */
import { kindAmong } from '../../knowledge/lines/read.js'
import { hasCjk } from '../texts.js'
import { subjectWords } from './words.js'

const day = kindAmong('day')
/** From a day on, or again and again. */
const lasting = kindAmong('lasting')
const forAWhile = kindAmong('while')
/** Acts that are over when they are done. */
const once = kindAmong('once')
const moment = kindAmong('moment')
/** Why something was decided: a day there is not the day on which it is done. */
const REASON = /\b(?:after|following|since|because|nach|weil|seit)\b.*$/iu
/** The object is a word for something said before. */
const SETTLES =
  /\b(?:decided|chose|chosen|agreed|settled|opted|switched|going|go|stick|sticking|use)(?: (?:to|on|for|against|with|from))?/iu
const ON_IT = /(?: (?!use\b)\p{L}{2,20})?(?: (?:it|them|one|both)\b| (?:that|this|those|these)\b(?! \p{L}+ly\b))/iu
const ABOUT_IT = /\b(?:about|for|with|of|on|into) (?:this|that|it|them)(?= because|[.,!]|$)/iu
const POINTS = new RegExp(`${SETTLES.source}${ON_IT.source}|${ABOUT_IT.source}`, 'iu')
/** What is preferred is a word for something said before: `I prefer its simplicity`. */
const POINTS_BACK_PARTS: readonly RegExp[] = [
  /^\S+ prefer (?:(?:that|this|it)$|(?:its|their|his|her|one|something)\b|the \S+(?: \S+)?$)|^ich bevorzuge (?:den|die|das) \S+$/iu,
  // A choice among what is offered names no other, and in few words.
  /^ich bevorzuge (?:etwas|ein|eine|einen|\S+$)/iu,
  /一点的|^我们?(?:还是)?(?:更|比较)喜欢(?!用)[吃喝看]?[^，。！用]{1,3}[。！]?$|^我最喜欢[^是，。]{0,8}的[^是，。]{0,8}[。！]?$/u,
  /^ich (?:mag|liebe|hasse|bevorzuge) (?:\p{L}{2,8} )?(?:gerade|dein\p{L}{0,2}|Ihr\p{L}{0,2}|dies\p{L}{1,2})(?!\p{L})/iu,
  /^I (?:prefer|like|want) (?:that )?one\b|^ich (?:(?:bevorzuge )?es|das lieber)\b/iu,
  /喜欢(?:哪|[^，。]{1,6}的[。！]?$|[看吃喝做买去玩听][。！]?$)/u,
  /^I prefer the (?:\S+ ){1,3}ones?$|^\S+ prefer \p{L}+ [-–]|\b(?:that|this|it|there)$|^[^，。]*(?:[这那你它她]|(?<!吉)他|[前后]者|其中)/iu,
]
/** A word for what was said before, with no noun before it: `I love having them around`, `I've had her for years`. */
const NAMELESS =
  /^I(?:[’']ve|[’']m)? (?:(?!and\b)[^\s,;.–-]+ ){1,3}?(?:(?<!\b(?:if|when) )it(?! (?:when|if)\b)|them|him|her(?= (?:for|since|around|every)\b))(?!\p{L})/iu
/** Things before people now: `I love getting lost in those worlds`. */
const POINTS_AT = /^I (?:[^\s,;.–-]+ ){1,4}?(?:these|those|this|that(?= (?!much\b)\p{L}+$))(?!\p{L})/iu
const POINTS_BACK = new RegExp(POINTS_BACK_PARTS.map(({ source }) => source).join('|'), 'iu')
/** A wish or an apology: `I hate to say`, `I like to pay, please`. */
const WISHES = /^I (?:really )?hate to\b|\b(?:please|bitte)$/iu
/** A request that only mentions a preference. */
const ASKS = /^(?:can|could|would|will|do) you\b/iu
const UNFINISHED = /\b(?:using|to|for|with|of|the|an?|over|against|into|from|their|my|our|und|mit|für|der|die|das)$/iu
/** Nothing follows the verb: `the films that I've chosen, …`. */
const NO_OBJECT = /^\S+(?: \S+)? (?:decided|chose|chosen|agreed)(?:,| (?:and|but|or)\b)/iu
/** Verbs and names whose object alone says everything: `We decided to use Postgres`. */
const NAMES =
  /\b(?:use|using|go with|going with|stick with|settled on|switched to|nehmen|setzen auf|bleiben bei)\b|\s\p{Lu}\p{L}|[`/._]\p{L}/u

export function isLastingDecision(text: string): boolean {
  if (UNFINISHED.test(text) || POINTS.test(text) || NO_OBJECT.test(text)) return false
  const lasts = lasting(text) !== null
  if (forAWhile(text) !== null || (once(text) !== null && !lasts)) return false
  if (day(text.replace(REASON, '')) !== null && !lasts) return false
  const said = subjectWords(text)
  return said.length >= 2 || hasCjk(text) || (said.length === 1 && NAMES.test(text.slice(1)))
}

/** Whether a clause about a person names what it is about. */
export function isNamed(text: string): boolean {
  return !NAMELESS.test(text)
}

export function isLastingPreference(text: string): boolean {
  return (
    ![UNFINISHED, POINTS_BACK, NAMELESS, POINTS_AT, WISHES, ASKS].some((pattern) => pattern.test(text)) &&
    moment(text) === null
  )
}
