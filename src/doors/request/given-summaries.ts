import { parseMessage } from '../../domain/formats/index.js'
import type { Format, Json } from '../../domain/message.js'
import { pauseWhenDue } from '../../ports/pause.js'
import { isMessage, type ElementKind } from '../protocol.js'
import { runsOf } from './quoted-conversation.js'

/** Remembers what models answered to programs that asked about a conversation, such as for a summary. A program that begins from scratch with such an answer
 * goes on with that conversation, also without a name: only it has got these words. [P14] */

interface Given {
  /** Key, program, user and name of the conversation, as in the request for it. */
  caller: string
  /** Conversation that it is about. */
  sessionId: string
  /** Pieces of its text, in order. */
  runs: string[]
}

const MAX_GIVEN = 256
/** Pieces that are kept, from all of its text. */
const MAX_RUNS = 32
const MAX_READ_RUNS = 1_000
const MAX_OF_CALLER = 8
/** Bytes of equal words, at least: two people may get the same short refusal. */
const MIN_BYTES = 200
/** Programs leave out parts of a summary, such as what the model thought before it. */
const MIN_SHARE = 0.5

export class GivenSummaries {
  /** Newest first. */
  private given: Given[] = []

  remember(caller: string, sessionId: string, text: string): void {
    const all = runsOf(text, MAX_READ_RUNS)
    const every = Math.max(1, Math.ceil(all.length / MAX_RUNS))
    const runs = all.filter((_, at) => at % every === 0)
    if (bytesOf(runs) < MIN_BYTES) return
    this.given.unshift({ caller, sessionId, runs })
    this.given.length = Math.min(this.given.length, MAX_GIVEN)
  }

  has(caller: string): boolean {
    return this.given.some((one) => one.caller === caller)
  }

  /** Returns the session whose summary a text has, and forgets its summaries; null: none, or those of several sessions. */
  take(caller: string, text: string): string | null {
    const own = this.given.filter((one) => one.caller === caller).slice(0, MAX_OF_CALLER)
    const found = own.map((given) => ({ given, share: shareIn(text, given.runs) }))
    // Summaries of one program have headings in common.
    const most = Math.max(...found.map(({ share }) => share))
    const ids = new Set(found.flatMap(({ given, share }) => (share === most ? [given.sessionId] : [])))
    if (most < MIN_SHARE || ids.size !== 1) return null
    const [id] = ids
    this.given = this.given.filter((one) => one.caller !== caller || one.sessionId !== id)
    return id!
  }
}

/** Characters of a request among which a summary is looked for, from its beginning. */
const MAX_CHARS = 65_536

/** Returns the words at the beginning of a request, without results. Of a single message, only its own: programs put what they remember of one
 * conversation into the system text of the next.
 * @param kinds of the elements of its list
 * @param valueOf returns one of them, from 0 */
export async function firstWords(
  format: Format,
  { system, kinds, valueOf }: { system: string | null; kinds: readonly ElementKind[]; valueOf(index: number): Json },
): Promise<string> {
  const isBegun = kinds.filter(isMessage).length > 1
  const texts = isBegun && system !== null ? [system.slice(0, MAX_CHARS)] : []
  let chars = texts[0]?.length ?? 0
  for (let index = 0; index < kinds.length && chars < MAX_CHARS; index++) {
    if (!isBegun && !isMessage(kinds[index])) continue
    await pauseWhenDue()
    const text = wordsOf(format, valueOf(index)).slice(0, MAX_CHARS)
    chars += text.length
    texts.push(text)
  }
  return texts.join('\n')
}

/** Returns the texts of a message; empty: it has none. */
export function wordsOf(format: Format, message: Json): string {
  try {
    const { parts } = parseMessage(format, message, '')
    return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  } catch {
    return ''
  }
}

/** Returns the part of the pieces that a text has, in order, by their bytes; 0: too few to prove anything. */
function shareIn(text: string, runs: readonly string[]): number {
  let from = 0
  const had = runs.filter((run) => {
    const at = text.indexOf(run, from)
    if (at >= 0) from = at + run.length
    return at >= 0
  })
  const bytes = bytesOf(had)
  return bytes < MIN_BYTES ? 0 : bytes / bytesOf(runs)
}

function bytesOf(runs: readonly string[]): number {
  return runs.reduce((sum, run) => sum + Buffer.byteLength(run), 0)
}
