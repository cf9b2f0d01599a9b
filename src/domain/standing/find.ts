/** Finds what a message of a person states for every session to come: rules, preferences, decisions, and facts about the person or the
 * project. Which sentences are rules or decisions is found as for the ledger; here, only those that hold beyond the task remain, each cut
 * to the clause that says it. Quotes, fences, and tags state nothing. [M11] [C9] [P14] */
import { hasCjk } from '../texts.js'
import { kindAmong, lengthOfStart, patternsOf } from '../../knowledge/lines/read.js'
import { ownWords } from '../attribution/own-words.js'
import { isPassing } from '../source/decisions.js'
import { cleanText } from '../source/reading.js'
import { isRule } from '../source/rules.js'
import { sentences } from '../source/sentences.js'
import { splitSentences } from '../source/split-sentences.js'
import { MAX_PER_MESSAGE, MAX_STATED_CHARS, wordsKey, type StandingKind } from './entry.js'
import { isLastingDecision, isLastingPreference, isNamed, isNamedTool, isOfWork } from './lasting.js'
import { isChineseOrder, isComfort, isGermanOrder, isReport } from './orders.js'
import { isAskedFromNowOn, isReportFromNowOn } from './from-now-on.js'
import { clipWords } from './clip.js'
import { isQuestion } from './ending.js'
import { ENDS, HEADS, type Head } from './heads.js'
import { isAloneOrder, isCourtesy, mayHoldAlone } from './alone.js'
import { subjectWords } from './words.js'

/** What a message says. */
export interface Stated {
  kind: StandingKind
  /** Verbatim words of the message. */
  text: string
}

const MIN_CHARS = 8
const MIN_CJK_CHARS = 4
const MAX_SHORT_WORDS = 10
const MAX_SHORT_CJK = 18
/** What is left of the clause that follows. */
const DANGLING = /[\s,;:，–—-]{0,4}(?:\s(?:and|but|so|or))?[\s,;:，–—-]{0,4}$/iu

const leadIn = lengthOfStart('lead')
const MAX_LEADS = 3
/** Orders about all that comes open with these words. */
const general = kindAmong('general')
const duty = kindAmong('duty')
const answering = kindAmong('answering')
/** Orders for each time that a person asks. */
const eachTime = kindAmong('each-time')
/** Short orders, those that hold by themselves, and a duty of what is before it. */
const using = kindAmong('using')
const holdsAlone = kindAmong('standing-order')
const addressed = lengthOfStart('addressed')
const duties = patternsOf('duty-of')
const always = kindAmong('always')
const fromNowOn = kindAmong('from-now-on')
/** Words that bind an order to what is before the person now. */
const bound = kindAmong('bound')
/** Reassurance, reminders of the moment, and what is only reported or possible. */
const reassures = kindAmong('reassurance')
/** Advice of one person to another. */
const advises = kindAmong('advice')
const weighs = kindAmong('weighing')
/** Orders about all of a kind, or about every answer. */
const universal = kindAmong('universal')
/** Before a clause: what follows is supposed, was once, or is asked. */
const frames = kindAmong('framing')
/** What a person guesses about themselves, directly before a clause: `I think I like red`. */
const hedges = kindAmong('hedge')
/** What makes a decision depend on something. */
const depends = kindAmong('condition')
/** What takes a decision back. */
const doubts = kindAmong('doubt')

/** What a sentence says. */
interface Found extends Stated {
  /** Whether it holds only if the message has nothing else. */
  alone?: true
}

/** Returns what a text of a person states, in order; the same words once. */
export function standingIn(text: string): Stated[] {
  const found = new Map<string, Found>()
  const clean = cleanText(text)
  const words = ownWords(clean, true)
  let isAlone = mayHoldAlone(clean, words.own)
  for (const line of sentences(words.own)) {
    const unquoted = words.unquoted(line)
    let from = 0
    for (const sentence of splitSentences(line)) {
      const start = Math.max(from, line.indexOf(sentence, from))
      from = start + sentence.length
      const stated = statedBy(sentence, unquoted.slice(start, from))
      if (stated.length === 0 && !isCourtesy(sentence)) isAlone = false
      for (const one of stated)
        if (text.includes(one.text)) {
          const all = { ...one, text: uncut(one.text, line, text) }
          found.set(wordsKey(all.text), all)
        }
    }
    if (found.size >= MAX_PER_MESSAGE) break
  }
  return [...found.values()]
    .filter(({ alone }) => isAlone || !alone)
    .slice(0, MAX_PER_MESSAGE)
    .map(({ kind, text: stated }) => ({ kind, text: stated }))
}

/** Returns a clause to its end. A sentence that is too long is read in pieces: at the end of one, the clause goes on. */
function uncut(clause: string, piece: string, text: string): string {
  const at = text.indexOf(piece)
  const own = piece.replace(DANGLING, '')
  if (at < 0 || !own.endsWith(clause)) return clause
  const from = at + own.length - clause.length
  const [line = ''] = text.slice(from, from + 2 * MAX_STATED_CHARS).split('\n', 1)
  return line[clause.length] === ' ' ? clauseFrom(line, 0, clause.length) : clause
}

/** @param unquoted the sentence with quoted words blanked, which state nothing */
function statedBy(sentence: string, unquoted: string): Found[] {
  const clauses = HEADS.flatMap((head) => {
    const found = head.pattern.exec(unquoted)
    const text = found && clauseAt(sentence, unquoted, found.index, head)
    return text && holds(head, text, unquoted) ? [{ kind: head.kind, text }] : []
  })
  const first = clauseFrom(sentence, 0)
  // `From now on, …`: words about when say nothing by themselves.
  const whole = subjectWords(first).length > 0 ? first : clauseFrom(sentence, 0, first.length + 1)
  if (isStandingRule(unquoted.slice(0, whole.length), unquoted)) return [{ kind: 'rule', text: whole }]
  // One clause may begin in the middle of another.
  const apart = clauses.filter(
    (one, at) =>
      !clauses.some(
        (other, place) => place !== at && other.text.includes(one.text) && (other.text !== one.text || place < at),
      ),
  )
  if (apart.length > 0 || isQuestion(sentence.trim())) return apart
  return isLastingAlone(unquoted.slice(0, whole.length)) ? [{ kind: 'rule', text: whole, alone: true }] : []
}

/** Whether a clause orders something that lasts if its message has nothing else, also as `I'd like you to …`. */
function isLastingAlone(text: string): boolean {
  const order = withoutLead(text)
  const asked = order.slice(addressed(order)).trim()
  return isAloneOrder(asked) || (asked !== order && holdsAlone(asked) !== null && bound(asked) === null)
}

function clauseAt(sentence: string, unquoted: string, at: number, head: Head): string | null {
  const text = clauseFrom(sentence, at)
  // `and I prefer it over …` says nothing without what is before it.
  if (!head.leans?.test(text) || at === 0) return long(text) ? text : null
  if (at + text.length > MAX_STATED_CHARS) return null
  const whole = clauseFrom(sentence, 0, at + text.length)
  return unquoted.slice(0, at).trim().length > 3 && long(whole) ? whole : null
}

/** Returns the clause from an offset to its end, at most `MAX_STATED_CHARS`.
 * @param least characters that belong to it in any case */
function clauseFrom(sentence: string, from: number, least = 0): string {
  const rest = sentence.slice(from)
  const skip = Math.max(MIN_CHARS, least - from)
  const end = ENDS.exec(rest.slice(skip))
  const clause = (end ? rest.slice(0, skip + end.index) : rest).trim()
  if (clause.length <= MAX_STATED_CHARS) return clause.replace(DANGLING, '')
  return clipWords(clause, MAX_STATED_CHARS).replace(DANGLING, '')
}

function long(text: string): boolean {
  return text.length >= (hasCjk(text) ? MIN_CJK_CHARS : MIN_CHARS)
}

/** Before the subject of a clause: nothing, a sign, or a word that joins clauses. */
const OPENED =
  /(?:^|[\p{P}\p{S}]\s{0,4}|(?<!\p{L})(?:and|but|so|because|cause|since|as|that|though|although|while|also|well|btw|und|aber|denn|weil|dass|auch|因为|但是?|而且|所以|不过)\s{0,4}|(?![与跟把被对给])\p{sc=Han})$/iu
/** What ends as a question. */
const POSED = /[?？吗呢吧]\W{0,3}$/u

const PLACE = /\bt?here\b/u

/** Whether a clause that a head found holds beyond the moment. */
function holds({ kind, opens, wishes }: Head, text: string, sentence: string): boolean {
  const before = sentence.slice(0, Math.max(0, sentence.indexOf(text.slice(0, 12))))
  if (opens && !(OPENED.test(before) && !POSED.test(text))) return false
  if (frames(before) !== null || (hasCjk(text) && POSED.test(text))) return false
  if (wishes && !isOfWork(text)) return false
  if (hedges(before.trim().replace(/,$/u, '')) !== null) return false
  if (isAsked(before) && isQuestion(sentence.trim())) return false
  if (kind === 'decision') {
    if (doubts(sentence) !== null) return false
    if (!isLastingDecision(text)) return false
    return weighs(text) === null && depends(before.trim()) === null
  }
  if (kind === 'preference') return isLastingPreference(text) && weighs(text.slice(0, 30)) === null
  return isNamed(text) && weighs(text.slice(0, 40)) === null && !PLACE.test(text.slice(0, 60))
}

/** Whether a clause is asked: with the words before it, it is one clause of a question. */
function isAsked(before: string): boolean {
  return before.trim() !== '' && ![',', ';', ':', '.'].some((sign) => before.includes(sign))
}

/** What people other than the assistant must. */
const OTHERS = /\b(?:I|my|he|she|they)\b/iu
/** Who does it, in plans and reports. */
const PLANS = /\b(?:[Ii]|we|he|she|they)(?:[’']\p{L}{1,2})? (?!prefer)/u
/** A report or a plan begins with who does it. */
const SPEAKER = /^(?:it|that|this|they)\b|(?<=^|[，,]但?)我(?!希望|要你|要求|想让)/iu

/** Whether a sentence is an instruction about all that comes.
 * @param text its clause, without quoted words
 * @param sentence all of it */
export function isStandingRule(text: string, sentence: string): boolean {
  if (!long(text) || isQuestion(sentence.trim()) || reassures(text) !== null || isPassing(text)) return false
  if (isComfort(text)) return false
  if (eachTime(text) !== null) return text.length <= 160
  if (isAskedFromNowOn(withoutLead(text))) return bound(text) === null
  if (advises(text) !== null) return false
  if (isGermanOrder(text) || isChineseOrder(text)) return true
  const isNow = bound(text) !== null
  if (universal(text) !== null) return !isNow && text.length <= 160
  if (isReport(text)) return false
  const order = withoutLead(text)
  if (fromNowOn(text) !== null && !SPEAKER.test(text)) return isOrder(text) && !isReportFromNowOn(order)
  if (always(order) !== null) return isRule(text) || hasCjk(text)
  const isAnyRule = isRule(text) || hasCjk(text)
  if (general(order) !== null && !SPEAKER.test(text) && isAnyRule) return !isNow && text.length <= 160
  if (duty(text) !== null) return isRule(text) && !isNow && !OTHERS.test(text)
  if (holdsAlone(order) !== null) return !isNow
  if (answering(order) !== null && isRule(text)) return !isNow && text.length <= 100
  return isShort(text) && (using(order) !== null ? isOfWork(text) || isNamedTool(text) : owesWork(order))
}

function isShort(text: string): boolean {
  return hasCjk(text) ? text.length <= MAX_SHORT_CJK : text.split(' ').length <= MAX_SHORT_WORDS
}

/** Whether it is a duty of what an assistant makes, or of a setting: `Commit messages must be in English`. */
function owesWork(text: string): boolean {
  const at = duties.map((pattern) => text.search(pattern)).find((found) => found > 0)
  return at !== undefined && isOfWork(text.slice(0, at)) && !OTHERS.test(text) && !SPEAKER.test(text)
}

function withoutLead(text: string): string {
  let rest = text
  for (let at = 0; at < MAX_LEADS; at++) rest = rest.slice(leadIn(rest)).replace(/^[,:，：]?\s{0,4}/u, '')
  return rest
}

/** Whether a sentence about all that comes orders something; plans and reports begin with who does it. */
function isOrder(text: string): boolean {
  return !PLANS.test(text.slice(0, 40))
}
