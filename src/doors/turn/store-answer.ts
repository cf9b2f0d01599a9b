import { recordAnswer } from '../../app/doors/record-answer.js'
import { recordRefusal } from '../../app/doors/record-refusal.js'
import type { DoorCall, DoorsContext } from '../door.js'
import type { Format, Json } from '../../domain/message.js'
import type { Answer } from '../protocol.js'
import { nextLink, type ChainLink } from '../request/digest-chain.js'
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
  const last = request.links.at(-1) ?? { digest: '', base: '' }
  const { turn, tokens, prefixVersion, session } = prepared
  const response =
    id === 'responses' ? responses.remember({ appId: caller.appId, sessionId: session.id }, request, answer) : null
  try {
    const work = recordAnswer(ports, {
      appId: caller.appId,
      model: session.model,
      turn,
      digest: last.digest,
      format,
      messages: answer.messages,
      digestsAfter: (messages) => digestsAfter(last, format, messages),
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

function digestsAfter(last: ChainLink, format: Format, messages: readonly Json[]): string[] {
  let link = last
  return messages.map((message) => (link = nextLink(link, format, message)).digest)
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
