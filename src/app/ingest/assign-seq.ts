import { isHuman, type Format, type NewMessage } from '../../domain/message.js'
import { linkMessage } from '../../domain/context/pairing.js'
import { laterOpening, openingOf } from '../../domain/session/opening.js'
import type { Session } from '../../domain/session/session.js'
import { MESSAGE_OVERHEAD, MISSING_RESULT_TOKENS } from '../../domain/tokens.js'
import type { Measured } from './measure-messages.js'

/** Counters and open calls of a conversation. */
export type Counted = Pick<
  Session,
  'lastSeq' | 'openCalls' | 'lastSpokenSeq' | 'tokenCounts' | 'turn' | 'inViewCount' | 'opening'
>

/** A later message does not begin the session, also of one that was made before openings were kept. */
function openingAfter({ turn, tokenCounts, opening }: Counted, message: Measured['message']): string | undefined {
  if (turn === 0) return openingOf(message)
  return tokenCounts.assistant === 0 ? laterOpening(opening, message) : opening
}

/** Numbers a message, and pairs its results with their calls. Returns it with the counts and the open calls after it.
 * @param before those of the messages before it
 * @param offloads handles that its calls may name; the results of such calls count as read back */
export function ingestMessage(
  before: Counted,
  id: string,
  { raw, digest, message, partTokens, short, irregular }: Measured,
  format: Format,
  offloads?: ReadonlySet<string>,
): { message: NewMessage; counted: Counted } {
  const seq = before.lastSeq + 1
  const linked = linkMessage(before, message, seq, partTokens, offloads)
  const tokens = linked.shape.reduce((sum, part) => sum + part.tokens, MESSAGE_OVERHEAD)
  const { role, origin, pinned, externalId = null } = message
  const tokenCounts = { ...before.tokenCounts }
  tokenCounts[role] += tokens
  tokenCounts.tool += linked.missing * MISSING_RESULT_TOKENS
  const turn = before.turn + (isHuman(message) ? 1 : 0)
  const opening = openingAfter(before, message)
  const counted: Counted = {
    lastSeq: seq,
    openCalls: linked.openCalls,
    lastSpokenSeq: linked.lastSpokenSeq,
    tokenCounts,
    turn,
    ...(before.inViewCount !== undefined && { inViewCount: before.inViewCount + 1 }),
    ...(opening !== undefined && { opening }),
  }
  const numbered: NewMessage = {
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
    turn,
    externalId,
    ...(irregular && { irregular }),
    ...short,
  }
  return { message: numbered, counted }
}
