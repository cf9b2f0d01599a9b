import { parseMessage } from '../../domain/formats/index.js'
import type { Format, Json, Role } from '../../domain/message.js'
import { pauseWhenDue } from '../../ports/pause.js'
import { isMessage } from '../protocol.js'
import type { KnownBody } from './known-bodies.js'
import { elementText } from './parse-body.js'

/** Programs ask about a conversation in a request of its own: for a summary, a title, what to remember, the sense of a short question. In any wording,
 * such a request is one message that quotes what was said. */

/** The beginning of what a person or a model said. */
interface Mark {
  role: Role
  text: string
}

/** Messages of a conversation that are looked for, from its beginning and from its end. */
const FIRST = 8
const LAST = 24
/** Bytes of a message that is read for its mark, at most. */
const MAX_MESSAGE_BYTES = 16_384
/** Characters of a request that are searched, from its end. */
const MAX_CHARS = 262_144
/** Quoted messages, at least, with words of both sides. One exchange may be in two requests by chance. */
const MIN_QUOTED = 3
/** Text between characters that a program escapes when it writes a message into another. */
const RUNS = /[^\n\r"'\\&<>]{4,80}/g
/** Bytes of a run. In Chinese, 6 characters are a sentence. */
const MIN_BYTES = 16

const marks = new WeakMap<KnownBody, Mark[]>()

/** Returns the conversations of which a message quotes most: at least three messages in their order, of both sides. Several may have the same ones. */
export async function quotedConversations(
  format: Format,
  message: Json,
  conversations: readonly KnownBody[],
): Promise<KnownBody[]> {
  const text = said(format, message)?.text.slice(-MAX_CHARS) ?? ''
  if (text.length < MIN_QUOTED * 6) return []
  const plain = text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  let best: KnownBody[] = []
  let most = MIN_QUOTED
  for (const known of conversations) {
    await pauseWhenDue()
    const quoted = countQuoted(marksOf(format, known), plain)
    if (quoted > most) best = []
    if (quoted < most) continue
    best.push(known)
    most = quoted
  }
  return best
}

/** Returns how many of the marks a text has, in order; 0: those of one side only. */
function countQuoted(all: readonly Mark[], text: string): number {
  const found = new Set<string>()
  const roles = new Set<Role>()
  let from = 0
  for (const mark of all) {
    const at = text.indexOf(mark.text, from)
    if (at < 0) continue
    from = at + mark.text.length
    found.add(mark.text)
    roles.add(mark.role)
  }
  return roles.size > 1 ? found.size : 0
}

function marksOf(format: Format, known: KnownBody): Mark[] {
  const kept = marks.get(known)
  if (kept) return kept
  const turns = known.kinds.flatMap((kind, index) => (isMessage(kind) ? [index] : []))
  const chosen = turns.filter((_, at) => at < FIRST || at >= turns.length - LAST)
  const read = chosen.flatMap((index) => {
    const { from, to } = known.body.elements[index]!
    if (to - from > MAX_MESSAGE_BYTES) return []
    const one = said(format, JSON.parse(elementText(known.body, index)) as Json)
    const [text] = one ? runsOf(one.text, 1) : []
    return one && text !== undefined ? [{ role: one.role, text }] : []
  })
  marks.set(known, read)
  return read
}

/** Returns the words of a user or a model; null: it has none. */
function said(format: Format, message: Json): Mark | null {
  try {
    const { role, parts } = parseMessage(format, message, '')
    if (role !== 'user' && role !== 'assistant') return null
    return { role, text: parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n') }
  } catch {
    return null
  }
}

/** Returns the first pieces of a text that a message has which quotes it, each at most 80 characters long. */
export function runsOf(text: string, max: number): string[] {
  const runs: string[] = []
  for (const [run] of text.matchAll(RUNS)) {
    if (runs.length >= max) break
    const piece = run.trim()
    // A copy: a substring keeps the whole text in memory.
    if (Buffer.byteLength(piece) >= MIN_BYTES) runs.push(Buffer.from(piece).toString())
  }
  return runs
}
