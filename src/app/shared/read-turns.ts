import type { TurnFacts } from '../../domain/digest/turns.js'
import { isHuman, type StoredMessage, type ViewEntry } from '../../domain/message.js'
import type { Session } from '../../domain/session/session.js'
import { eachStored } from './read-stored.js'

/** Characters kept of a human message: enough to name it and to show a model what was asked. */
const REQUEST_CHARS = 4_000

/** Returns the turns of a span and the human messages in the context that open them or answer them. [V5]
 * @param read reads messages by seq */
export async function readTurns(
  read: (seqs: number[]) => Promise<StoredMessage[]>,
  { turn: lastTurn }: Pick<Session, 'turn'>,
  entries: readonly ViewEntry[],
  messages: readonly StoredMessage[],
): Promise<TurnFacts> {
  const turnOf = new Map(messages.map(({ seq, turn }) => [seq, turn]))
  const covered = new Set(turnOf.values())
  const asked = entries.filter((entry) => isHuman(entry) && (covered.has(entry.turn) || covered.has(entry.turn - 1)))
  const stored = asked.length === 0 ? [] : await read(asked.map(({ seq }) => seq))
  const texts = await eachStored(stored, ({ seq, turn }, { parts }) => {
    const text = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
    return { turn, request: { seq, text: text.slice(0, REQUEST_CHARS) } }
  })
  const requests = new Map(
    texts.filter(({ request }) => request.text.trim() !== '').map(({ turn, request }) => [turn, request]),
  )
  return { turnOf, requests, lastTurn }
}
