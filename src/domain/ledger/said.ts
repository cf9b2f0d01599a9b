/** Finds the rules and decisions in the words of a message that leaves the context. [C9] */
import { lettersOf, splitWords, wordSet } from '../texts.js'
import type { Origin } from '../message.js'
import { holdsMarker, markerHead } from '../attribution/marker-head.js'
import { isSummaryText } from '../attribution/client-summary.js'
import { isDocument } from '../attribution/document.js'
import { withoutLetters } from '../attribution/letters.js'
import { withoutPointed } from '../attribution/pointed.js'
import { ownWords, type OwnWords } from '../attribution/own-words.js'
import { isSpeech, withoutName } from '../attribution/chat-rows.js'
import { cleanText } from '../source/reading.js'
import { splitSentences } from '../source/split-sentences.js'
import { sentences } from '../source/sentences.js'
import type { SourceMessage } from '../source/types.js'
import { kindAmong } from '../../knowledge/lines/read.js'
import { isStandingRule } from '../standing/rule.js'
import { introducedIn } from './lists.js'
import { isOwnDecision, isRuleOfPerson } from './order.js'
import { standingBeside } from './stated.js'

/** A parsed message that leaves the context. It contains only results that directly follow their calls. */
export type EvictedMessage = SourceMessage & {
  origin: Origin
  /** Whether it is the first human message of the session. */
  isFirst?: boolean
  /** Whether it is talk between people, by what was said before it. */
  isTalk?: boolean
}

/** Minimum characters of a decision. Shorter ones (`Fixed because …`) carry no usable information. */
const MIN_DECISION_CHARS = 24

/** What a message says that becomes an entry. */
interface Said {
  kind: 'constraint' | 'decision' | 'preference'
  /** Verbatim words of the message. */
  text: string
  action: null
}

/** Returns the statements of a message, in order of their kinds. */
export function statementsIn({ role, origin, speaker, isTalk, parts }: EvictedMessage): Said[] {
  const human = role === 'user' && origin === 'human'
  if (!human && role !== 'assistant') return []
  const found: Said[] = []
  for (const part of parts) {
    if (part.kind !== 'text') continue
    const text = cleanText(part.text)
    if (human ? isSummaryText(text) : !holdsMarker(text)) continue
    const isPresent = sentenceFinder(part.text.replace(/\r\n?/g, '\n'))
    const words = ownWords(text, human)
    const heard = isTalk === true ? 'talk' : isSpeech(text) ? 'row' : 'order'
    const label = speaker === undefined ? '' : `${speaker}: `
    const how = { heard, label, isShown: human && isDocument(words.own) } as const
    const stated = human ? saidIn(text, words, how) : markedLines(words.own)
    for (const one of stated) if (isPresent(one.text)) found.push({ ...one, action: null })
    // Among people, and in a transcript, `I` may be any of them.
    if (human && heard === 'order' && label === '') found.push(...standingBeside(part.text, found))
  }
  return found
}

type Stated = Pick<Said, 'kind' | 'text'>

function saidIn(whole: string, words: OwnWords, how: Spoken): Stated[] {
  const { found, rest } = introducedIn(
    withoutPointed(withoutLetters(words.own)),
    whole,
    (head) => kindOf(head, how) === 'constraint' || (!how.isShown && listing(head) !== null),
  )
  const alone = sentences(rest).flatMap((line) =>
    statementsOf(line, words.unquoted(line), how).flatMap(({ text, kind }) => (kind === null ? [] : [{ text, kind }])),
  )
  return [...found.map((text) => ({ kind: 'constraint' as const, text })), ...alone]
}

/** Returns the lines with which the assistant marked decisions for the goals. */
function markedLines(own: string): Stated[] {
  const rows = own.split('\n').filter((row) => markerHead(row)?.name === 'decision')
  const lines = rows.flatMap((row) => sentences(row).find(holdsMarker) ?? [])
  return lines.map((text) => ({ kind: 'decision', text }))
}

/** `Follow these rules:` */
const listing = kindAmong('listing')

interface Spoken {
  /** What it was: an order to an assistant, a row of a transcript, or talk between people. */
  heard: 'order' | 'row' | 'talk'
  /** Name of the speaker and a colon, if the message names its author; else empty. */
  label: string
  /** Whether the text is so long that most of it is shown. */
  isShown: boolean
}

interface Statement {
  text: string
  kind: ReturnType<typeof kindOf>
}

/** A sentence that refers back says nothing without the one before it. */
const REFERS_BACK = wordSet('it its this that these those them they so then otherwise instead same such')

/** Returns the sentences of a line, or the line if a rule in it refers back. A rule then costs only its own tokens.
 * @param unquoted the line with quoted words blanked, which state nothing */
function statementsOf(line: string, unquoted: string, how: Spoken): Statement[] {
  let at = 0
  const pieces = splitSentences(line).map((text): Statement => {
    const from = Math.max(at, line.indexOf(text, at))
    at = from + text.length
    return { text, kind: kindOf(unquoted.slice(from, at), how) }
  })
  const leaning = pieces
    .slice(1)
    .find(({ text, kind }) => kind !== null && splitWords(lettersOf(text)).some((word) => REFERS_BACK.has(word)))
  return leaning ? [{ text: line, kind: leaning.kind }] : pieces
}

/** Orders about all that comes. Among people, other orders are for the people who were there. */
const lasts = kindAmong('from-now-on', 'universal', 'always')
/** In a row of a transcript, an order right after the name may also be for who reads it. */
const binds = kindAmong('from-now-on', 'universal', 'always', 'general', 'content')

function isOrder(text: string, { heard, isShown }: Spoken): boolean {
  const said = withoutName(text)
  if (heard === 'talk') return lasts(said) !== null && isStandingRule(said, said)
  return isRuleOfPerson(text, isShown) && (heard === 'order' || binds(said) !== null)
}

/** A question for facts. A request in the form of a question (`Could you never …?`, `…好吗？`) is a rule. */
const factQuestion = kindAmong('fact-question')
const ASKS_AT_END = /(?<!好|可以)吗[?？]$/

function asksForFacts(text: string): boolean {
  const isAsked = text.endsWith('?') || text.endsWith('？')
  return isAsked && (factQuestion(text) !== null || ASKS_AT_END.test(text))
}

/** Returns the kind of a sentence that a person wrote; null if it is neither a rule nor a decision. */
function kindOf(written: string, how: Spoken): 'constraint' | 'decision' | null {
  const { label, isShown } = how
  const text = label !== '' && written.startsWith(label) ? written.slice(label.length) : written
  if (isOrder(text, how) && !asksForFacts(text)) return 'constraint'
  return text.length >= MIN_DECISION_CHARS && !isShown && isOwnDecision(text) ? 'decision' : null
}

/** Returns a check for whether the text contains a sentence, because cleaning may have joined separate pieces.
 * Sentences come in text order, so each search starts after the previous match. Starting over each time is
 * quadratic. */
function sentenceFinder(text: string): (sentence: string) => boolean {
  let from = 0
  return (sentence) => {
    const next = text.indexOf(sentence, from)
    if (next >= 0) from = next + sentence.length
    return next >= 0 || text.includes(sentence)
  }
}
