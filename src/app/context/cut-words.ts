import type { ContextEntry } from '../../domain/context/context.js'
import type { Reduction } from '../../domain/context/reduction.js'
import type { Part, StoredMessage } from '../../domain/message.js'
import { cutAtWord, oneLine } from '../../domain/texts.js'
import { MISSING_RESULT_TEXT } from '../../domain/tokens.js'
import { contextContents, type Admit } from '../shared/context-contents.js'
import { readStored } from '../shared/read-stored.js'
import type { Ports } from '../../ports/ports.js'

/** The first words of what is sent for entries of a context, so that a list of changes can be read. */

/** Characters of the words of an entry. */
const WORDS_MAX = 160
/** Characters that are read for them: more than they take, because blanks are joined. */
const READ_MAX = 1_000
/** Messages whose words are read, the newest ones. */
const MESSAGES_MAX = 200

/** Returns the words by index of the entry; none for entries before `from` and for older messages than the newest 200.
 * Throws message_exceeds_window if the messages are larger than a context may be. */
export async function cutWords(
  { store }: Pick<Ports, 'store'>,
  { sessionId, context, reductions }: { sessionId: string; context: ContextEntry[]; reductions: readonly Reduction[] },
  { from, admit }: { from: number; admit: Admit | undefined },
): Promise<ReadonlyMap<number, string>> {
  const shown = [...context.entries()].filter(([index]) => index >= from)
  const seqs = shown.flatMap(([, entry]) => (entry.kind === 'message' ? [entry.entry.seq] : [])).slice(-MESSAGES_MAX)
  const contents = await contextContents({ store }, { sessionId, seqs, reductions }, admit)
  const words = new Map<number, string>()
  for (const [index, entry] of shown) {
    if (entry.kind !== 'message') {
      words.set(index, firstWords(blockText(entry)))
      continue
    }
    const message = contents.messages.get(entry.entry.seq)
    if (message) words.set(index, await messageWords(message, contents.reductions.get(entry.entry.seq) ?? []))
  }
  return words
}

function blockText(entry: Exclude<ContextEntry, { kind: 'message' }>): string {
  if (entry.kind === 'checkpoint') return entry.checkpoint.text
  return entry.kind === 'missing-results' ? entry.calls.map(() => MISSING_RESULT_TEXT).join(' ') : entry.text
}

async function messageWords(message: StoredMessage, reductions: readonly Reduction[]): Promise<string> {
  const replaced = new Map(reductions.map(({ part, placeholder }) => [part, placeholder]))
  const { parts } = await readStored(message)
  const texts = parts.map((part, index) => {
    const placeholder = replaced.get(index)
    return placeholder === undefined ? partText(part) : (placeholder ?? '')
  })
  return firstWords(texts.map((text) => text.slice(0, READ_MAX)).join(' '))
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text
    case 'tool_call':
      return `${part.name} ${typeof part.args === 'string' ? part.args : JSON.stringify(part.args)}`
    case 'tool_result':
      return typeof part.content === 'string' ? part.content : part.content.map(partText).join(' ')
    default:
      return `[${part.type}]`
  }
}

const firstWords = (text: string): string => cutAtWord(oneLine(text.slice(0, READ_MAX)).trim(), WORDS_MAX)
