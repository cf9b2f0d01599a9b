import { readBytes } from '../../http/input/body-bytes.js'
import type { DoorCall, DoorsContext } from '../door.js'
import { conversationName } from '../request/client-names.js'
import { inUserScope } from '../request/user-scope.js'
import { unknownName } from '../request/earlier-responses.js'
import { refuseReferences } from '../request/references.js'
import { readRequest, type DoorRequest } from '../request/read-request.js'
import { requirePossible } from '../translate/require-possible.js'
import { decodeBody } from '../transport/decode-body.js'
import { hasOwnCredential } from '../upstream/headers.js'
import { windowHeader } from './window-limits.js'
import { isCompactionPath, serveCompaction, withList } from './serve-compaction.js'
import { asksForSummary, serveSummary } from './serve-summary.js'
import { TurnServer } from './turn-server.js'
import { DomainError } from '../../domain/errors.js'
import type { DoorOutcome } from '../../ports/ports.js'
import { UpstreamFailure } from '../upstream/send.js'

/** Serves one request for an answer: stores the turn, sends its context, passes the answer on, stores the answer. */
export async function serveTurn(context: DoorsContext, call: DoorCall): Promise<void> {
  const { request, caller } = call
  const share = context.bodyBudget.open(caller.principal.name)
  try {
    const limits = { maxBytes: context.maxBodyBytes }
    const original = await readBytes(request, share, limits)
    const encoding = request.headers['content-encoding']
    const growTo = (bytes: number) => share.growTo(original.length + bytes)
    const decoded = await decodeBody(original, encoding, { ...limits, growTo })
    const { protocol, translation } = call.door
    const isCompaction = isCompactionPath(call.path)
    const complete = isCompaction ? withList(protocol.list, decoded) : decoded
    const thread = await context.threads.whole(caller.appId, protocol, complete)
    const given = thread?.bytes ?? complete
    const {
      bytes,
      unknown,
      isRestored = thread !== null,
    } = await context.responses.whole(caller.appId, protocol, given)
    const isLent = !hasOwnCredential(request.headers, caller.isOurKey) && !call.door.upstream.isOllama
    if (unknown && (translation || isLent)) throw unknownName(unknown)
    const found = await readRequest({
      protocol,
      bytes,
      appId: caller.appId,
      keyName: caller.principal.name,
      nameOf: (facts) => inUserScope(context, caller.appId, conversationName(request.headers, facts)),
      known: context.known,
      summaries: context.summaries,
    })
    if (isLent) refuseReferences(found)
    if (translation) requirePossible(protocol, found)
    const read: DoorRequest = unknown ? { ...found, quirk: 'stateful' } : found
    const size = request.headers['x-context-size']
    if (typeof size === 'string') windowHeader(size.trim())
    const body = { bytes: original, isDecoded: bytes !== original, isRestored, thread, sent: () => share.release() }
    if (isCompaction)
      return await serveCompaction(context, call, read, { original, decoded, isUnknown: unknown !== null })
    if (asksForSummary(call, read)) return await serveSummary(context, call, read)
    await new TurnServer(context, call, read, body).serve()
  } finally {
    share.release()
  }
}

/** Serves a turn in a span, and counts it by its outcome. */
export async function watchedTurn(context: DoorsContext, call: DoorCall): Promise<void> {
  const { telemetry, clock } = context.ports
  const protocol = call.door.protocol.id
  const startedAt = clock.monotonicMs()
  let outcome: DoorOutcome = 'failed'
  try {
    await telemetry.span('door-turn', { appId: call.caller.appId, protocol }, () => serveTurn(context, call))
    outcome = outcomeOf(call.response)
  } catch (error) {
    if (error instanceof UpstreamFailure) outcome = 'upstream-failed'
    else if (error instanceof DomainError) outcome = 'refused'
    throw error
  } finally {
    telemetry.doorTurn(protocol, outcome, (clock.monotonicMs() - startedAt) / 1_000)
  }
}

function outcomeOf({ writableEnded, statusCode }: DoorCall['response']): DoorOutcome {
  if (!writableEnded) return 'client-left'
  return statusCode < 400 ? 'answered' : 'upstream-failed'
}
