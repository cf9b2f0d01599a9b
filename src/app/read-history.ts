import { parseMessage, renderMessage } from '../domain/formats/index.js'
import type { Format, Json, MessageState, SeqRange, StoredMessage } from '../domain/message.js'
import { seqsOf } from '../domain/ranges.js'
import type { Ports } from './ports.js'
import { readSession, required } from './read-session.js'

export interface HistoryMessage {
  stored: StoredMessage
  state: MessageState
  /** As it came, or as an app said since. */
  pinned: boolean
  /** The message in the format asked for, when that is not its own; one message may need several there. */
  rendered: Json[] | null
}
export interface HistoryPage {
  messages: HistoryMessage[]
  /** Number of the last message given; null: there are no more. */
  nextAfter: number | null
}

export interface HistoryRequest {
  appId: string | null
  sessionId: string
  /** First and last message wanted, both included. */
  from: number
  to: number
  limit: number
  /** Translate what came in another format; the exact text is given besides. */
  format?: Format
}

/** The history, exact and for ever, whatever the context has made of it. Throws session_not_found. [P1] */
export async function readHistory({ store }: Pick<Ports, 'store'>, request: HistoryRequest): Promise<HistoryPage> {
  const { lastSeq } = await readSession({ store }, request.sessionId, request.appId)
  const to = Math.min(request.to, lastSeq)
  if (request.from > to) return { messages: [], nextAfter: null }
  const stored = await store.history(request.sessionId, { from: request.from, to, limit: request.limit })
  return page({ store }, request, stored, to)
}

/** The messages a checkpoint stands for, as they came. Throws session_not_found, not_found. [P8] */
export async function readCovered(
  { store }: Pick<Ports, 'store'>,
  request: Omit<HistoryRequest, 'from' | 'to'> & { checkpointId: string; after: number },
): Promise<HistoryPage> {
  await readSession({ store }, request.sessionId, request.appId)
  const checkpoint = required(await store.checkpoint(request.sessionId, request.checkpointId), 'checkpoint', request.checkpointId)
  const wanted = seqsAfter(checkpoint.covered, request.after)
  const stored = await store.history(request.sessionId, { seqs: wanted, limit: request.limit })
  return page({ store }, request, stored, wanted[wanted.length - 1] ?? 0)
}

async function page(
  { store }: Pick<Ports, 'store'>,
  { sessionId, format }: { sessionId: string; format?: Format },
  stored: StoredMessage[],
  lastWanted: number,
): Promise<HistoryPage> {
  const range = { from: stored[0]?.seq ?? 0, to: stored.at(-1)?.seq ?? 0 }
  const states = new Map((await store.states(sessionId, range)).map((state) => [state.seq, state]))
  const messages = stored.map((message) => ({
    stored: message,
    state: states.get(message.seq)?.state ?? 'raw',
    pinned: states.get(message.seq)?.pinned ?? message.pinned,
    rendered: translate(message, format),
  }))
  const last = stored[stored.length - 1]?.seq
  return { messages, nextAfter: last !== undefined && last < lastWanted ? last : null }
}

function translate(message: StoredMessage, format: Format | undefined): Json[] | null {
  if (format === undefined || format === message.format) return null
  const value: Json = JSON.parse(message.raw)
  return renderMessage(format, { seq: message.seq, role: message.role, parts: parseMessage(message.format, value, '').parts })
}

function seqsAfter(ranges: readonly SeqRange[], after: number): number[] {
  return seqsOf(ranges).filter((seq) => seq > after)
}
