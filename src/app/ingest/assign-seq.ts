import { isHuman, type Format, type NewMessage } from '../../domain/message.js'
import { linkMessage } from '../../domain/context/pairing.js'
import type { Session } from '../../domain/session/session.js'
import { MESSAGE_OVERHEAD, MISSING_RESULT_TOKENS } from '../../domain/tokens.js'
import type { Measured } from './measure-messages.js'

/** Counters and open calls of a conversation. */
export type Counted = Pick<Session, 'lastSeq' | 'openCalls' | 'lastSpokenSeq' | 'tokenCounts' | 'turn' | 'inViewCount'>

/** Numbers a message, pairs its results with their calls, and adds its tokens to the counts.
 * @param into changed in place
 * @param offloads handles that its calls may name; the results of such calls count as read back */
export function ingestMessage(
  into: Counted,
  id: string,
  { raw, digest, message, partTokens, short, irregular }: Measured,
  format: Format,
  offloads?: ReadonlySet<string>,
): NewMessage {
  const seq = into.lastSeq + 1
  const linked = linkMessage(into, message, seq, partTokens, offloads)
  const tokens = linked.shape.reduce((sum, part) => sum + part.tokens, MESSAGE_OVERHEAD)
  into.lastSeq = seq
  into.openCalls = linked.openCalls
  into.lastSpokenSeq = linked.lastSpokenSeq
  into.tokenCounts = { ...into.tokenCounts, [message.role]: into.tokenCounts[message.role] + tokens }
  into.tokenCounts.tool += linked.missing * MISSING_RESULT_TOKENS
  if (into.inViewCount !== undefined) into.inViewCount += 1
  if (isHuman(message)) into.turn += 1
  const { role, origin, pinned, externalId = null } = message
  return {
    id,
    seq,
    role,
    origin,
    pinned,
    format,
    raw,
    digest,
    shape: linked.shape,
    tokens,
    turn: into.turn,
    externalId,
    ...(irregular && { irregular }),
    ...short,
  }
}
