import { doorContext } from '../../app/doors/door-context.js'
import type { Conversation } from '../../app/doors/conversation.js'
import { openTurn, type OpenedTurn } from '../../app/doors/open-turn.js'
import { loadedWindowOf } from '../../app/models/loaded-window.js'
import { usedModelTokens } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../../ports/ports.js'
import { windowsOf, type DoorCall, type DoorsContext, type UpstreamServer } from '../door.js'
import type { Plan } from '../protocol.js'
import type { DoorRequest } from '../request/read-request.js'
import type { RecallRequest } from '../../app/recall/with-recall.js'
import { membersOf } from '../request/parse-body.js'
import { spliceBody } from '../request/splice-body.js'
import { recallOf } from '../../http/input/request-headers.js'
import { windowHeader, windowOf } from './window-limits.js'

/** A turn that is stored, with the body to send. */
export interface PreparedTurn {
  turn: OpenedTurn
  session: Session
  body: Buffer
  isCut: boolean
  /** Base tokens of what is sent. */
  tokens: number
  /** Model tokens of what is sent. */
  used: number
  prefixVersion: number
  /** Quotes recalled for the newest message, `none`, or `off`. [M7] */
  recall: string
  /** Window for the upstream; null: it has one of its own. */
  numCtx: number | null
}

/** Name of a conversation in this process, for the order of its requests. */
export function conversationKey(appId: string, { name, links }: DoorRequest): string {
  return `${appId} ${name.scope === null ? '' : `${JSON.stringify(name.scope)} `}${name.name === null ? `#${links[0]?.base ?? ''}` : name.name}`
}

/** Stores what is new and returns what to send. `recall`: instead of what the request asks for. Throws the errors of `openTurn` and `doorContext`. */
export async function prepareTurn(
  context: DoorsContext,
  call: DoorCall,
  request: DoorRequest,
  recall?: RecallRequest,
): Promise<PreparedTurn> {
  const { ports, turns } = context
  const { appId } = call.caller
  const key = conversationKey(appId, request)
  await turns.untilStored(key, request.links)
  const turn = await turns.inOrder(key, () =>
    openTurn(ports, {
      conversation: conversationOf(call, request),
      history: request.history,
      hint: request.hint,
      windowTokens: () => windowTokens(context, call, request),
      asked: askedWindow(context, call, request),
      isBound: isBound(call),
    }),
  )
  request.storedIn(turn.sessionId)
  return contextFor(context, call, request, { turn, isChanged: false, recall })
}

/** Returns what to send for a stored turn. */
export async function contextFor(
  { ports }: DoorsContext,
  call: DoorCall,
  request: DoorRequest,
  { turn, isChanged, recall: wanted }: { turn: OpenedTurn; isChanged: boolean; recall?: RecallRequest | undefined },
): Promise<PreparedTurn> {
  const { caller, door } = call
  const { protocol, upstream } = door
  const { session, tokens, items, prefixVersion, recall } = await doorContext(ports, {
    appId: caller.appId,
    turn,
    isChanged,
    format: protocol.format,
    outputTokens: request.facts.outputTokens,
    isBound: isBound(call),
    elementsAt: request.elementsAt,
    leavesOut: request.leavesOut,
    recall: wanted ?? recallOf(call.request.headers['x-palimpsest-recall']) ?? 'auto',
  })
  const plan: Plan | null = items && { items, dropped: droppedOf(request, items) }
  const numCtx = await chosenWindow(ports, upstream, session)
  const { body, kinds, facts } = request
  return {
    turn,
    session,
    tokens,
    prefixVersion,
    recall,
    numCtx,
    used: usedModelTokens(session),
    isCut: plan !== null,
    body: spliceBody(protocol, { body, kinds, facts, plan, numCtx }),
  }
}

/** Returns the window that a request loads the model with, in tokens; null: the upstream has one of its own. [S1] */
export async function chosenWindow(
  ports: Pick<Ports, 'store' | 'model' | 'upstreams'>,
  upstream: UpstreamServer,
  session: Pick<Session, 'model' | 'limit' | 'window'>,
): Promise<number | null> {
  const model = upstream.isOllama ? windowsOf(ports, upstream) : null
  return model && loadedWindowOf({ store: ports.store, model }, session.model, session)
}

/** Whether reasoning is bound to its prefix in the protocol. */
function isBound({ door }: DoorCall): boolean {
  return door.protocol.withoutReasoning !== undefined
}

function droppedOf({ body, kinds }: DoorRequest, items: Plan['items']): string[] {
  const kept = new Set(items.flatMap((item) => (item.kind === 'kept' ? [item.index] : [])))
  return body.elements.flatMap(({ from, to }, index) =>
    kinds[index] === 'system' || kept.has(index) ? [] : [body.bytes.toString('utf8', from, to)],
  )
}

/** Returns everything that a request says about its conversation. */
export function conversationOf(
  { caller, door }: DoorCall,
  { name, facts, systemPrompt, body }: DoorRequest,
): Conversation {
  const { protocol, upstream } = door
  const members = upstream.isOllama ? protocol.promptMembers?.(membersOf(body)) : undefined
  return {
    ...name,
    appId: caller.appId,
    door: door.protocol.id,
    model: facts.model,
    systemPrompt,
    tools: facts.tools,
    reader: members === undefined ? null : { format: protocol.format, isDoor: true, members },
  }
}

/** Returns the window that the request names, in tokens, but not more than its upstream is known to have; null: it names none. */
function askedWindow(
  { windows }: DoorsContext,
  { request: http, door }: DoorCall,
  { facts }: DoorRequest,
): number | null {
  const header = http.headers['x-context-size']
  const named = typeof header === 'string' ? windowHeader(header.trim()) : facts.window
  return named === null
    ? null
    : Math.min(windowOf(null, { ...facts, window: named }, null, named), windows.of(door.upstream.url, facts.model))
}

/** Returns the window of a new session for the request, in tokens. Throws invalid_request for a bad header. */
export async function windowTokens(
  context: DoorsContext,
  { caller, request: http, door }: DoorCall,
  { facts }: DoorRequest,
): Promise<number> {
  const { ports, windows, defaultWindow } = context
  const { upstream } = door
  const header = http.headers['x-context-size']
  // The credential of the operator is for callers with a key of ours.
  const mayAsk = caller.hasKey || upstream.isOllama || upstream.credential === null
  const probed = mayAsk ? ((await windowsOf(ports, upstream)?.window(facts.model)) ?? null) : null
  const wanted = windowOf(typeof header === 'string' ? header.trim() : null, facts, probed, defaultWindow)
  return Math.min(wanted, windows.of(upstream.url, facts.model))
}
