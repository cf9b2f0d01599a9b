/** Decides which sentences of a person are rules for the reader, and which decisions are theirs. Words such as `must` and `only` are as usual in
 * articles, contracts and letters, which people show: there, only what has the form of an order is a rule. [C9] [P14] */
import { inLanguage, kindAmong } from '../../knowledge/lines/read.js'
import { isPersonsDecision, ruleIn } from '../source/decisions.js'
import { isForAssistants } from '../standing/deeds.js'
import { isQuestion } from '../standing/ending.js'
import { HEADS } from '../standing/heads.js'
import { isComfort } from '../standing/orders.js'
import { isStandingRule, withoutLead } from '../standing/rule.js'

/** `order`: it has the form of an order. `duty`: it says what a thing must be. */
type Form = 'order' | 'duty'

/** Longer sentences about a conversation are several. */
const MAX_CONVERSATION_CHARS = 400
const isEnglish = inLanguage('en', 'rule')
const ordering = kindAmong('ordering')
const bidding = kindAmong('bidding')
const obligation = kindAmong('obligation')
const asked = kindAmong('asked')
const barring = kindAmong('barring')
const isGermanBar = inLanguage('de', 'barring')
const factQuestion = kindAmong('fact-question')
/** Who does it, in reports. */
const others = kindAmong('others')
const account = kindAmong('account')
const deed = kindAmong('deed')
/** Signs and blanks between clauses. */
const CLAUSES = /[,:;，：；]\s{0,4}/u
const conversation = kindAmong('conversation')
/** What never or always happens is asked for also in the form of a question. */
const EVER = /\b(?:never|always|ever)\b/iu
const imperative = kindAmong('imperative')
const choice = kindAmong('choice', 'resolving')
const decided = HEADS.filter(({ kind }) => kind === 'decision').map(({ pattern }) => pattern)
const reads = ['en', 'de', 'zh'].map((language) => inLanguage(language, 'decision'))
/** Acts that are over when they are done, and plans of a day. */
const passes = kindAmong('once', 'day')

/** Whether a sentence is a rule for the reader.
 * @param isShown whether it is in a long text, most of which people show instead of saying it */
export function isRuleOfPerson(text: string, isShown: boolean): boolean {
  if (isComfort(text)) return false
  if (isRuleOfConversation(text, isShown)) return true
  const form = formOf(text)
  return form === 'order' || (form === 'duty' && !isShown)
}

/** `For our whole chat, please avoid lists`: it says itself for how long it holds. */
function isRuleOfConversation(text: string, isShown: boolean): boolean {
  if (text.length > MAX_CONVERSATION_CHARS || conversation(text) === null) return false
  return isShown ? deed(text) !== null : asks(text)
}

/** Whether it asks the reader to do something. */
function asks(text: string): boolean {
  return (
    asked(text) !== null || imperative(text) !== null || text.split(CLAUSES).some((clause) => deed(clause) !== null)
  )
}

function formOf(text: string): Form | null {
  const rule = ruleIn(text)
  if (rule === null) return isForbidding(text) ? 'duty' : null
  if (rule === 'preference') return 'duty'
  if (!isEnglish(text)) return isStandingRule(text, text) || imperative(text) !== null ? 'order' : 'duty'
  if (account(text) !== null) return null
  if (ordering(text) !== null) return 'order'
  if (bidding(text) !== null) return isForAssistants(text, withoutLead(text)) ? 'order' : 'duty'
  if (obligation(text) !== null) return isAsked(text) ? null : 'duty'
  return asked(text) !== null && (!isQuestion(text) || EVER.test(text)) ? 'duty' : null
}

/** `Please avoid jokes`, `Fix it without touching the tests`, `Ändere die Tests nicht`: a request of its own. */
function isForbidding(text: string): boolean {
  if (account(text) !== null || isQuestion(text) || factQuestion(text) !== null) return false
  if (ordering(text) !== null) return true
  if (barring(text) === null) return false
  return isGermanBar(text) ? imperative(text) !== null : others(text) === null
}

/** `Which form must be sent?` */
function isAsked(text: string): boolean {
  return isQuestion(text) && asked(text) === null && !EVER.test(text)
}

/** Whether a sentence reports or makes a decision of the person who wrote it: `She chose it` is about someone else. */
export function isOwnDecision(text: string): boolean {
  if (!isPersonsDecision(text) || passes(text) !== null) return false
  return choice(text) !== null || decided.some((pattern) => pattern.test(text)) || !reads.some((read) => read(text))
}
