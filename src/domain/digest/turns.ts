import type { SourceMessage } from '../source/types.js'

/** Turns of a span: a human message and everything up to the next. */

/** A human message in the context. */
export interface Request {
  seq: number
  text: string
}

/** What is known of the turns around a span. */
export interface TurnFacts {
  /** Number of the turn of each covered message, by seq. */
  turnOf: ReadonlyMap<number, number>
  /** Human messages that are verbatim in the context, by the number of the turn that they open. */
  requests: ReadonlyMap<number, Request>
  /** Number of the newest turn of the session. */
  lastTurn: number
}

export interface Turn {
  number: number
  messages: SourceMessage[]
  /** Null if no human message in the context opens it. */
  request: Request | null
  /** The human message after it; null if there is none or it is not in the context. */
  next: Request | null
  /** Whether a later human message exists, so that nothing more belongs to the turn. */
  isClosed: boolean
}

/** Facts of a span whose surroundings are unknown: one open turn. */
export const UNKNOWN_TURNS: TurnFacts = { turnOf: new Map(), requests: new Map(), lastTurn: 0 }

/** Groups the messages of a span by turn, oldest first. */
export function turnsOf(source: readonly SourceMessage[], { turnOf, requests, lastTurn }: TurnFacts): Turn[] {
  const groups = new Map<number, SourceMessage[]>()
  for (const message of source) {
    const number = turnOf.get(message.seq) ?? 0
    const group = groups.get(number)
    if (group) group.push(message)
    else groups.set(number, [message])
  }
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([number, messages]) => ({
      number,
      messages,
      request: requests.get(number) ?? null,
      next: requests.get(number + 1) ?? null,
      isClosed: number < lastTurn,
    }))
}
