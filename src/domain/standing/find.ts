/** Finds what a message of a person states for every session to come: rules, preferences, decisions, and facts about the person or the
 * project. Which sentences are rules or decisions is found as for the ledger; here, only those that hold beyond the task remain, each cut
 * to the clause that says it. Quotes, fences, and tags state nothing. [M11] [C9] [P14] */
import { hasCjk } from '../texts.js'
import { kindAmong, lengthOfStart } from '../../knowledge/lines/read.js'
import { isSummaryText } from '../attribution/client-summary.js'
import { withoutLetters } from '../attribution/letters.js'
import { ownWords } from '../attribution/own-words.js'
import { cleanText } from '../source/reading.js'
import { sentences } from '../source/sentences.js'
import { splitSentences } from '../source/split-sentences.js'
import { MAX_PER_MESSAGE, MAX_STATED_CHARS, wordsKey, type StandingKind } from './entry.js'
import { isLastingDecision, isLastingPreference, isNamed, isOfWork, isSettled } from './lasting.js'
import { clipWords } from './clip.js'
import { isQuestion, namesARule } from './ending.js'
import { ENDS, HEADS, type Head } from './heads.js'
import { isBeside, isLastingAlone, MAX_ALONE_CHARS, usesKnownTool } from './alone.js'
import { long, ruleForm, saysWhen } from './rule.js'
import { subjectWords } from './words.js'

/** What a message says. */
export interface Stated {
  kind: StandingKind
  /** Verbatim words of the message. */
  text: string
}

const MIN_CHARS = 8
/** A message of more lines shows a text: its rules are for its readers, and who speaks in it is someone else. */
const MAX_LETTER_LINES = 20
/** Of `, could you`. */
const MAX_ASKING_CHARS = 12
/** Before an item of a list. */
const ITEM = /^\s*(?:[-*•]|\d{1,2}[.)])\s+$/u
/** What is left of the clause that follows. */
const DANGLING = /[\s,;:，–—-]{0,4}(?:\s(?:and|but|so|or))?[\s,;:，–—-]{0,4}$/iu

const weighs = kindAmong('weighing')
/** Before a clause: what follows is supposed, was once, or is asked. */
const frames = kindAmong('framing')
/** What a person guesses about themselves, directly before a clause: `I think I like red`. */
const hedges = kindAmong('hedge')
/** What makes a decision depend on something. */
const depends = kindAmong('condition')
/** What takes a decision back. */
const doubts = kindAmong('doubt')
/** A sentence that has the assistant play a role. */
const givesRole = kindAmong('role')
/** How a person is answered. */
const personal = kindAmong('personal')
/** A line with a colon behind which a text begins. */
const shows = lengthOfStart('showing')

/** What a sentence says. */
interface Found extends Stated {
  /** Absent: it holds whatever else the message has. `order`: only beside other statements. `short`: only if they are short, too. */
  alone?: 'order' | 'short'
}

/** Returns what a text of a person states, in order; the same words once. */
export function standingIn(text: string): Stated[] {
  if (isSummaryText(text)) return []
  const found = new Map<string, Found>()
  const clean = cleanText(text)
  const words = ownWords(clean, true)
  const own = beforeShown(withoutLetters(words.own))
  let isAlone = own === clean
  let isRole = false
  for (const line of sentences(own)) {
    const unquoted = words.unquoted(line)
    let from = 0
    for (const sentence of splitSentences(line)) {
      const start = Math.max(from, line.indexOf(sentence, from))
      from = start + sentence.length
      isRole ||= givesRole(sentence) !== null
      const stated = statedBy(sentence, unquoted.slice(start, from))
      if (stated.length === 0 && !isBeside(sentence)) isAlone = false
      for (const one of stated)
        if (text.includes(one.text)) {
          const all = {
            ...one,
            ...(isItem(one, text) && { alone: 'order' as const }),
            text: uncut(one.text, line, text),
          }
          found.set(wordsKey(all.text), all)
        }
    }
    if (found.size >= MAX_PER_MESSAGE) break
  }
  const isLetter = isAlone || words.own.split('\n').filter((line) => line.trim() !== '').length <= MAX_LETTER_LINES
  return [...found.values()]
    .filter(({ alone }) => !alone || (isAlone && (alone === 'order' || clean.length <= MAX_ALONE_CHARS)))
    .filter(({ kind, text: stated }) => isLetter || (kind === 'rule' && saysWhen(stated)))
    .filter(({ kind, text: stated }) => !isRole || kind !== 'rule' || saysWhen(stated))
    .slice(0, MAX_PER_MESSAGE)
    .map(({ kind, text: stated }) => ({ kind, text: stated }))
}

/** Returns the words before a text to work on: `Shorten this: …`. */
function beforeShown(own: string): string {
  let from = 0
  for (const line of own.split('\n')) {
    const head = shows(line.trimStart())
    if (head > 0 && !namesARule(line.trimStart().slice(0, head))) return own.slice(0, from)
    from += line.length + 1
  }
  return own
}

/** Whether a taste, or how a person is answered, is an item of a list: beside a task, it answers what was offered, or describes the result. */
function isItem({ kind, text: clause }: Stated, text: string): boolean {
  if (kind !== 'preference' && (kind !== 'rule' || personal(clause) === null)) return false
  const at = text.indexOf(clause)
  return ITEM.test(text.slice(Math.max(text.lastIndexOf('\n', at) + 1, at - 12), at))
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
    const clause = found && clauseAt(sentence, unquoted, found.index, head)
    return clause && holds(head, clause, unquoted) ? [{ kind: head.kind, text: clause.text }] : []
  })
  const first = clauseFrom(sentence, 0)
  // `From now on, could you …`: words about when say nothing by themselves.
  const whole = subjectWords(first).length > 0 ? first : clauseFrom(sentence, 0, first.length + MAX_ASKING_CHARS)
  const form = ruleForm(unquoted.slice(0, whole.length), unquoted)
  const isPersonal = form !== 'always' && clauses.some(({ kind }) => kind === 'rule')
  if (form !== null && !isPersonal) return [{ kind: 'rule', text: whole, ...(form === 'order' && { alone: form }) }]
  // One clause may begin in the middle of another.
  const apart = clauses.filter(
    (one, at) =>
      !clauses.some(
        (other, place) => place !== at && other.text.includes(one.text) && (other.text !== one.text || place < at),
      ),
  )
  if (apart.length > 0 || isQuestion(sentence.trim())) return apart
  return isLastingAlone(unquoted.slice(0, whole.length)) ? [{ kind: 'rule', text: whole, alone: 'short' }] : []
}

/** A clause, and where it begins in its sentence. */
interface Clause {
  text: string
  at: number
}

function clauseAt(sentence: string, unquoted: string, at: number, head: Head): Clause | null {
  const text = clauseFrom(sentence, at)
  // `and I prefer it over …` says nothing without what is before it.
  if (!head.leans?.(text) || at === 0) return long(text) ? { text, at } : null
  if (at + text.length > MAX_STATED_CHARS) return null
  const whole = clauseFrom(sentence, 0, at + text.length)
  return unquoted.slice(0, at).trim().length > 3 && long(whole) ? { text: whole, at: 0 } : null
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

/** Before the subject of a clause: nothing, a sign, or a word that joins clauses. */
const OPENED =
  /(?:^|[\p{P}\p{S}]\s{0,4}|(?<!\p{L})(?:and|but|so|because|cause|since|as|that|though|although|while|also|well|btw|und|aber|denn|weil|dass|auch|因为|但是?|而且|所以|不过)\s{0,4}|(?![与跟把被对给])\p{sc=Han})$/iu
/** What ends as a question. */
const POSED = /[?？吗呢吧]\W{0,3}$/u

/** `Let's use pnpm` */
const proposal = lengthOfStart('proposing')

const place = kindAmong('here')

/** Whether a clause that a head found holds beyond the moment. */
function holds({ kind, opens, wishes, proposes }: Head, { text, at }: Clause, sentence: string): boolean {
  const before = sentence.slice(0, at)
  if (opens && !(OPENED.test(before) && !POSED.test(text))) return false
  if (frames(before) !== null || (hasCjk(text) && POSED.test(text))) return false
  if (wishes && !isOfWork(text)) return false
  if (proposes && !isSettled(text) && !usesKnownTool(text.slice(proposal(text)).trimStart())) return false
  if (hedges(before.trim().replace(/,$/u, '')) !== null) return false
  if (isAsked(before) && isQuestion(sentence.trim())) return false
  if (kind === 'decision') {
    if (doubts(sentence) !== null) return false
    if (!isLastingDecision(text)) return false
    return weighs(text) === null && depends(before.trim()) === null
  }
  if (kind === 'preference') return isLastingPreference(text) && weighs(text.slice(0, 30)) === null
  return isNamed(text) && weighs(text.slice(0, 40)) === null && place(text.slice(0, 60)) === null
}

/** Whether a clause is asked: with the words before it, it is one clause of a question. */
function isAsked(before: string): boolean {
  return before.trim() !== '' && ![',', ';', ':', '.'].some((sign) => before.includes(sign))
}
