import { lowerWindow } from '../../app/doors/lower-window.js'
import { DomainError } from '../../domain/errors.js'
import { countsOutput } from '../../domain/model/refused-length.js'
import { LIMIT_SHARE } from '../../domain/session/budget.js'
import type { DoorCall, DoorsContext } from '../door.js'
import type { DoorRequest } from '../request/read-request.js'
import { contextFor, type PreparedTurn } from './prepare-turn.js'

/** Share of a context that is tried after a refusal for length that explains nothing. */
const SMALLER_SHARE = 0.7

interface Refused {
  prepared: PreparedTurn
  /** Window that the refusal names, in model tokens. */
  named: number | 'unknown'
  /** Its text. */
  text: string
}

/** Returns a smaller turn after the upstream refused a prompt for its length; null: there is none that it may accept. */
export async function smallerTurn(
  context: DoorsContext,
  call: DoorCall,
  read: DoorRequest,
  refused: Refused,
): Promise<PreparedTurn | null> {
  const { turn } = refused.prepared
  try {
    if (!(await lowered(context, call, read, refused))) return null
    return await contextFor(context, call, read, { turn, isChanged: true })
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

/** Lowers the window of the session: to the one that the refusal names, and to what the wanted output leaves of it. If neither is smaller, the
 * upstream counts more tokens than we do, and a share of the context is tried. Returns whether the next context is smaller. */
async function lowered(
  { ports, windows }: DoorsContext,
  { caller, door }: DoorCall,
  { facts }: DoorRequest,
  { prepared, named, text }: Refused,
): Promise<boolean> {
  const { sessionId } = prepared.turn
  const lower = (tokens: number) => lowerWindow(ports, { sessionId, appId: caller.appId, tokens })
  // New sessions of the model get it, too. The output is that of one request.
  const lowerForAll = async (tokens: number) => {
    const isLower = await lower(tokens)
    if (isLower) windows.lower(door.upstream.url, facts.model, tokens)
    return isLower
  }
  const isNamed = named !== 'unknown' && (await lowerForAll(named))
  if (named !== 'unknown' && countsOutput(text)) {
    const left = named - (facts.outputTokens ?? 0)
    // No prompt fits beside such an output.
    if (left <= 0) return false
    // The limit is what is left. Its reserve is the margin between two ways to count.
    if ((await lower(Math.ceil(left / LIMIT_SHARE))) || isNamed) return true
  }
  return isNamed || lowerForAll(Math.floor(prepared.used * SMALLER_SHARE))
}
