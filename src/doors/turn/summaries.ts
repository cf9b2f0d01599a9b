import type { Json } from '../../domain/message.js'
import type { DoorCall, DoorsContext } from '../door.js'
import type { Answer } from '../protocol.js'
import { wordsOf } from '../request/given-summaries.js'
import type { DoorRequest } from '../request/read-request.js'
import type { UnstoredTurn } from './unstored-turn.js'

/** A question and its answer, at least. */
const MIN_POSITIONS = 2

/** Returns the session that a request which is no turn is about: it quotes the conversation, or sends it with a task behind it. Null: none. */
export function summarizedId({ about, links }: DoorRequest, own: UnstoredTurn | null): string | null {
  if (own === null) return about
  return own.position >= Math.max(MIN_POSITIONS, links.length - 1) ? own.session.id : null
}

/** Remembers an answer that may be a summary. */
export function keepSummary(
  { summaries }: DoorsContext,
  { door }: DoorCall,
  { caller }: DoorRequest,
  { about, answer }: { about: string; answer: Answer },
): void {
  if (!answer.complete) return
  const texts = answer.messages.map((text) => wordsOf(door.protocol.format, JSON.parse(text) as Json))
  summaries.remember(caller, about, texts.join('\n'))
}
