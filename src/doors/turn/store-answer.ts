import { recordAnswer } from '../../app/doors/record-answer.js'
import { recordRefusal } from '../../app/doors/record-refusal.js'
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

/** The upstream refuses what a request says. Others refuse who asks, or when. */
const REFUSED: ReadonlySet<number> = new Set([400, 413, 422])

/** Notes that the upstream refused a turn. Never throws: without the note, another form of it is a session of its own. */
export async function storeRefusal(
  { ports, times }: DoorsContext,
  { caller }: DoorCall,
  { turn, session }: PreparedTurn,
  status: number,
): Promise<void> {
  if (!REFUSED.has(status)) return
  try {
    await within(times.storeMs, recordRefusal(ports, { appId: caller.appId, model: session.model, turn }))
  } catch (error) {
    ports.log.warn({ err: error, sessionId: session.id }, 'a refusal was not stored')
  }
}
