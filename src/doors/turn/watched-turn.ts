import { DomainError } from '../../domain/errors.js'
import type { DoorOutcome } from '../../app/ports/ports.js'
import type { DoorCall, DoorsContext } from '../door.js'
import { UpstreamFailure } from '../upstream/send.js'
import { serveTurn } from './serve-turn.js'

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
