import { parseMessage, parseSteps, renderMessage, stringifySteps } from '../../domain/formats/index.js'
import type { Format, MessageState, SeqRange, StoredMessage } from '../../domain/message.js'
import { seqsOf } from '../../domain/ranges.js'
import { modelTokens } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import type { Steps } from '../../domain/steps.js'
import type { Admit } from '../shared/context-contents.js'
import { inSteps } from '../ports/in-steps.js'
import type { HistoryPageRequest, Ports } from '../ports/ports.js'
import { readSession, required } from '../shared/read-session.js'

export interface HistoryMessage {
  stored: StoredMessage
  /** Model tokens. */
  tokens: number
  state: MessageState
  /** Whether the message is pinned now. */
  pinned: boolean
  /** JSON array: the message in the requested format, which may need several messages. Null if not translated. */
  rendered: string | null
}
export interface HistoryPage {
  messages: HistoryMessage[]
  /** `seq` of the last message in the page; null: there are no more. */
  nextAfter: number | null
}

export interface HistoryRequest {
  appId: string | null
  sessionId: string
  /** First and last `seq`, both included. */
  from: number
  to: number
  limit: number
  /** Reserves memory for the page before it is read. */
  admit?: Admit
  /** Also returns messages of other formats translated into this one. */
  format?: Format
}

/** Returns a page of exact messages from the history, in any context state. Throws session_not_found. [P1] */
export async function readHistory({ store }: Pick<Ports, 'store'>, request: HistoryRequest): Promise<HistoryPage> {
  const session = await readSession({ store }, request.sessionId, request.appId)
  const to = Math.min(request.to, session.lastSeq)
  if (request.from > to) return { messages: [], nextAfter: null }
  return page({ store }, session, request, { from: request.from, to, limit: request.limit }, to)
}

/** Returns the exact messages that a checkpoint covers. Throws session_not_found, not_found. [P8] */
export async function readCovered(
  { store }: Pick<Ports, 'store'>,
  request: Omit<HistoryRequest, 'from' | 'to'> & { checkpointId: string; after: number },
): Promise<HistoryPage> {
  const session = await readSession({ store }, request.sessionId, request.appId)
  const checkpoint = required(
    await store.checkpoint(request.sessionId, request.checkpointId),
    'checkpoint',
    request.checkpointId,
  )
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
    const { state, pinned } = states.get(message.seq) ?? { state: 'raw', pinned: message.pinned }
    const tokens = modelTokens(session, message.tokens)
    messages.push({ stored: message, tokens, state, pinned, rendered: await inSteps(translate(message, format)) })
  }
  const last = stored[stored.length - 1]?.seq
  return { messages, nextAfter: last !== undefined && last < lastWanted ? last : null }
}

function* translate({ seq, role, raw, format: own }: StoredMessage, format: Format | undefined): Steps<string | null> {
  if (format === undefined || format === own) return null
  const { parts } = parseMessage(own, yield* parseSteps(raw), '')
  return yield* stringifySteps(renderMessage(format, { seq, role, parts }))
}

function seqsAfter(ranges: readonly SeqRange[], after: number): number[] {
  return seqsOf(ranges).filter((seq) => seq > after)
}
