import { doorContext } from '../../app/doors/door-context.js'
import { findSession } from '../../app/doors/find-session.js'
import { LIMIT_SHARE } from '../../domain/session/budget.js'
import type { Session } from '../../domain/session/session.js'
import type { DoorCall, DoorsContext } from '../door.js'
import type { DoorRequest } from '../request/read-request.js'
import { spliceBody } from '../request/splice-body.js'
import { within } from './bypass.js'
import { chosenWindow, conversationOf, windowTokens } from './prepare-turn.js'

/** What would be sent for a request that is not stored: the context of its session, and what the request adds. */
export interface UnstoredTurn {
  session: Session
  /** Positions of the request that the session has. */
  position: number
  /** Base tokens of the context of the session. */
  tokens: number
  body: Buffer
  /** Window for the upstream; null: it has one of its own. */
  numCtx: number | null
}

/** Returns null if no session has the beginning of the request. Throws session_not_found, message_exceeds_window. */
export async function unstoredTurn(
  { ports }: DoorsContext,
  call: DoorCall,
  read: DoorRequest,
): Promise<UnstoredTurn | null> {
  const { protocol, upstream } = call.door
  const { facts, history, kinds, body } = read
  const found = history.digests.length === 0 ? null : await findSession(ports, conversationOf(call, read), history)
  const position = found?.position ?? 0
  if (!found || position === 0) return null
  const { session, items, tokens } = await doorContext(ports, {
    appId: call.caller.appId,
    turn: { sessionId: found.sessionId, position },
    format: protocol.format,
    outputTokens: null,
    isChanged: true,
    isBound: protocol.withoutReasoning !== undefined,
    elementsAt: read.elementsAt,
    leavesOut: read.leavesOut,
    recall: 'as-is',
  })
  const numCtx = await chosenWindow(ports, upstream, session)
  const added = history
    .after(position)
    .map(({ raw }) => ({ kind: 'kept' as const, raw, index: -1, bound: 'intact' as const }))
  const plan = items && { items: [...items, ...added], dropped: [] }
  return { session, position, tokens, numCtx, body: spliceBody(protocol, { body, kinds, facts, plan, numCtx }) }
}

/** Returns the turn in which a client asks for a summary or a title of its history; null: send the request as it is. After a cut, the
 * whole history may be longer than the window, and its reasoning is bound to the context. */
export async function ownTurn(context: DoorsContext, call: DoorCall, read: DoorRequest): Promise<UnstoredTurn | null> {
  try {
    return await within(context.times.storeMs, unstoredTurn(context, call, read))
  } catch (error) {
    context.ports.log.debug({ err: error }, 'a request that is not stored passed as it is')
    return null
  }
}

/** Returns the window for a request that is not stored, such as one for a title: that of the sessions of its model, or
 * else the one that its session would get. Another would make Ollama load the model again, twice. Null: the upstream has a
 * window of its own, or the store is unavailable. [S1] */
export async function unstoredWindow(context: DoorsContext, call: DoorCall, read: DoorRequest): Promise<number | null> {
  const { ports, times } = context
  const { upstream } = call.door
  if (!upstream.isOllama) return null
  try {
    const { model } = read.facts
    const limit = Math.floor((await windowTokens(context, call, read)) * LIMIT_SHARE)
    return await within(times.storeMs, chosenWindow(ports, upstream, { model, limit, window: 'unverified' }))
  } catch (error) {
    ports.log.debug({ err: error }, 'a request that is not stored passed with its own window')
    return null
  }
}
