import { invalidRequest } from '../../domain/errors.js'
import type { Format, MessageState, SeqRange, StoredMessage } from '../../domain/message.js'
import { seqsOf } from '../../domain/ranges.js'
import { modelTokens } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import type { Admit } from '../shared/context-contents.js'
import { compute } from '../../threads/compute.js'
import type { HistoryPageRequest, Ports, SessionAddress } from '../../ports/ports.js'
import { readSession, required } from '../shared/read-session.js'

export interface HistoryMessage {
  stored: StoredMessage
  /** Model tokens. */
  tokens: number
  state: MessageState
  /** Evicted because the app took the message back. */
  withdrawn: boolean
  /** Whether the message is pinned now. */
  pinned: boolean
  /** JSON array: the message in the requested format, which may need several messages. Null if it is sent as it is. */
  rendered: string | null
}
export interface HistoryPage {
  messages: HistoryMessage[]
  /** `seq` of the last message in the page; null: there are no more. */
  nextAfter: number | null
}

export interface HistoryRequest extends SessionAddress {
  /** First and last `seq`, both included. `after` instead of `from`: the last `seq` already read, which must exist. */
  from?: number
  after?: number
  to: number
  limit: number
  /** Reserves memory for the page before it is read. */
  admit?: Admit
  /** Also returns messages of other formats translated into this one. */
  format?: Format
}

/** Returns a page of exact messages from the history, in any context state. Throws session_not_found, and
 * invalid_request if `after` is no stored message. [P1] */
export async function readHistory({ store }: Pick<Ports, 'store'>, request: HistoryRequest): Promise<HistoryPage> {
  const session = await readSession({ store }, request)
  const to = Math.min(request.to, session.lastSeq)
  const { after, from = (after ?? 0) + 1, limit } = request
  requireRead(after, session.lastSeq)
  if (from > to) return { messages: [], nextAfter: null }
  return page({ store }, session, request, { from, to, limit }, to)
}

/** Throws invalid_request if no such message can have been read. */
function requireRead(after: number | undefined, lastSeq: number): void {
  if (after === undefined || after <= lastSeq) return
  const expected = `at most ${lastSeq}, the last message`
  throw invalidRequest('after', expected, String(after), `query: after: expected ${expected}, received ${after}.`)
}

/** Returns the exact messages that a checkpoint covers. Throws session_not_found, not_found. [P8] */
export async function readCovered(
  { store }: Pick<Ports, 'store'>,
  request: Omit<HistoryRequest, 'from' | 'after' | 'to'> & { checkpointId: string; after: number },
): Promise<HistoryPage> {
  const session = await readSession({ store }, request)
  const checkpoint = required(
    await store.checkpoint(request.sessionId, request.checkpointId),
    'checkpoint',
    request.checkpointId,
  )
  requireRead(request.after, session.lastSeq)
  const wanted = seqsAfter(checkpoint.covered, request.after)
  return page({ store }, session, request, { seqs: wanted, limit: request.limit }, wanted[wanted.length - 1] ?? 0)
}

async function page(
  { store }: Pick<Ports, 'store'>,
  session: Session,
  { sessionId, format, admit }: Pick<HistoryRequest, 'sessionId' | 'format' | 'admit'>,
  wanted: HistoryPageRequest,
  lastWanted: number,
): Promise<HistoryPage> {
  const size = await store.measureHistory(sessionId, wanted)
  if (!size) return { messages: [], nextAfter: null }
  // The translation is in memory together with the original text.
  await admit?.(format === undefined ? size.bytes : 2 * size.bytes)
  const stored = await store.history(sessionId, wanted)
  const range = { from: stored[0]?.seq ?? 0, to: stored.at(-1)?.seq ?? 0 }
  const states = new Map((await store.states(sessionId, range)).map((state) => [state.seq, state]))
  const messages: HistoryMessage[] = []
  for (const message of stored) {
    const unknown = { state: 'raw' as const, withdrawn: false, pinned: message.pinned }
    const { state, withdrawn, pinned } = states.get(message.seq) ?? unknown
    const tokens = modelTokens(session, message.tokens)
    const rendered = format === undefined ? null : await compute('translated', message.raw.length, message, format)
    messages.push({ stored: message, tokens, state, withdrawn, pinned, rendered })
  }
  const last = stored[stored.length - 1]?.seq
  return { messages, nextAfter: last !== undefined && last < lastWanted ? last : null }
}

function seqsAfter(ranges: readonly SeqRange[], after: number): number[] {
  return seqsOf(ranges).filter((seq) => seq > after)
}
