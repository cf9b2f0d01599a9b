/** Words with which a person ends what they said before: `forget that`, `never mind the rule about commits`. [M11] */
import { firstOf, kindAmong } from '../../knowledge/lines/read.js'
import { cleanText } from '../source/reading.js'
import { isSummaryText } from '../attribution/client-summary.js'
import { ownWords } from '../attribution/own-words.js'
import { sentences } from '../source/sentences.js'
import { splitSentences } from '../source/split-sentences.js'
import { MAX_PER_MESSAGE, type StandingEntry } from './entry.js'
import { aboutOf } from './subject.js'
import { subjectWords } from './words.js'

export interface Ending {
  /** The words that end something, verbatim. */
  text: string
  /** Words about what ends; empty: the newest of the session. */
  about: string[]
}

const ending = firstOf('ending')
/** All of what is said is that something ends. */
const takesBack = kindAmong('taken-back')
const MAX_ABOUT_CHARS = 160
const NO_LONGER = new RegExp(
  "^(?:you|we) (?:no longer (?:need|have) to|(?:do not|don[’']t) (?:need|have) to(?=.{3,120}\\bany ?more\\b)) (.{3,120}?)(?: any ?more)?[.!]{0,3}$|" +
    '^(?:du|wir) (?:musst|brauchst|müssen|brauchen) (.{3,120}?) nicht mehr(?: (?:zu )?\\p{L}{3,20}en)?[.!]{0,3}$|' +
    '^(?:以后|现在|你)?(?:就)?(?:不用|不必|无需|不需要)再?(.{2,40}?)了?[。.!！]{0,3}$|' +
    "^(.{3,80}?) (?:no longer (?:applies|holds|matters)|does(?:n[’']t| not) apply any ?more|is no longer (?:true|valid|needed))\\b|" +
    '^(.{3,80}?) (?:gilt nicht mehr|ist nicht mehr (?:nötig|gültig))|^(.{2,40}?)(?:不再适用|作废|不用遵守了)',
  'iu',
)
const listed = (text: string) => text.split(', ')
const NAMES_A_RULE = listed(
  'rule, preference, instruction, decision, what i said, i said, i asked, i mentioned, regel, vorliebe, anweisung, ' +
    'entscheidung, 规则, 规定, 偏好, 决定, 要求, 说过, 说的',
)
/** Starts of words about the ending, not about what ends. */
const FILLER = listed(
  'about, everyth, rule, preference, instruction, decision, said, asked, mentioned, thing, previous, earlier, again, please, regel, ' +
    'vorlieb, anweisung, entscheidung, über, wieder, nicht, 规则, 规定, 要求',
)
/** A text without any of these ends nothing. */
const CUES = listed(
  'forget, never mind, nevermind, ignore, drop, scrap, scratch, disregard, cancel, remove, delete, undo, no longer, any more, ' +
    'anymore, need to, have to, apply, vergiss, ignorier, streich, lösch, gilt, gültig, nötig, nicht mehr, 忘, 忽略, 取消, 删掉, ' +
    '撤销, 别管, 当我没说, 不再, 作废, 不用, 不必, 无需, 不需要',
)

const ASKED = /[?？]\W{0,3}$/

/** Whether a sentence asks. */
export function isQuestion(sentence: string): boolean {
  return ASKED.test(sentence)
}

/** Returns what a text of a person ends, in order, at most `MAX_PER_MESSAGE`. Quoted words end nothing. */
export function endingsIn(text: string): Ending[] {
  const lower = text.toLowerCase()
  if (!CUES.some((cue) => lower.includes(cue)) || isSummaryText(text)) return []
  const words = ownWords(cleanText(text), true)
  const found: Ending[] = []
  for (const line of sentences(words.own))
    for (const sentence of splitSentences(words.unquoted(line))) {
      const ending = endingOf(sentence.trim())
      if (ending && text.includes(ending.text)) found.push(ending)
      if (found.length === MAX_PER_MESSAGE) return found
    }
  return found
}

function endingOf(plain: string): Ending | null {
  if (plain.length > 200 || isQuestion(plain)) return null
  if (takesBack(plain) !== null) return { text: plain, about: [] }
  const named =
    NO_LONGER.exec(plain)
      ?.slice(1)
      .find((one) => one !== undefined) ?? afterEnding(plain)
  const [clause = ''] = named.split(/[,;，；]/u, 1)
  const about = subjectWords(clause).filter((word) => !FILLER.some((start) => word.startsWith(start)))
  return about.length === 0 ? null : { text: plain, about }
}

/** Returns what follows words such as `forget` in a sentence that names a rule. */
function afterEnding(plain: string): string {
  const found = namesARule(plain) ? ending(plain) : null
  const rest = found ? plain.slice(found.to) : ''
  return rest.length <= MAX_ABOUT_CHARS ? rest : ''
}

export function namesARule(sentence: string): boolean {
  const lower = sentence.toLowerCase()
  return NAMES_A_RULE.some((words) => lower.includes(words))
}

/** Returns the entry that the words end; null if they name none, or more than one.
 * @param open oldest first
 * @param sessionId session in which they were said: `forget that` is about it */
export function endedBy(ending: Ending, open: readonly StandingEntry[], sessionId: string): string | null {
  if (ending.about.length === 0) return open.findLast((one) => one.sessionId === sessionId)?.id ?? null
  const rated = open.map((one) => {
    const words = aboutOf(one)
    return { id: one.id, share: ending.about.filter((word) => words.has(word)).length / ending.about.length }
  })
  const best = Math.max(0, ...rated.map(({ share }) => share))
  const found = rated.filter(({ share }) => share === best)
  return best >= 0.5 && found.length === 1 ? found[0]!.id : null
}
