import { oneLine, spelledLength } from '../texts.js'
import type { CountTokens, SourceMessage, SourcePart } from '../source/types.js'
import { kindAmong } from '../../knowledge/lines/read.js'
import { ratedWords, rarityOf, worthOf, type Rarity } from '../source/rarity.js'
import { cleanText } from '../source/reading.js'
import { isQuestion } from '../source/sentences.js'
import { splitSentences } from '../source/split-sentences.js'
import { piecesOf } from './statement.js'
import type { Draft } from './turn-lines.js'
import { isPoliteness } from './weak-lines.js'
import type { TurnFacts } from './turns.js'

/** Quotes what was said in a span without calls: a chat, an interview, a meeting. There, each message may hold what someone asks
 * for later, not only the last one of a turn. [C10] [P13] */

/** Maximum tokens of one line. A longer message becomes several, of whole sentences. */
const LINE_TOKENS = 60
/** Lines of a longer message that count fully. Each further one says less than those before it. */
const FULL_LINES = 2
const FURTHER_SHARE = 0.85
/** Importance of the line that says least, and what the one that says most has more. */
const IMPORTANCE = { least: 0.46, range: 0.24 }
/** Worth from which a line has the most importance · below which it is a reaction, which only fills free tokens. */
const WORTH = { most: 0.4, least: 0.055 }
const FILLER_IMPORTANCE = 0.25
/** Estimate, to compare sentences of one message. */
const CHARS_PER_TOKEN = 4

/** A few messages are digested by turn, with what was asked. */
const MIN_MESSAGES = 5
/** Answers to one request of a person, at the mean. An agent whose calls have left the context speaks several times in a turn. */
const MAX_PER_TURN = 1.5

/** One answer alone may be what an agent said at the end of its work, and so may all in a session with more messages for each request. */
const MIN_ANSWERS = 2
const CHAT_MESSAGES = 3

/** Mean length of a message in letters of an alphabet. Longer ones are answers of an assistant, which begin with what they come to. */
const MAX_MEAN_CHARS = 600

/** Whether the span is a conversation: many short messages with nothing but words, which take turns. */
export function isTalk(source: readonly SourceMessage[], facts: Pick<TurnFacts, 'turnOf'>): boolean {
  const chars = source.reduce((sum, { parts }) => sum + parts.reduce((all, part) => all + textLength(part), 0), 0)
  return source.length >= MIN_MESSAGES && chars <= MAX_MEAN_CHARS * source.length && takesTurns(source, facts)
}

/** Whether the span is of a chat without tools: words alone, some answers, and no more messages before them than such a chat has. */
export function isChat(source: readonly SourceMessage[], facts: Pick<TurnFacts, 'turnOf'>): boolean {
  const { seq = 0 } = source.at(-1) ?? {}
  const isShort = seq <= CHAT_MESSAGES * (facts.turnOf.get(seq) ?? 0)
  return isShort && answersOf(source).length >= MIN_ANSWERS && takesTurns(source, facts)
}

function takesTurns(source: readonly SourceMessage[], { turnOf }: Pick<TurnFacts, 'turnOf'>): boolean {
  if (!source.every(({ role, parts }) => role !== 'tool' && parts.every(({ kind }) => kind === 'text'))) return false
  const answers = answersOf(source)
  return answers.length <= MAX_PER_TURN * new Set(answers.map(({ seq }) => turnOf.get(seq) ?? 0)).size
}

function answersOf(source: readonly SourceMessage[]): SourceMessage[] {
  return source.filter(({ role }) => role === 'assistant')
}

/** Returns lines with the words of each message, verbatim. */
export function saidLines(
  source: readonly SourceMessage[],
  { requests, turnOf }: Pick<TurnFacts, 'requests' | 'turnOf'>,
  count: CountTokens,
): Draft[] {
  const texts = source.map(textOf)
  const rarity = rarityOf([...texts, ...[...requests.values()].map(({ text }) => text)].map(ratedWords))
  const lines: Draft[] = []
  for (const [at, { seq, role }] of source.entries()) {
    const reply = requests.get((turnOf.get(seq) ?? 0) + 1)?.text.length ?? Infinity
    const pieces = piecesWithin(texts[at]!, seq, count).map((piece) =>
      withoutChaff(piece, rarity, reply <= SHORT_REPLY_CHARS),
    )
    for (const [number, piece] of pieces.entries()) {
      if (splitSentences(piece).every(isPoliteness)) continue
      const share = FURTHER_SHARE ** Math.max(0, number + 1 - FULL_LINES)
      lines.push({
        kind: 'fact',
        text: `#${seq} ${role === 'user' ? 'user: ' : ''}${piece}`,
        importance: importanceOf(share * worth(piece, rarity, count)),
        sources: [seq],
        about: `said ${seq}.${number + 1}`,
      })
    }
  }
  return lines
}

function textLength(part: SourcePart): number {
  return part.kind === 'text' ? spelledLength(part.text) : 0
}

function textOf({ parts }: SourceMessage): string {
  return cleanText(parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n'))
}

function worth(text: string, rarity: Rarity, count: CountTokens): number {
  return worthOf(text, { tokens: count(text), rarity })
}

function importanceOf(worth: number): number {
  if (worth < WORTH.least) return FILLER_IMPORTANCE
  return IMPORTANCE.least + IMPORTANCE.range * Math.min(1, worth / WORTH.most)
}

/** Sentences of a line that say less than this share of what its sentences say at the mean are left out: `Wow, that's great!` */
const CHAFF_SHARE = 0.6
/** A reply shorter than this means nothing without the question: `yes`, `about 400`. */
const SHORT_REPLY_CHARS = 120
const leans = kindAmong('leaning')
const LABEL = /^[\p{L}\p{N}_.-]{1,30}(?: [\p{L}\p{N}_.-]{1,30}){0,2}: /u

/** Returns a line without the sentences that say least. A gap is marked; the name of the speaker stays, and so does what the next
 * sentence is about.
 * @param isAnswered whether the reply is short, so that the question at the end stays, too */
function withoutChaff(line: string, rarity: Rarity, isAnswered: boolean): string {
  const label = LABEL.exec(line)?.[0] ?? ''
  const sentences = splitSentences(line.slice(label.length))
  if (sentences.length < 2) return line
  const rated = sentences.map((text) => ({
    text,
    worth: worthOf(text, { tokens: text.length / CHARS_PER_TOKEN, rarity }),
  }))
  const mean = rated.reduce((sum, one) => sum + one.worth, 0) / rated.length
  const isKept = rated.map(({ worth: own }) => own >= CHAFF_SHARE * mean)
  if (isAnswered && isQuestion(sentences.at(-1)!)) isKept[sentences.length - 1] = true
  for (let at = sentences.length - 1; at > 0; at--) isKept[at - 1] ||= isKept[at]! && leans(sentences[at]!) !== null
  const [first, last] = [isKept.indexOf(true), isKept.lastIndexOf(true)]
  const kept = rated.flatMap(({ text }, at) => {
    if (isKept[at]) return [text]
    return at > first && at < last && isKept[at - 1] ? ['…'] : []
  })
  return label + kept.join(' ')
}

/** Returns a short message whole, and the sentences, list items and rows of a longer one in lines that are as long as
 * possible. */
function piecesWithin(text: string, seq: number, count: CountTokens): string[] {
  const whole = oneLine(text).trim()
  if (whole === '') return []
  // Counting a long text costs more than reading it.
  if (whole.length <= 12 * LINE_TOKENS && count(whole) <= LINE_TOKENS) return [whole]
  const lines: { text: string; tokens: number }[] = []
  for (const raw of piecesOf(text, seq)) {
    const piece = oneLine(raw.text).trim()
    const tokens = count(piece)
    const open = lines.at(-1)
    if (open && open.tokens + tokens <= LINE_TOKENS) {
      open.text += ` ${piece}`
      open.tokens += tokens
    } else lines.push({ text: piece, tokens })
  }
  return lines.map((line) => line.text)
}
