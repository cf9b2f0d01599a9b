import { kindAmong, lengthOfStart, patternsOf } from '../../knowledge/lines/read.js'
import { isPassing, isRule } from '../source/decisions.js'
import { hasCjk } from '../texts.js'
import { isQuestion } from './ending.js'
import { isAboutWork, isBareOrder, isForAssistants } from './deeds.js'
import { isAskedFromNowOn, isReportFromNowOn } from './from-now-on.js'
import { isNamedTool, isOfWork } from './lasting.js'
import { isChineseOrder, isComfort, isGermanOrder, isReport } from './orders.js'

/** Which sentences are rules for every session to come. [M11] */

/** `always`: its words say that it holds for all cases. `order`: they do not, so it may belong to a task of its message. */
export type RuleForm = 'always' | 'order'

const MIN_CHARS = 8
const MIN_CJK_CHARS = 4
const MAX_SHORT_WORDS = 10
const MAX_SHORT_CJK = 18
const MAX_LEADS = 3
const MAX_RULE_CHARS = 160
const leads = lengthOfStart('lead')
/** What says that an order holds beyond the task: `in this project`, `next time`. */
const beyondTask = lengthOfStart('beyond-task')
/** Orders about all that comes open with these words. */
const general = kindAmong('general')
const duty = kindAmong('duty')
const answering = kindAmong('answering')
/** Orders for each time that a person asks. */
const eachTime = kindAmong('each-time')
/** Short orders, those that hold by themselves, and a duty of what is before it. */
const using = kindAmong('using')
const holdsAlone = kindAmong('standing-order')
const duties = patternsOf('duty-of')
const always = kindAmong('always')
const fromNowOn = kindAmong('from-now-on')
const asksFor = kindAmong('asker')
/** Words that bind an order to what is before the person now. */
const bound = kindAmong('bound')
/** Reassurance, reminders of the moment, and what is only reported or possible. */
const reassures = kindAmong('reassurance')
/** Advice of one person to another. */
const advises = kindAmong('advice')
/** Orders about every answer or case, and about all of a kind. */
const universal = kindAmong('universal')
const allOfKind = kindAmong('all-of-kind')

/** What people other than the assistant must. */
const others = kindAmong('others')
/** Who does it, in plans and reports. */
const PLANS = /\b(?:[Ii]|we|he|she|they)(?:[’']\p{L}{1,2})? (?!prefer)/u
/** A report or a plan begins with who does it. */
const SPEAKER = /^(?:it|that|this|they)\b|(?<=^|[，,]但?)我(?!希望|要你|要求|想让)/iu

/** The order itself follows. */
const below = kindAmong('below')
/** A request for one thing. */
const request = kindAmong('request')
/** About all times, not about all things of a kind. */
const chineseTimes = kindAmong('all-times')
/** What is ordered follows the sign: `Reply only with: OK`. */
const INTRODUCES = /:\s|：/u

/** Whether what it orders is below: `From now on use this template:`. */
function leansOnNext(text: string, sentence: string): boolean {
  return below(text) !== null || (/[:：]$/u.test(sentence.trim()) && sentence.trim().length <= text.length + 2)
}

/** Whether a sentence is an instruction about all that comes.
 * @param text its clause, without quoted words
 * @param sentence all of it */
export function isStandingRule(text: string, sentence: string): boolean {
  return ruleForm(text, sentence) !== null
}

/** Returns the form of such an instruction; null: it is none.
 * @param text its clause, without quoted words
 * @param sentence all of it */
export function ruleForm(text: string, sentence: string): RuleForm | null {
  if (!long(text) || isQuestion(sentence.trim()) || isPassing(text) || isComfort(text)) return null
  if (leansOnNext(text, sentence)) return null
  if (reassures(text) !== null && beyondTask(text) === 0) return null
  if (eachTime(text) !== null) return text.length <= MAX_RULE_CHARS ? 'always' : null
  const order = withoutLead(text)
  const form = orderForm(text, order, sentence)
  if (form === 'order') return beyondTask(text) > 0 ? 'always' : 'order'
  if (form === null || isForAssistants(text, order)) return form
  return isBareOrder(order) ? 'order' : null
}

function orderForm(text: string, order: string, sentence: string): RuleForm | null {
  const isNow = bound(order) !== null
  if (isAskedFromNowOn(order)) return isNow ? null : 'always'
  if (advises(text) !== null && beyondTask(text) === 0) return null
  if (isGermanOrder(order)) return 'always'
  if (isChineseOrder(text)) return chineseTimes(text) !== null ? 'always' : 'order'
  if (universal(text) !== null) return !isNow && text.length <= MAX_RULE_CHARS ? 'always' : null
  if (allOfKind(text) !== null) return !isNow && text.length <= MAX_RULE_CHARS && isAboutWork(text) ? 'order' : null
  if (isReport(text)) return null
  if (fromNowOn(text) !== null && !SPEAKER.test(text))
    return isOrder(text) && !isReportFromNowOn(order) ? 'always' : null
  if (always(order) !== null) return isRule(text) || hasCjk(text) ? 'always' : null
  const isGeneral = general(order) !== null && !SPEAKER.test(text) && (isRule(text) || hasCjk(text))
  if (isGeneral) return !isNow && text.length <= MAX_RULE_CHARS ? 'order' : null
  if (duty(text) !== null)
    return isRule(text) && !isNow && others(text) === null && request(text) === null ? 'always' : null
  return !INTRODUCES.test(withoutLead(sentence)) && isOrdered(order) ? 'order' : null
}

/** Whether a clause without a word for all cases orders something about work or answers.
 * @param order the clause without words such as `please` before it */
function isOrdered(order: string): boolean {
  if (bound(order) !== null) return false
  if (holdsAlone(order) !== null) return true
  if (answering(order) !== null && isRule(order)) return order.length <= 100
  return isShort(order) && (using(order) !== null ? isOfWork(order) || isNamedTool(order) : owesWork(order))
}

/** Whether a rule says that it holds from now on, or when a person asks. */
export function saysWhen(text: string): boolean {
  return fromNowOn(text) !== null || eachTime(text) !== null || asksFor(text) !== null
}

/** Whether a clause has the length of a statement. */
export function long(text: string): boolean {
  return text.length >= (hasCjk(text) ? MIN_CJK_CHARS : MIN_CHARS)
}

function isShort(text: string): boolean {
  return hasCjk(text) ? text.length <= MAX_SHORT_CJK : text.split(' ').length <= MAX_SHORT_WORDS
}

/** Whether it is a duty of what an assistant makes, or of a setting: `Commit messages must be in English`. */
function owesWork(text: string): boolean {
  const at = duties.map((pattern) => pattern.exec(text)?.index ?? 0).find((found) => found > 0)
  return at !== undefined && isOfWork(text.slice(0, at)) && others(text) === null && !SPEAKER.test(text)
}

/** Returns a clause without words such as `please` before it. */
export function withoutLead(text: string): string {
  let rest = text
  for (let at = 0; at < MAX_LEADS; at++)
    rest = rest.slice(Math.max(leads(rest), beyondTask(rest))).replace(/^[,:，：]?\s{0,4}/u, '')
  return rest
}

/** Whether a sentence about all that comes orders something; plans and reports begin with who does it. */
function isOrder(text: string): boolean {
  return !PLANS.test(text.slice(0, 40))
}
