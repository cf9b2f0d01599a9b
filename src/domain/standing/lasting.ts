/** Whether a decision or preference lasts: what is done once, on one day, or says nothing without what was before it, holds for no later
 * session. [M11] */
import { firstOf, kindAmong } from '../../knowledge/lines/read.js'
import { hasCjk } from '../texts.js'

const day = kindAmong('day')
/** From a day on, or again and again. */
const lasting = kindAmong('lasting')
const forAWhile = kindAmong('while')
const offered = kindAmong('offered')
const settled = kindAmong('settled')
/** Acts that are over when they are done. */
const once = kindAmong('once')
/** What an assistant makes or says, tools and settings, and words that bind it to one thing of the moment. */
const topic = kindAmong('topic')
const named = kindAmong('named')
const binds = kindAmong('bound', 'definite')
/** Why something was decided: a day there is not the day on which it is done. */
const reasons = firstOf('reason')

/** A word for what was said before, with no noun before it: `I love having them around`, `I've had her for years`. */
const NAMELESS =
  /^(?:[^\s,;.–-]+ ){1,4}?(?:(?<!\b(?:if|when) )it(?! (?:when|if)\b)|them|him|its|their|his|her)(?!\p{L})/iu
/** Near its start, a word for what was said before or is before people now: `I prefer that one`, `I love having them around`. */
const POINTS: readonly RegExp[] = [
  /^(?:[^\s,;.–-]+ ){1,5}?(?:th(?:ese|ose)|both|ones?|something|whatever|this(?! (?:project|repo|codebase|app|team)\b)|that(?= (?!much\b)\p{L}+$| (?:for|in|on|to)\b))(?!\p{L})/iu,
  NAMELESS,
  /^ich \p{L}+ (?:\p{L}{2,8} )?(?:es|das|eins|beides?|andere|nicht|gerade|(?<!bevorzuge )den|dein\p{L}{0,2}|Ihr\p{L}{0,2}|dies\p{L}{1,2})(?!\p{L})/iu,
  /^[^，。]*(?:(?<!吉)[他她它]|[这那哪]|(?<!希望|想让|要)你|[前后]者|其中|喜欢[吃喝做买去玩听看]?[。！]?$)|[它他]家|这[里家个]/u,
]
/** A choice among what is offered names one thing: `I prefer beef soup`, `我喜欢靠窗的座位`. */
const chooses = kindAmong('choosing')
const CHOOSES_CJK = /(?:更|比较)喜欢|喜欢(?!用)[^，。是]{0,10}的[^，。是]{0,8}[。！]?$/iu
/** A taste is of things of a kind, of what one does, of one thing over another, or of what an assistant makes. */
const compares = kindAmong('comparing')
/** Of things in the plural. */
const PLURAL: readonly RegExp[] = [
  /\bprefer (?!(?:an?|the|to|my|your)\b)[^.]{0,40}?\p{L}{2,20}[^s\s\p{P}]s\b(?<!ous)/u,
  /\b(?:bevorzuge|lieber) (?:ich )?(?!(?:die|m?eine) )(?:\p{Ll}{2,20}e \p{Lu}\p{L}{2,30}[nse]|\p{Lu}\p{L}{2,30}[ns])\b/u,
]
/** What it is about is before it. */
const isOpen = kindAmong('open-end')
/** One of a kind. */
const one = kindAmong('one')
/** A clause without its end or with a word for what was shown, a request, or a politeness. */
const isNoTaste = kindAmong('no-taste', 'open-end', 'shown')
/** What a decision is about, if it is about work: a name, a number, how something is done, or one thing over another. */
const OF_WORK = new RegExp(
  '\\b(?:us(?:e|ing)|switched|go with (?!the\\b|my\\b)|keep|limit|support|release|prioriti[sz]e|focus|write|only|' +
    'over(?! an?\\b)|instead|against|every|each|weekly|monthly|daily|beschlossen|entschieden)\\b|' +
    '.\\s\\p{Lu}|\\d|[`/._]\\p{L}',
  'u',
)

export function isLastingDecision(text: string): boolean {
  if (isNoTaste(text) !== null || matches(POINTS, text) || offered(text) !== null) return false
  const lasts = lasting(text) !== null
  if (forAWhile(text) !== null || (once(text) !== null && !lasts)) return false
  if (day(text.slice(0, reasons(text)?.from)) !== null && !lasts) return false
  return hasCjk(text) || OF_WORK.test(text) || topic(text) !== null
}

/** Whether a clause about a person names what it is about: a relative clause such as `the page we use them for` does not. */
export function isNamed(text: string): boolean {
  return !NAMELESS.test(text) && isOpen(text) === null
}

export function isLastingPreference(text: string): boolean {
  if (isNoTaste(text) !== null || matches(POINTS, text) || forAWhile(text) !== null || offered(text) !== null)
    return false
  const isChoice = chooses(text) !== null || CHOOSES_CJK.test(text)
  return !isChoice || compares(text) !== null || matches(PLURAL, text) || isOfWork(text)
}

/** Whether it is about what an assistant makes or says, or about tools and settings, and not about one thing of the moment. */
export function isOfWork(text: string): boolean {
  return topic(text) !== null && binds(text) === null
}

function matches(patterns: readonly RegExp[], text: string): boolean {
  return patterns.some((pattern) => pattern.test(text))
}

/** Whether a plan such as `Let's use …` settles more than a step of the task: it names a thing, compares, says for how much it holds, or is about
 * what an assistant makes, and not about one of it. */
export function isSettled(text: string): boolean {
  return settled(text) !== null || (isOfWork(text) && one(text) === null)
}

/** Whether it orders to use what has a name of its own: `Use TypeScript`, `Use snake_case`. */
export function isNamedTool(text: string): boolean {
  return named(text) !== null && binds(text) === null
}
