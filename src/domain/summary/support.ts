import { SAID_BY } from '../checkpoint/lines-as-source.js'
import { headAndTail } from '../source/bounded.js'
import { hasCjk } from '../texts.js'
import type { ContentKind } from '../model/help.js'
import { ownWords } from '../attribution/own-words.js'
import { isDecision, isInstruction, isPersonsDecision } from '../source/decisions.js'
import { splitSentences } from '../source/split-sentences.js'
import { isAskingTool, type Passage } from '../source/reading.js'
import { contentWords, sentences } from '../source/sentences.js'
import type { LineKind } from '../source/types.js'

/** Looks up the words of a model's line in the source. A sentence without exact strings can be invented, too: its words are
 * then nowhere together. [V4] */

/** How well the source supports a line. Unsupported lines are left out; weak ones rank below lines by rule. */
export type SupportLevel = 'supported' | 'weak' | 'unsupported'

/** Kinds of lines that say what was done or what happened. */
const DEEDS: ReadonlySet<LineKind> = new Set<LineKind>(['progress', 'error', 'artifact'])

/** Whether lines of a kind say what was done or what happened: what was asked for does not support them. [P14] */
export function isDeed(kind: LineKind): boolean {
  return DEEDS.has(kind)
}

export interface Support {
  /** @param isDeed whether the text says what was done: then only messages support it, not what was asked for beside them */
  levelOf(text: string, hasExactStrings: boolean, isDeed?: boolean): SupportLevel
  /** Whether the text says what a sentence of the source decides. */
  isDecided(text: string): boolean
}

/** Consecutive messages that may support one line: about what an agent does between two statements; in a chat a statement and its
 * answer. A small model joins what was said far apart to what was never said. */
const WINDOW = { work: 4, chat: 2 }
/** Share of the words of a line that must occur in one window. Of 1,102 true sentences of a large model about coding sessions, 9%
 * and 2% have fewer; of sentences about other sessions, 49% and 14%. In a chat the same few words are everywhere, so nearly all must be
 * together: a model with 1.5 billion parameters wrote of an email with advice where someone had asked for advice. */
const SHARES = { work: { weak: 0.5, unsupported: 0.3 }, chat: { weak: 0.85, unsupported: 0.7 } }
/** Of a line with fewer content words and without exact strings, the source must have all. */
const MIN_WORDS = 4
const NO_WORDS: ReadonlySet<string> = new Set()
/** Share of the words of a decision that one sentence which decides must have. */
const DECIDED_SHARE = 0.5
/** Characters read at the start and end of a passage: more than the model saw of it. */
const READ_CHARS = { head: 8_000, tail: 2_000 }
/** Characters of a word that survive its inflection. */
const STEM_CHARS = 6

/** @param promptTexts texts in the prompt beside the source: goals, the request, earlier notes
 * @param kind of the span that the source is of */
export function supportIn(
  passages: readonly Passage[],
  promptTexts: readonly string[],
  kind: ContentKind = 'work',
): Support {
  const share = SHARES[kind]
  const index = windowIndex(passages, WINDOW[kind])
  const beside = new Set(promptTexts.flatMap(stemsOf))
  const isWide = passages.some(({ text }) => hasCjk(text))
  const decided = [...passages.flatMap(decisionsIn), ...promptTexts.flatMap(decisionsBeside)].map(
    (text) => new Set(stemsOf(text)),
  )
  return {
    levelOf(text, hasExactStrings, isDeed = false) {
      const asked = isDeed ? NO_WORDS : beside
      const words = [...new Set(stemsOf(text))]
      // Words of another script cannot be compared.
      if (words.length === 0 || hasCjk(text) !== isWide) return 'supported'
      if (words.length < MIN_WORDS)
        return bestShare(words, index, asked) === 1 || hasExactStrings ? 'supported' : 'weak'
      const found = bestShare(words, index, asked)
      if (found >= share.weak) return 'supported'
      // In a chat, the same names are everywhere: they tie no line to a place.
      return found < share.unsupported && (kind === 'chat' || !hasExactStrings) ? 'unsupported' : 'weak'
    },
    isDecided(text) {
      const words = [...new Set(stemsOf(text))]
      return decided.some((known) => words.filter((word) => known.has(word)).length >= words.length * DECIDED_SHARE)
    },
  }
}

export interface WindowIndex {
  /** Windows that have a word, ascending. */
  windowsOf: Map<string, number[]>
  windows: number
}

/** A window starts at each message, so that a line costs one step per occurrence of its words. */
export function windowIndex(passages: readonly Passage[], messages = WINDOW.work): WindowIndex {
  const windowsOf = new Map<string, number[]>()
  const numbers = new Map<number, number>()
  for (const { seq, tool, text } of passages) {
    const number = numbers.get(seq) ?? numbers.size
    numbers.set(seq, number)
    for (const word of new Set(stemsOf(`${tool}\n${ends(text)}`))) {
      const windows = windowsOf.get(word) ?? []
      windowsOf.set(word, windows)
      const from = Math.max(0, number - messages + 1, (windows.at(-1) ?? -1) + 1)
      for (let window = from; window <= number; window++) windows.push(window)
    }
  }
  return { windowsOf, windows: Math.max(1, numbers.size) }
}

export function bestShare(
  words: readonly string[],
  { windowsOf, windows }: WindowIndex,
  beside: ReadonlySet<string>,
): number {
  const found = new Uint32Array(windows)
  const known = words.filter((word) => beside.has(word)).length
  for (const word of words) if (!beside.has(word)) for (const window of windowsOf.get(word) ?? []) found[window]! += 1
  return (known + found.reduce((most, count) => Math.max(most, count), 0)) / words.length
}

/** Returns the sentences of a passage that decide something, of its writer's own words. */
function decisionsIn(passage: Passage): string[] {
  const { voice, tool } = passage
  const own = ownSentences(passage)
  if (voice === 'spoken') return own.filter(isDecision)
  if (isAskingTool(tool)) return own
  return own.filter((sentence) => isPersonsDecision(sentence) || (tool !== '' && isInstruction(sentence)))
}

/** Returns the lines of a text in the prompt that decide something. What a tool said in an earlier note decides nothing. */
function decisionsBeside(text: string): string[] {
  const lines = sentences(text).filter((line) => !SAID_BY.test(line))
  return lines.filter((line) => isDecision(line) || isPersonsDecision(line))
}

/** Returns what a person or the assistant said in a passage: sentences with the quoted words blanked. */
export function ownSentences({ voice, tool, text }: Passage): string[] {
  if (voice !== 'spoken' && voice !== 'human') return []
  // A client writes the answers of a person between quotation marks.
  if (isAskingTool(tool)) return sentences(text).flatMap(splitSentences)
  const { own, unquoted } = ownWords(text, voice === 'human')
  return sentences(own).map(unquoted).flatMap(splitSentences)
}

export function stemsOf(text: string): string[] {
  return contentWords(text).map((word) => word.slice(0, STEM_CHARS))
}

export function ends(text: string): string {
  return headAndTail(text, READ_CHARS.head, READ_CHARS.tail)
}
