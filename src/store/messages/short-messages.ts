import { pause } from '../../ports/pause.js'
import type { FramedMessage, HistoryPageRequest, Store } from '../../ports/ports.js'
import type { StoredMessage, Frame } from '../../domain/message.js'
import type { Database } from '../database.js'
import type { MessageCache } from './message-cache.js'
import { CHUNK_BYTES, measurePage, readPage, type Reader } from './message-pages.js'
import { MESSAGE_COLUMNS, messageOf, type MessageRow } from '../tables/rows.js'
import { HISTORY } from './shared-history.js'
import { compute } from '../../threads/compute.js'
import { OUTLINE_FROM } from '../../domain/context/shortened.js'

/** Messages without their large values: outlines for summaries and ledger entries, frames for contexts. */

/** Bytes of outlines that one summary reads. In a larger span, every message is shortened further. */
const SPAN_BYTES = 2 * 1024 * 1024
const SPAN_MIN_CHARS = 2_000
/** Messages of a span that are read at a time. Their rows arrive in one iteration of the event loop, which takes 10 ms for so many. [T1] */
const PAGE_MESSAGES = 500
/** Minimum size in bytes of a message whose frame is worth caching. */
const FRAME_FROM_BYTES = 4_096
/** Characters. Parsing and shortening a longer text delays other requests, so the reader yields after it. */
const LONG_CHARS = 524_288

/** Reads a page of outlines. Shortens messages that were stored without one. */
export async function readOutlines(
  from: Reader,
  sessionId: string,
  page: HistoryPageRequest,
  partChars?: number,
): Promise<StoredMessage[]> {
  const messages = await readPage(from, sessionId, { ...page, maxBytes: page.maxBytes ?? CHUNK_BYTES }, 'outline')
  for (const [at, message] of messages.entries()) {
    messages[at] = await outlined(message, partChars)
    if (message.raw.length >= LONG_CHARS) await pause()
  }
  return messages
}

/** Reads all messages of a span, with at most about 2 MiB of results and arguments in total. */
export async function readSpanMessages(
  from: Reader,
  sessionId: string,
  seqs: readonly number[],
): Promise<StoredMessage[]> {
  const all = { limit: seqs.length, maxBytes: Number.MAX_SAFE_INTEGER }
  const bytes = (await measurePage(from, sessionId, { seqs, ...all }, 'outline'))?.bytes ?? 0
  const partChars = bytes > SPAN_BYTES ? Math.max(SPAN_MIN_CHARS, Math.floor(SPAN_BYTES / seqs.length)) : undefined
  const found: StoredMessage[] = []
  for (let rest = seqs.toSorted((a, b) => a - b); rest.length > 0;) {
    const asked = rest.slice(0, PAGE_MESSAGES)
    const page = await readOutlines(from, sessionId, { seqs: asked, limit: asked.length }, partChars)
    found.push(...page)
    // A page may end before, because of its bytes.
    const last = page.at(-1)?.seq ?? asked.at(-1)!
    rest = rest.slice(rest.findLastIndex((seq) => seq <= last) + 1)
  }
  return found
}

interface FrameRow extends MessageRow {
  frame: string | null
  bytes: number
}

async function readFrames(
  db: Database,
  cache: MessageCache,
  sessionId: string,
  seqs: readonly number[],
): Promise<FramedMessage[]> {
  const known = seqs.flatMap((seq) => cache.frame(sessionId, seq) ?? [])
  const have = new Set(known.map(({ message }) => message.seq))
  const missing = seqs.filter((seq) => !have.has(seq))
  if (missing.length === 0) return known
  const columns = MESSAGE_COLUMNS.map((column) => (column === 'raw' ? `'' AS raw` : column)).join(', ')
  const text = `SELECT ${columns}, frame, octet_length(raw) AS bytes FROM ${HISTORY} m WHERE session_id = $1 AND seq = ANY($2::integer[])`
  const rows = await db.query<FrameRow>({ name: 'frames', text, values: [sessionId, missing] })
  const read = rows.flatMap(({ frame, bytes: _, ...row }) => {
    if (frame === null) return []
    const { raw, without }: { raw: string; without: number[] } = JSON.parse(frame)
    return [{ message: messageOf({ ...row, raw }), without }]
  })
  const older = rows.filter(({ frame, bytes }) => frame === null && bytes >= FRAME_FROM_BYTES).map(({ seq }) => seq)
  const made = await makeFrames(db, cache, sessionId, older)
  cache.addFrames([...read, ...made])
  return [...known, ...read, ...made]
}

/** Creates the frames of messages stored without one. Caches a message as is if a frame would save too little. */
async function makeFrames(
  db: Database,
  cache: MessageCache,
  sessionId: string,
  seqs: readonly number[],
): Promise<FramedMessage[]> {
  const made: FramedMessage[] = []
  for (let rest = seqs; rest.length > 0;) {
    const page = await readPage(db, sessionId, { seqs: rest, limit: rest.length, maxBytes: CHUNK_BYTES })
    const last = page.at(-1)?.seq
    if (last === undefined) break
    for (const message of page) {
      const frame = await framed(message)
      if (frame) made.push({ message: Object.freeze({ ...message, raw: frame.raw }), without: frame.without })
      else cache.add([message])
      if (message.raw.length >= LONG_CHARS) await pause()
    }
    rest = rest.filter((seq) => seq > last)
  }
  return made
}

export function shortMessages(db: Database, cache: MessageCache): Pick<Store, 'outlines' | 'span' | 'frames'> {
  return {
    outlines: (sessionId, page) => readOutlines(db, sessionId, page),
    span: (sessionId, seqs) => readSpanMessages(db, sessionId, seqs),
    frames: (sessionId, seqs) => readFrames(db, cache, sessionId, seqs),
  }
}

/** For messages that were stored without an outline: returns the message with its outline as text, or unchanged if an outline would save little. */
async function outlined(message: StoredMessage, partChars?: number): Promise<StoredMessage> {
  if (message.raw.length < Math.min(OUTLINE_FROM, 2 * (partChars ?? OUTLINE_FROM))) return message
  // Words are kept whole: a message of nothing else is not parsed to find that out.
  if (message.shape.every(({ kind }) => kind === 'text' || kind === 'reasoning')) return message
  const raw = await compute('outline', message.raw.length, slim(message), partChars)
  return raw === null ? message : { ...message, raw }
}

async function framed(message: StoredMessage): Promise<Frame | null> {
  if (!message.shape.some(({ kind }) => kind === 'tool_call' || kind === 'tool_result')) return null
  return compute('frame', message.raw.length, slim(message))
}

function slim({ format, raw, seq }: StoredMessage): Pick<StoredMessage, 'format' | 'raw' | 'seq'> {
  return { format, raw, seq }
}
