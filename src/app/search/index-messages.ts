import { DomainError } from '../../domain/errors.js'
import { passagesFrom, type IndexedPassage, type PartText } from '../../domain/search/passages.js'
import type { StoredMessage } from '../../domain/message.js'
import { pause, pauseWhenDue } from '../ports/pause.js'
import { safeError } from '../ports/safe-error.js'
import type { Ports, UnindexedSession } from '../ports/ports.js'
import { readStored } from '../shared/read-stored.js'
import { IndexRetries } from './index-retries.js'
import { partTexts } from './part-texts.js'

/** Fills the search index in the background. An append only marks its session, so it never waits for the words of a long
 * result. Search reads what is not in the index yet from the messages themselves. [R7] */

type Needs = Pick<Ports, 'store' | 'log' | 'clock'>

/** Sessions and messages of one pass. */
const SESSIONS = 20
const MESSAGES = 100
const BYTES = 4 * 1024 * 1024
/** Passages written at once. */
const PASSAGES = 100
/** Passages cut without a pause: 1 to 2 ms. */
const CUT_TOGETHER = 4

/** Indexes what waits: one page of each session in turn, until none has a whole page left or `signal` aborts.
 * Returns how many messages were indexed.
 * @param retries sessions that failed in earlier runs; they wait until they are due */
export async function indexPending(
  ports: Needs,
  { signal, retries = new IndexRetries() }: { signal?: AbortSignal; retries?: IndexRetries } = {},
): Promise<number> {
  let indexed = 0
  for (let isBehind = true; isBehind && !signal?.aborted;) {
    isBehind = false
    for (let after = 0; ;) {
      const sessions = await ports.store.unindexed({ after }, SESSIONS)
      for (const session of sessions) {
        if (signal?.aborted) return indexed
        after = session.n
        if (!retries.isDue(session.sessionId, ports.clock.monotonicMs())) continue
        const { count, isWhole } = await indexOrReport(ports, session, retries)
        indexed += count
        if (!isWhole) isBehind = true
      }
      if (sessions.length < SESSIONS) break
    }
  }
  return indexed
}

interface Page {
  /** Messages indexed. */
  count: number
  isWhole: boolean
}

/** Indexes a page. A failure is logged once; the other sessions go on. Throws store_unavailable. */
async function indexOrReport(ports: Needs, session: UnindexedSession, retries: IndexRetries): Promise<Page> {
  const { log, clock } = ports
  const { sessionId } = session
  try {
    const page = await indexPage(ports, session)
    if (retries.succeeded(sessionId)) log.info({ sessionId }, 'session indexed again')
    return page
  } catch (error) {
    if (error instanceof DomainError && error.code === 'store_unavailable') throw error
    const begins = retries.failed(sessionId, clock.monotonicMs())
    if (begins) log.error({ sessionId, err: safeError(error) }, 'session not indexed; it is tried again with pauses')
    return { count: 0, isWhole: true }
  }
}

async function indexPage(ports: Needs, session: UnindexedSession): Promise<Page> {
  const range = { from: session.indexedSeq + 1, to: session.lastSeq }
  const messages = await ports.store.history(session.sessionId, { ...range, limit: MESSAGES, maxBytes: BYTES })
  let waiting: Waiting[] = []
  let added = 0
  for (const message of messages)
    for await (const passages of passagesOf(ports, session, message)) {
      for (const passage of passages) waiting.push({ ...passage, seq: message.seq })
      if (waiting.length < PASSAGES) continue
      // Many passages in one statement: each statement waits for the disk.
      added += await ports.store.addPassages(session, waiting)
      waiting = []
    }
  added += await ports.store.addPassages(session, waiting)
  // An empty page: the session was deleted meanwhile.
  const last = messages.at(-1)?.seq ?? session.lastSeq
  await ports.store.markIndexed(session, last, added)
  return { count: messages.length, isWhole: last === session.lastSeq }
}

type Waiting = IndexedPassage & { seq: number }

/** Yields the passages of a message, a few at a time. */
async function* passagesOf(
  { log }: Needs,
  { sessionId }: UnindexedSession,
  message: StoredMessage,
): AsyncGenerator<IndexedPassage[]> {
  const { seq } = message
  for (const text of await textsOf(message).catch((error: unknown) => {
    // One unreadable message must not stop the index of all others.
    log.error({ sessionId, seq, err: safeError(error) }, 'message not indexed')
    return []
  }))
    for (let from: number | null = 0; from !== null;) {
      await pauseWhenDue()
      const cut: { passages: IndexedPassage[]; next: number | null } = passagesFrom(text, from, CUT_TOGETHER)
      yield cut.passages
      from = cut.next
    }
}

async function textsOf(message: StoredMessage): Promise<PartText[]> {
  const parsed = await readStored(message)
  const texts = await partTexts(message, parsed)
  await pause()
  return texts
}
