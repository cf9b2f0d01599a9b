import { canonicalMessage } from '../../domain/doors/canonical.js'
import { isOfModel, isOfUser, withoutWork } from '../../domain/doors/left-out-work.js'
import { prefixLengths } from '../../domain/doors/prefix-lengths.js'
import type { Session } from '../../domain/session/session.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { readSession } from '../shared/read-session.js'
import type { Conversation, ResentHistory } from './conversation.js'
import type { Found } from './find-session.js'
import { isInScope } from './in-scope.js'
import { isSameQuestion } from './rewritten.js'
import { storedForms } from './stored-forms.js'

/** Many clients send only the newest messages. If they name the conversation, it goes on: its context keeps what they left out. Without a
 * name, equal newest messages prove nothing about older ones, which may be of another person. [P14] */

/** Messages that must be equal at least: a question and its answer. */
const MIN_COMMON = 2

/** Newest stored messages that the request has no more, at most: answers asked for again, an exchange that was deleted. */
const MAX_GONE = 16

/** Numbers of stored messages for each position, about: system text between messages has no position. */
const LINKS_PER_MESSAGE = 3

/** Sessions with the name of the conversation that are looked at: programs send other requests under the same name, such as one for a title. */
const MAX_BRANCHES = 8

/** Returns the session that has the first messages of the request among its newest ones, and more before them; null: none. Of several, that with
 * the most: a question about an older part may be a session of its own. */
export async function sessionWithMore(
  ports: Pick<Ports, 'store'>,
  conversation: Conversation,
  history: ResentHistory,
): Promise<Found | null> {
  if (history.digests.length <= MIN_COMMON) return null
  const sessions = await namedSessions(ports, conversation)
  if (sessions.length === 0) return null
  const sentForms = await formsAfter(history, 0)
  let best: Found | null = null
  for (const session of sessions) {
    const found = await moreIn(ports, session, sentForms)
    if (found && (!best || found.position > best.position)) best = found
    // All but the newest exchange: no other has more.
    if (best && best.position >= sentForms.length - MIN_COMMON) break
  }
  return best
}

async function formsAfter(history: ResentHistory, after: number): Promise<string[]> {
  const forms: string[] = []
  for (const { position, value } of history.after(after)) {
    if (position !== null) forms.push(canonicalMessage(history.format, value))
    await pauseWhenDue()
  }
  return forms
}

/** Messages that a client puts in place of what it dropped, at most: a summary, a note that messages are missing. */
const MAX_SUMMARIES = 2

/** Returns the session of a client that put a message of its own, in any words, in place of older messages: after the beginning that both
 * have come fewer messages than it dropped, and then all of the newest ones that are stored. After an edit, the request has as many messages as
 * before. Null: none.
 * @param than `common`: messages at the beginning that are stored; `tried`: the session that has them */
export async function sessionWithSummary(
  { store }: Pick<Ports, 'store'>,
  conversation: Conversation,
  history: ResentHistory,
  than: { common: number; tried: string | null },
): Promise<Found | null> {
  if (history.digests.length - than.common <= MIN_COMMON) return null
  const named = await namedSessions({ store }, conversation)
  const sessions = than.common === 0 ? named : named.filter(({ id }) => id === than.tried)
  if (sessions.length === 0) return null
  const sentForms = await formsAfter(history, than.common)
  for (const { id, lastSeq } of sessions) {
    const links = await store.doorLinks(id, lastSeq - LINKS_PER_MESSAGE * sentForms.length)
    const after = links.filter(({ position }) => position > than.common).slice(-sentForms.length)
    const forms = await storedForms((seqs) => store.messages(id, seqs), after)
    const dropped = (after[0]?.position ?? 0) - than.common - 1
    // Some send no calls and results of earlier turns.
    if (hasDropped(forms, sentForms, dropped) || hasDropped(withoutWork(forms), withoutWork(sentForms), dropped))
      return { sessionId: id, position: 0, isShortened: true, hasNewest: true }
  }
  return null
}

/** @param dropped messages between the common beginning and the stored ones */
function hasDropped(stored: readonly (string | undefined)[], sent: readonly string[], dropped: number): boolean {
  for (let summaries = 1; summaries <= MAX_SUMMARIES; summaries++) {
    const lengths = prefixLengths(stored, sent.slice(summaries))
    const isWhole = (length: number, from: number) =>
      from + length === stored.length && (length >= MIN_COMMON || (length === 1 && isCall(stored[from])))
    if (lengths.some((length, from) => isWhole(length, from) && summaries < dropped + from)) return true
  }
  return false
}

/** Whether a message has calls of the model. As the newest one, it has no results yet: a program may shorten its history before it sends them. */
function isCall(form: string | undefined): boolean {
  return form !== undefined && isOfModel(form) && withoutWork([form]).length === 0
}

async function moreIn({ store }: Pick<Ports, 'store'>, session: Session, sentForms: string[]): Promise<Found | null> {
  const count = sentForms.length
  const links = (await store.doorLinks(session.id, session.lastSeq - LINKS_PER_MESSAGE * (count + MAX_GONE))).slice(
    -count - MAX_GONE,
  )
  const forms = await storedForms((seqs) => store.messages(session.id, seqs), links)
  const commonLength = commonLengths(forms, sentForms)
  let best: Found | null = null
  for (const [first, link] of links.entries()) {
    const position = link.position > 1 ? commonLength(first) : null
    if (position === null || (best && best.position >= position)) continue
    const leftOut = { count: link.position - 1, stored: links.length - first, tip: links.at(-1)!.digest }
    best = { sessionId: session.id, position, leftOut }
  }
  return best
}

/** Returns a function that returns how many of the stored messages from a place on are equal to those sent: all, or those before the first that
 * the client sends no more or in another form, such as an answer that it asked to continue. Null: they are others, and no form of the
 * newest question. */
function commonLengths(
  stored: readonly (string | undefined)[],
  sent: readonly string[],
): (first: number) => number | null {
  // From the beginning of what is sent, and from the messages behind a question that differs.
  const [all, ...behind] = [0, 1, 2].map((skipped) => prefixLengths(stored, sent.slice(skipped)))
  return (first) => {
    const length = all![first]!
    if (length >= MIN_COMMON) return length
    const [question, answer] = [first + length, first + length + 1]
    const isAnswered = answer < stored.length && answer + behind[length]![answer]! === stored.length
    if (!isAnswered || !isSameQuestion(stored[question] ?? '', sent[length] ?? '')) return null
    return stored.some((form, at) => at >= answer && isOfUser(form!)) ? null : length
  }
}

/** Returns the session that the request names by our id, or those with its name, the one that was active last first. */
async function namedSessions(
  { store }: Pick<Ports, 'store'>,
  { sessionId, name, appId, scope }: Conversation,
): Promise<Session[]> {
  if (sessionId !== null) return [await readSession({ store }, { sessionId, appId })]
  if (name === null) return []
  const branches = await store.latestSessions(appId, { conversation: name }, MAX_BRANCHES)
  const first = await store.sessionByExternalId(appId, name)
  const isKnown = branches.some(({ id }) => id === first?.id)
  return [...branches, ...(first && !isKnown ? [first] : [])].filter((session) => isInScope(session, scope))
}

/** Counts the positions of a session from the first message that the request still has. Returns false if the session has changed. */
export async function moveLinks(tx: SessionTx, history: ResentHistory, { position, leftOut }: Found): Promise<boolean> {
  if (!leftOut) return true
  const links = await tx.linksFrom(leftOut.count + 1)
  if (links.length !== leftOut.stored || links.at(-1)!.digest !== leftOut.tip) return false
  await tx.removeLinks(1)
  const moved = links.map((link, at) => ({
    ...link,
    position: at + 1,
    // What is sent in another form keeps the digest of its own.
    digest: at < position ? history.digests[at]! : link.digest,
  }))
  await tx.insertLinks(moved)
  return true
}
