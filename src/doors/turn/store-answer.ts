import { recordAnswer } from '../../app/doors/record-answer.js'
import type { DoorCall, DoorsContext } from '../door.js'
import type { Answer } from '../protocol.js'
import { nextDigest } from '../request/digest-chain.js'
import type { DoorRequest } from '../request/read-request.js'
import { within } from './bypass.js'
import type { PreparedTurn } from './prepare-turn.js'

/** Stores an answer that was passed on. Never throws: the client has its answer. It sends it back with its next request,
 * and then it is stored. */
export async function storeAnswer(
  { ports, times, responses }: DoorsContext,
  { caller, door }: DoorCall,
  request: DoorRequest,
  prepared: PreparedTurn,
  answer: Answer,
): Promise<void> {
  const { id, format } = door.protocol
  const { history } = request
  const response = id === 'responses' ? responses.remember(caller.appId, request, answer) : null
  const { turn, tokens, prefixVersion, session } = prepared
  try {
    const work = recordAnswer(ports, {
      appId: caller.appId,
      model: session.model,
      turn,
      digest: history.digests.at(-1) ?? '',
      format,
      messages: answer.messages,
      digestOf: (before, message) => nextDigest(before, format, message),
      isInterrupted: !answer.complete,
      response,
      prefixVersion,
      usage: answer.promptTokens === undefined ? null : { promptTokens: answer.promptTokens, ours: tokens },
    })
    await within(times.storeMs, work)
  } catch (error) {
    ports.log.warn({ err: error, sessionId: session.id }, 'an answer was not stored')
  }
}
