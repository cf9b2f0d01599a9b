/** The ledger: a small exact block beside the checkpoints, never summarized. It is a function of the messages that left
 * the context: the first request, files written by tool calls, rules, preferences, facts and decisions in the user's words, and decisions
 * that the assistant marked. Tool output and reasoning aloud never add entries. [C9] */
import { cutAtWord, oneLine, lettersOf, splitWords, wordSet } from '../texts.js'
import type { Origin } from '../message.js'
import { holdsMarker, markerHead } from '../attribution/marker-head.js'
import { ownWords } from '../attribution/own-words.js'
import { isSpeech, withoutName } from '../attribution/chat-rows.js'
import { touchesOf, type Artifact } from '../anchors/artifacts.js'
import { cleanText } from '../source/reading.js'
import { splitSentences } from '../source/split-sentences.js'
import { sentences } from '../source/sentences.js'
import { kindAmong } from '../../knowledge/lines/read.js'
import { standingBeside } from './stated.js'
import { isOwnDecision, isRuleOfPerson } from './order.js'
import { withoutLetters } from '../attribution/letters.js'
import { isDocument } from '../attribution/document.js'
import { isStandingRule } from '../standing/rule.js'
import type { SourceMessage } from '../source/types.js'

export const LEDGER_KINDS = ['intent', 'constraint', 'preference', 'artifact', 'decision'] as const
/** In order of priority for tokens. `preference`: also what people state about themselves and the project. */
export type LedgerKind = (typeof LEDGER_KINDS)[number]
export const LEDGER_STATES = ['open', 'done', 'superseded'] as const
export type LedgerState = (typeof LEDGER_STATES)[number]

export interface LedgerEntry {
  /** `led_<seq>_<n>`: unique in its session and stable across recomputation. */
  id: string
  kind: LedgerKind
  /** A path or sentence, verbatim from its message. */
  text: string
  /** The last action on the path; null for other kinds than artifacts. */
  action: Artifact['action'] | null
  /** The new place of a path that moved, in the words of the call. */
  movedTo?: string
  /** Seq of the source message. */
  seq: number
  /** Position among the entries of its message. */
  n: number
  state: LedgerState
}

/** A parsed message that leaves the context. It contains only results that directly follow their calls. */
export type EvictedMessage = SourceMessage & {
  origin: Origin
  /** Whether it is the first human message of the session. */
  isFirst?: boolean
  /** Whether it is talk between people, by what was said before it. */
  isTalk?: boolean
}

/** Version of the rules by which messages become entries. Raise it with every change that makes other entries of the same messages:
 * sessions of older rules are then derived again, as a recorded cut. [P2] [C9] */
export const LEDGER_RULES = 15
/** Positions that each version may use, so that entries of two versions are never mistaken for each other. */
const POSITIONS = 2_000
const FIRST_POSITION = (LEDGER_RULES - 1) * POSITIONS

/** Whether the entries of a session follow from older rules. Those of newer ones are left to newer processes. */
export function hasOlderLedger({ ledgerRules = 1 }: { ledgerRules?: number }): boolean {
  return ledgerRules < LEDGER_RULES
}

/** Whether the entries of a session follow from the rules of this version. */
export function hasPresentLedger({ ledgerRules = 1 }: { ledgerRules?: number }): boolean {
  return ledgerRules === LEDGER_RULES
}

/** Maximum entries per message. A text with more rules is a document, not an instruction. */
const MAX_PER_MESSAGE = 500
/** Characters kept of the first request, which the block shortens to its tokens. */
const INTENT_CHARS = 1_500
/** Minimum characters of a decision. Shorter ones (`Fixed because …`) carry no usable information. */
const MIN_DECISION_CHARS = 24

/** Returns the entries of messages that leave the context, all open, in message order. Failed calls add nothing. */
export function ledgerEntriesOf(eviction: readonly EvictedMessage[]): LedgerEntry[] {
  const touches = new Map<number, Found[]>(eviction.map(({ seq }) => [seq, []]))
  for (const { seq, path, action, movedTo } of touchesOf(eviction, 'call'))
    touches.get(seq)?.push({ kind: 'artifact', text: path, action, ...(movedTo === undefined ? {} : { movedTo }) })
  const entries: LedgerEntry[] = []
  for (const message of eviction) {
    const sentences = sentencesOf(message)
    // Calls may leave before the text of their message. The positions of sentences must not depend on that.
    for (const { n, ...entry } of [
      ...numbered(distinct(touches.get(message.seq) ?? []), FIRST_POSITION),
      ...numbered(distinct(sentences), FIRST_POSITION + MAX_PER_MESSAGE),
      ...numbered(intentOf(message), FIRST_POSITION + 2 * MAX_PER_MESSAGE),
    ]) {
      entries.push({ ...entry, id: ledgerId(message.seq, n), seq: message.seq, n, state: 'open' })
    }
  }
  return entries
}

type Found = Pick<LedgerEntry, 'kind' | 'text' | 'action' | 'movedTo'>

function numbered(found: readonly Found[], from: number): (Found & { n: number })[] {
  return found.slice(0, MAX_PER_MESSAGE).map((entry, index) => ({ ...entry, n: from + index }))
}

function sentencesOf({ role, origin, speaker, isTalk, parts }: EvictedMessage): Found[] {
  const human = role === 'user' && origin === 'human'
  if (!human && role !== 'assistant') return []
  const found: Found[] = []
  for (const part of parts) {
    if (part.kind !== 'text') continue
    const isPresent = sentenceFinder(part.text)
    const text = cleanText(part.text)
    // Most texts of an assistant mark nothing, and to find its own words in one costs much more.
    if (!human && !holdsMarker(text)) continue
    const words = ownWords(text, human)
    const heard = isTalk === true ? 'talk' : isSpeech(text) ? 'row' : 'order'
    const label = speaker === undefined ? '' : `${speaker}: `
    const isShown = human && isDocument(words.own)
    const lines = human ? sentences(withoutLetters(words.own)) : markedLines(words.own)
    for (const line of lines) {
      const stated = human
        ? statementsOf(line, words.unquoted(line), { heard, label, isShown })
        : [{ text: line, kind: 'decision' as const }]
      for (const { text, kind } of stated) if (kind && isPresent(text)) found.push({ kind, text, action: null })
    }
    // Among people, and in a transcript, `I` may be any of them.
    if (human && heard === 'order' && label === '') found.push(...standingBeside(part.text, found))
  }
  return found
}

/** Returns the lines with which the assistant marked decisions for the goals. */
function markedLines(own: string): string[] {
  const rows = own.split('\n').filter((row) => markerHead(row)?.name === 'decision')
  return rows.flatMap((row) => sentences(row).find(holdsMarker) ?? [])
}

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
  const leans = pieces
    .slice(1)
    .some(({ text, kind }) => kind !== null && splitWords(lettersOf(text)).some((word) => REFERS_BACK.has(word)))
  return leans ? [{ text: line, kind: kindOf(unquoted, how) }] : pieces
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

/** Returns the request of the first human message. */
function intentOf({ isFirst, parts }: EvictedMessage): Found[] {
  if (isFirst !== true) return []
  const text = parts
    .flatMap((part) => (part.kind === 'text' ? [cleanText(part.text)] : []))
    .join('\n')
    .trim()
  if (text === '') return []
  return [{ kind: 'intent', text: cutAtWord(text, INTENT_CHARS), action: null }]
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

/** Keeps the last entry of each key. */
function distinct(found: readonly Found[]): Found[] {
  const last = new Map<string, Found>()
  for (const entry of found) {
    last.delete(ledgerKey(entry))
    last.set(ledgerKey(entry), entry)
  }
  return [...last.values()]
}

export function ledgerId(seq: number, n: number): string {
  return `led_${seq}_${n}`
}

/** Returns the identity of an entry. Of entries with the same key, the newest supersedes the others. */
export function ledgerKey({ kind, text }: Pick<LedgerEntry, 'kind' | 'text'>): string {
  return `${kind} ${kind === 'artifact' ? text : oneLine(text.trim()).toLowerCase()}`
}

/** Marks all but the newest entry of each key as superseded. Returns the entries in message order. */
export function settleLedger(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const keyed = [...entries].sort(byPosition).map((entry) => ({ entry, key: ledgerKey(entry) }))
  const newest = new Map(keyed.map(({ key, entry }) => [key, entry]))
  return keyed.map(({ entry, key }) => (newest.get(key) === entry ? entry : { ...entry, state: 'superseded' }))
}

/** Orders entries by message, and within a message as they appear. */
export function byPosition(a: LedgerEntry, b: LedgerEntry): number {
  return a.seq - b.seq || a.n - b.n
}
