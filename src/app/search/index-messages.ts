import { DomainError } from '../../domain/errors.js'
import type { StoredMessage } from '../../domain/message.js'
import { compute } from '../../threads/compute.js'
import type { IndexedMessages } from '../../threads/indexed-passages.js'
import { pause } from '../../ports/pause.js'
import { safeError } from '../../ports/safe-error.js'
import type { Ports, UnindexedSession } from '../../ports/ports.js'
import { IndexRetries } from './index-retries.js'

/** Fills the search index in the background. An append only marks its session, so it never waits for the words of a long
 * result. Search reads what is not in the index yet from the messages themselves. [R7] */

type Needs = Pick<Ports, 'store' | 'log' | 'clock'>

/** Sessions and messages of one pass. */
const SESSIONS = 20
const MESSAGES = 100
const BYTES = 4 * 1024 * 1024
/** Characters read in one task: 20 to 50 ms in a thread, so that no other task waits long for it. */
const CHARS_TOGETHER = 131_072
/** Passages written at once: 200 KB, which the driver encodes in 1 to 2 ms. */
const PASSAGES = 50

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
    if (begins) log.error({ sessionId, err: error }, 'session not indexed; it is tried again with pauses')
    return { count: 0, isWhole: true }
  }
}

async function indexPage(ports: Needs, session: UnindexedSession): Promise<Page> {
  const { store, log } = ports
  const { sessionId } = session
  const range = { from: session.indexedSeq + 1, to: session.lastSeq }
  const messages = await store.history(sessionId, { ...range, limit: MESSAGES, maxBytes: BYTES })
  let added = 0
  for (const { group, chars } of groupsOf(messages)) {
    const { passages, unread } = await readGroup(group, chars)
    // One unreadable message must not stop the index of all others.
    for (const { seq, failure } of unread) log.error({ sessionId, seq, failure }, 'message not indexed')
    for (let from = 0; from < passages.length; from += PASSAGES) {
      await pause()
      // Many passages in one statement: each statement waits for the disk.
      added += await store.addPassages(session, passages.slice(from, from + PASSAGES))
    }
  }
  // An empty page: the session was deleted meanwhile.
  const last = messages.at(-1)?.seq ?? session.lastSeq
  await store.markIndexed(session, last, added)
  return { count: messages.length, isWhole: last === session.lastSeq }
}

/** Reads a group of messages. One whose thread ends, because it needs too much memory, must not stop the index of the others. */
async function readGroup(group: Group['group'], chars: number): Promise<IndexedMessages> {
  try {
    return await compute('indexedPassages', chars, group)
  } catch (error) {
    // Any other failure, such as the end of this process, says nothing of the messages: they are read later.
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')) throw error
    const [first, ...others] = group
    if (others.length === 0)
      return { passages: [], unread: first ? [{ seq: first.seq, failure: safeError(error) }] : [] }
  }
  const alone: IndexedMessages = { passages: [], unread: [] }
  for (const message of group) {
    const { passages, unread } = await readGroup([message], message.raw.length)
    for (const passage of passages) alone.passages.push(passage)
    alone.unread.push(...unread)
  }
  return alone
}

interface Group {
  group: Pick<StoredMessage, 'format' | 'raw' | 'seq'>[]
  chars: number
}

/** Returns the messages in groups that one task reads. */
function groupsOf(messages: readonly StoredMessage[]): Group[] {
  const groups: Group[] = []
  for (const { format, raw, seq } of messages) {
    let last = groups.at(-1)
    if (!last || last.chars + raw.length > CHARS_TOGETHER) groups.push((last = { group: [], chars: 0 }))
    last.group.push({ format, raw, seq })
    last.chars += raw.length
  }
  return groups
}
