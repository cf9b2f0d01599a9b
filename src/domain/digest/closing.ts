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
}

/** Sentences read of one statement. */
const MAX_SENTENCES = 40
/** Texts before the end of an open turn that are searched for findings. */
const RECENT_TEXTS = 4
const MIN_FINDING_WORDS = 5

export function closingOf({ messages, isClosed }: Turn): Closing {
  const last = messages.findLastIndex(({ parts }) => parts.some(({ kind }) => kind !== 'text'))
  const after = messages.slice(last + 1).filter(({ role }) => role === 'assistant')
  const sentences = after.flatMap(spoken)
  if (sentences.length > 0) {
    return { seqs: after.map(({ seq }) => seq), sentences, isEnd: isClosed }
  }
  return findingsOf(messages)
}

/** Returns the last findings among calls: sentences that state something. */
function findingsOf(messages: readonly SourceMessage[]): Closing {
  const texts = messages.filter(({ role, parts }) => role === 'assistant' && parts.some(({ kind }) => kind === 'text'))
  for (const message of texts.slice(-RECENT_TEXTS).toReversed()) {
    const sentences = spoken(message).filter((text) => !isThought(text) && wordCount(text) >= MIN_FINDING_WORDS)
    if (sentences.length > 0) return { seqs: [message.seq], sentences, isEnd: false }
  }
  return { seqs: [], sentences: [], isEnd: false }
}

function spoken({ parts }: SourceMessage): string[] {
  return parts
    .flatMap((part) => (part.kind === 'text' ? proseLines(cleanText(part.text)) : []))
    .map(({ text }) => text)
    .slice(0, MAX_SENTENCES)
}
