import { DomainError } from '../../domain/errors.js'
import { enqueueCompression } from '../compression/enqueue.js'
import { createSession } from '../sessions/create-session.js'
import type { Session } from '../../domain/session/session.js'
import { readSession } from '../shared/read-session.js'
import { forkSession } from '../time/fork-session.js'
import type { Ports, SessionRecords } from '../../ports/ports.js'
import { appendTurn } from './append-turn.js'
import {
  findSession,
  refusedSession,
  sessionMadeMeanwhile,
  sessionNamed,
  shortenedSession,
  type Found,
} from './find-session.js'
import type { Conversation, ResentHistory } from './conversation.js'
import { movedSession, rewrittenSession } from './rewritten.js'
import { sessionWithMore, sessionWithSummary } from './shorter-history.js'
import { isInScope, requireScope, SCOPE_MEMBER } from './in-scope.js'

export interface TurnInput {
  conversation: Conversation
  history: ResentHistory
  /** Where the conversation was found before, in memory; null: look it up. */
  hint: Found | null
  /** Returns the window of a new session, in tokens. */
  windowTokens(): Promise<number>
  /** Window that the request itself asks for, in tokens; null: it names none. */
  asked: number | null
  /** Whether reasoning is bound to its prefix in this protocol. */
  isBound: boolean
}

/** Where a request is in its session. */
export interface OpenedTurn {
  sessionId: string
  /** Positions of the request, all stored. */
  position: number
  /** The context when it was stored. */
  records: SessionRecords
  /** Version of its newest change of older context; 0: none, or reasoning is not bound. */
  prefixVersion: number
}

/** Attempts to find and append before the conversation counts as new. More are needed only while others append. */
const MAX_ATTEMPTS = 4

/** Finds the session of a request, or makes one, and appends what is new. Equal openings share a session until they
 * differ; then the later one becomes a fork. Call it for one request of a conversation at a time.
 * Throws session_not_found, message_exceeds_window, system_prompt_exceeds_window, window_exceeded, storage_quota_exceeded. */
export async function openTurn(ports: Ports, input: TurnInput): Promise<OpenedTurn> {
  const { conversation, history, isBound, asked } = input
  const { appId, sessionId, scope } = conversation
  // Also when the conversation is remembered: the header may have changed.
  if (sessionId !== null && scope !== null) requireScope(await readSession(ports, { sessionId, appId }), scope)
  await requirePlace(ports, appId)
  const find = async () => {
    const known = await findSession(ports, conversation, history)
    if (known && known.position > 0) return known
    return (
      (await sessionWithMore(ports, conversation, history)) ??
      known ??
      (await shortenedSession(ports, conversation, { history, common: 0 })) ??
      (await refusedSession(ports, conversation)) ??
      (await rewrittenSession(ports, conversation, history)) ??
      (await sessionWithSummary(ports, conversation, history, { common: 0, tried: null }))
    )
  }
  let found = input.hint ?? (await find())
  let isHint = input.hint !== null
  let copyFrom: string | null = null
  for (let attempt = 1; ; attempt++) {
    found ??= await newSession(ports, input, null)
    const done = await appendOrNull(ports, { conversation, history, found, copyFrom, isBound, asked })
    copyFrom = null
    if (done?.kind === 'appended') {
      ports.quotas.changed(conversation.appId)
      if (done.pending) await enqueueCompression(ports, done.pending)
      const { records, prefixVersion } = done
      return { sessionId: found.sessionId, position: history.digests.length, records, prefixVersion }
    }
    if (attempt === MAX_ATTEMPTS) found = await newSession(ports, input, found.sessionId)
    else if (done?.kind === 'differs') {
      // Another branch may have more of the history than the one remembered.
      const longer = isHint ? await findSession(ports, conversation, history) : null
      const common = done.position
      const shortened = found.isShortened ? null : await shortenedSession(ports, conversation, { history, common })
      const than = { common, tried: found.sessionId }
      // The newest messages of a client may begin like those of its last request: “Go on.”
      const more = shortened || found.leftOut ? null : await sessionWithMore(ports, conversation, history)
      const moved = shortened || common === 0 ? null : await movedSession(ports, conversation, history, than)
      if (longer && longer.position > done.position) found = longer
      else if (more && more.position > common) found = more
      else if (shortened ?? moved) found = shortened ?? moved
      else {
        const { sessionId, isShortened } = found
        const summed = isShortened ? null : await sessionWithSummary(ports, conversation, history, than)
        found = summed ?? (await fork(ports, input, { sessionId, ...done }))
        copyFrom = found.position > 0 ? sessionId : null
      }
    } else found = await find()
    isHint = false
  }
}

/** A turn needs a place for a message. How many messages of a request are new is not known yet, and its answer is stored
 * in any case, so an app may end above its quota by one turn. */
async function requirePlace({ quotas }: Pick<Ports, 'quotas'>, appId: string): Promise<void> {
  const { refusal, end } = await quotas.reserve(appId, { messages: 1, bytes: 1 })
  end(false)
  if (refusal) throw refusal
}

/** Returns null if the session was deleted meanwhile. */
async function appendOrNull(ports: Ports, given: Parameters<typeof appendTurn>[1]) {
  try {
    return await appendTurn(ports, given)
  } catch (error) {
    const isGone = error instanceof DomainError && error.code === 'session_not_found'
    if (isGone && given.conversation.sessionId === null) return null
    throw error
  }
}

/** Returns a session that continues from the last common message. What cannot be forked starts again, with the whole
 * history of the request. */
async function fork(
  ports: Ports,
  input: TurnInput,
  at: { sessionId: string; position: number; seq: number },
): Promise<Found> {
  const { conversation } = input
  if (at.position === 0 || at.seq === 0) return newSession(ports, input, at.sessionId)
  const metadata = JSON.stringify({ ...metadataOf(conversation), forkOf: at.sessionId })
  try {
    const { appId, model } = conversation
    const idempotency = onceKey('fork', input, at.sessionId)
    const session = await forkSession(ports, {
      appId,
      sessionId: at.sessionId,
      seq: at.seq,
      // A later context may hold words that the request does not prove.
      isExact: true,
      keepsUsers: false,
      model,
      contextSize: await input.windowTokens(),
      metadata,
      idempotency,
    })
    return { sessionId: session.id, position: at.position }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    ports.log.debug({ sessionId: at.sessionId, code: error.code }, 'a conversation could not be forked')
    return newSession(ports, input, at.sessionId)
  }
}

/** Opens an empty session, or returns the one that another process opened meanwhile. @param forkOf session of another branch of the same conversation; null: none */
async function newSession(ports: Ports, input: TurnInput, forkOf: string | null): Promise<Found> {
  const { conversation } = input
  const { appId, model, systemPrompt, tools, name, parent, scope } = conversation
  const [contextSize, parentOf, taken] = await Promise.all([
    input.windowTokens(),
    parent === null ? null : sessionNamed(ports, appId, parent),
    name === null ? null : sessionNamed(ports, appId, name),
  ])
  // A session of another scope that has the same name is another conversation.
  const inScope = (session: Session | null) => (session && isInScope(session, scope) ? session.id : null)
  const [parentId, named] = [inScope(parentOf), inScope(taken)]
  const isFree = name !== null && taken === null
  if (forkOf === null && named !== null) {
    const made = await sessionMadeMeanwhile(ports, conversation, { history: input.history, named })
    if (made) return made
  }
  const metadata = {
    ...metadataOf(conversation),
    ...(parentId !== null && { parentSession: parentId }),
    ...(forkOf !== null && { forkOf }),
    // The client began again under the same name, for example after it shortened its history.
    ...(forkOf === null && named !== null && { continues: named }),
  }
  const session = await createSession(ports, {
    appId,
    model,
    systemPrompt,
    tools,
    contextSize,
    clamp: true,
    // The first branch of a named conversation can be found by its name.
    ...(isFree && { externalId: name }),
    metadata: JSON.stringify(metadata),
    // A name is unique. Without one, the first message is.
    ...(forkOf === null && !isFree && named === null && { idempotency: onceKey('opening', input, '') }),
    // What arrives is not changed until space is needed: a client may compare, and its model cannot read back. [D8]
    policy: { condense: null, offload: null, oversized: 'offload', ...(scope !== null && { recall: { scope } }) },
  })
  return { sessionId: session.id, position: 0 }
}

/** Returns the key under which only one of several processes makes a session: two of them may serve the same request at
 * the same time. All requests that open with the same message may share a session, but a fork has a history of its own. */
function onceKey(kind: 'opening' | 'fork', { conversation, history }: TurnInput, of: string) {
  const digest = (kind === 'opening' ? history.digests[0] : history.digests.at(-1)) ?? ''
  return { key: `door ${kind} ${digest} ${conversation.model} ${of}`, bodyDigest: digest }
}

/** How the session was found, for people and for `GET /v1/sessions?metadata.…`. */
function metadataOf({ door, client, matchedBy, name, parent, alias, scope }: Conversation): Record<string, string> {
  return {
    // The first member: `adoptAlias` replaces it there.
    ...(alias !== null && { alias }),
    door,
    matchedBy,
    ...(client !== null && { client }),
    ...(name !== null && { conversation: name }),
    ...(parent !== null && { parentConversation: parent }),
    ...(scope !== null && { [SCOPE_MEMBER]: scope }),
  }
}
