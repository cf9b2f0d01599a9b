import { proseLines, wordCount } from '../source/prose.js'
import { isThought } from '../source/sentences.js'
import { cleanText } from '../source/reading.js'
import type { SourceMessage } from '../source/types.js'
import type { Turn } from './turns.js'

/** The closing statement of a turn: the assistant's text after its last call. [V5] */

export interface Closing {
  seqs: number[]
  /** Whole sentences and list items, in order. */
  sentences: string[]
  /** Whether the turn ended with it. Otherwise it is the last finding so far. */
  isEnd: boolean
  /** What most of the statement consists of, because no line of a checkpoint can hold it; null if it is prose. */
  rest: { form: 'table' | 'code block'; seq: number } | null
}

/** Sentences read of one statement. */
const MAX_SENTENCES = 40
/** Texts before the end of an open turn that are searched for findings. */
const RECENT_TEXTS = 4
const MIN_FINDING_WORDS = 5
/** Characters read of a text to recognize tables and code. */
const MAX_REST_CHARS = 40_000

export function closingOf({ messages, isClosed }: Turn): Closing {
  const last = messages.findLastIndex(({ parts }) => parts.some(({ kind }) => kind !== 'text'))
  const after = messages.slice(last + 1).filter(({ role }) => role === 'assistant')
  const sentences = after.flatMap(spoken)
  const rest = restOf(after)
  if (sentences.length > 0 || rest) {
    return { seqs: after.map(({ seq }) => seq), sentences, isEnd: isClosed, rest }
  }
  return findingsOf(messages)
}

/** Returns the last findings among calls: sentences that state something. */
function findingsOf(messages: readonly SourceMessage[]): Closing {
  const texts = messages.filter(({ role, parts }) => role === 'assistant' && parts.some(({ kind }) => kind === 'text'))
  for (const message of texts.slice(-RECENT_TEXTS).toReversed()) {
    const sentences = spoken(message).filter((text) => !isThought(text) && wordCount(text) >= MIN_FINDING_WORDS)
    if (sentences.length > 0) return { seqs: [message.seq], sentences, isEnd: false, rest: null }
  }
  return { seqs: [], sentences: [], isEnd: false, rest: null }
}

/** Returns the form of at least half of the rows of a statement, and the message with most of them. */
function restOf(messages: readonly SourceMessage[]): Closing['rest'] {
  let rows = 0
  const found = { table: 0, 'code block': 0 }
  let most = { seq: 0, rows: 0 }
  for (const { seq, parts } of messages) {
    let own = 0
    let isFenced = false
    for (const raw of parts.flatMap((part) =>
      part.kind === 'text' ? part.text.slice(0, MAX_REST_CHARS).split('\n') : [],
    )) {
      const row = raw.trim()
      if (row === '') continue
      rows += 1
      const isFence = row.startsWith('```')
      const form = isFenced || isFence ? 'code block' : row.startsWith('|') ? 'table' : null
      if (isFence) isFenced = !isFenced
      if (form === null) continue
      found[form] += 1
      own += 1
    }
    if (own > most.rows) most = { seq, rows: own }
  }
  const form = found.table > found['code block'] ? 'table' : 'code block'
  return rows > 0 && found.table + found['code block'] >= rows / 2 ? { form, seq: most.seq } : null
}

function spoken({ parts }: SourceMessage): string[] {
  return parts
    .flatMap((part) => (part.kind === 'text' ? proseLines(cleanText(part.text), true) : []))
    .map(({ text }) => text)
    .slice(0, MAX_SENTENCES)
}
