import type { Session } from '../../domain/session/session.js'
import type { DoorMatch, Ports } from '../../ports/ports.js'
import { latestBranch } from '../shared/latest-branch.js'
import { readSession } from '../shared/read-session.js'
import type { Conversation, ResentHistory } from './conversation.js'
import { isInScope, requireScope } from './in-scope.js'

/** A session and how many positions of the request it has. */
export interface Found {
  sessionId: string
  position: number
  /** The client dropped what the session has, and goes on with a summary of it. */
  isShortened?: true
  /** The request has the newest messages of the session, so that it may be as long as what it dropped. */
  hasNewest?: true
  /** Positions before the first message of the request, which the client left out, those that the session has from there on, and the digest of
   * the last one. */
  leftOut?: { count: number; stored: number; tip: string }
}

/** Digests looked up at first. A client normally adds a few messages, so the longest common beginning is near the end. */
const NEWEST_DIGESTS = 64

/** Returns the session that the request continues: the one it names by our id, else the one with the longest common
 * beginning; null: none. Throws session_not_found for an id of another app. */
export async function findSession(
  ports: Pick<Ports, 'store'>,
  conversation: Conversation,
  { digests }: ResentHistory,
): Promise<Found | null> {
  const { sessionId, appId, model } = conversation
  const matches = await longestMatches(ports, digests)
  const [best] = matches
  // Branches of a session named by our id are found like others: their digests begin with its id.
  if (sessionId !== null) requireScope(await readSession(ports, { sessionId, appId }), conversation.scope)
  if (!best) return sessionId === null ? null : { sessionId, position: 0 }
  const longest = matches.filter(({ position }) => position === best.position)
  const sameOpening = longest.length > 1 ? await sessionsThatOpen(ports, digests[0]) : []
  const rankOf = (match: DoorMatch) => rank(match, model) + (sameOpening.includes(match.sessionId) ? 4 : 0)
  return longest.toSorted((a, b) => rankOf(b) - rankOf(a))[0]!
}

/** Returns the session of a client that shortened its history by itself: the one that a model summarized for it, or the one it names, if the
 * client's summary is among the messages that the session does not have; null: it did not. Claude Code begins with the summary. Codex keeps
 * messages of the user before it. @param common messages at the beginning that are stored */
export async function shortenedSession(
  ports: Pick<Ports, 'store'>,
  { name, sessionId, appId, scope, systemPrompt }: Conversation,
  { history, common }: { history: ResentHistory; common: number },
): Promise<Found | null> {
  const summarized = await history.summarized()
  const session = summarized === null ? null : await ports.store.session(summarized, appId)
  if (session && isInScope(session, scope) && isSameTask(session.systemPrompt, systemPrompt))
    return { sessionId: session.id, position: 0, isShortened: true }
  if (name === null || !history.hasSummaryAfter(common)) return null
  if (sessionId !== null) return { sessionId, position: 0, isShortened: true }
  const branch = await latestBranch(ports, appId, name)
  return branch && isInScope(branch, scope) ? { sessionId: branch.id, position: 0, isShortened: true } : null
}

/** Characters at the start of system text that say for what a program asks the model. */
const TASK_CHARS = 64

/** Whether two system texts begin alike. An agent to which a program hands a summary over has a task of its own. */
function isSameTask(stored: string | null, sent: string | null): boolean {
  if (stored === null || stored === sent) return true
  const chars = Math.min(TASK_CHARS, stored.length)
  return sent !== null && sent.startsWith(stored.slice(0, chars))
}

/** Returns the session of a client whose requests were all refused by the upstream, and which now sends another form of
 * them; null: there is none. Claude Code does if the server knows no system text between messages. */
export async function refusedSession(
  { store }: Pick<Ports, 'store'>,
  { name, appId, scope }: Conversation,
): Promise<Found | null> {
  const named = name === null ? null : await sessionNamed({ store }, appId, name)
  if (!named || !isInScope(named, scope)) return null
  const [first] = await store.doorLinks(named.id, 0)
  return first?.kind === 'refused' ? { sessionId: named.id, position: 0 } : null
}

/** Returns the session that another process made for this conversation since it was searched; null: there is none.
 * @param named session with the name of the conversation */
export async function sessionMadeMeanwhile(
  ports: Pick<Ports, 'store'>,
  conversation: Conversation,
  { history, named }: { history: ResentHistory; named: string },
): Promise<Found | null> {
  // Read before the search: what is appended between the two is found.
  const { lastSeq } = await readSession(ports, { sessionId: named, appId: conversation.appId })
  if (lastSeq === 0) return { sessionId: named, position: 0 }
  return findSession(ports, conversation, history)
}

async function longestMatches({ store }: Pick<Ports, 'store'>, digests: readonly string[]): Promise<DoorMatch[]> {
  const newest = await store.doorMatches(digests.slice(-NEWEST_DIGESTS))
  if (newest.length > 0 || digests.length <= NEWEST_DIGESTS) return newest
  return store.doorMatches(digests.slice(0, -NEWEST_DIGESTS))
}

/** Returns the sessions that began with the same message under the same system text: two programs may get equal answers. */
async function sessionsThatOpen({ store }: Pick<Ports, 'store'>, opening: string | undefined): Promise<string[]> {
  const matches = opening === undefined ? [] : await store.doorMatches([opening])
  return matches.map(({ sessionId }) => sessionId)
}

/** Among equal openings: the session of this model first, then the one that the request only continues. */
function rank({ model, tip, position }: DoorMatch, wanted: string): number {
  return (model === wanted ? 2 : 0) + (tip <= position + 1 ? 1 : 0)
}

/** Returns the session with a client's name, in any scope; null: there is none. */
export async function sessionNamed(
  { store }: Pick<Ports, 'store'>,
  appId: string,
  name: string,
): Promise<Session | null> {
  return store.sessionByExternalId(appId, name)
}
