/** Shares the event loop among many sockets: one event for thousands of subscribers is sent in turns, and requests run
 * between them. [13] */

/** Duration of a turn, in ms. */
const TURN_MS = 8
/** Waiting senders resumed per turn. Each of them sends at least one frame. */
const RESUMED = 200

const waiting: (() => void)[] = []
let turnEndsAt: number | null = null

/** Returns null while the turn of this iteration of the event loop has time left, else a promise of a later turn. */
export function nextSendTurn(): Promise<void> | null {
  if (turnEndsAt === null) beginTurn()
  else if (performance.now() > turnEndsAt) return new Promise((resolve) => waiting.push(resolve))
  return null
}

function beginTurn(): void {
  turnEndsAt = performance.now() + TURN_MS
  setImmediate(endTurn)
}

function endTurn(): void {
  turnEndsAt = null
  if (waiting.length === 0) return
  beginTurn()
  for (const resume of waiting.splice(0, RESUMED)) resume()
}
