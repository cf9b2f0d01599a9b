import { canonicalMessage } from '../../domain/doors/canonical.js'
import { parseStored } from '../../domain/formats/index.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { measureMessages, type Measured } from '../ingest/measure-messages.js'
import type { ResentHistory, ResentNote } from './conversation.js'

/** Programs put system text a few messages before the newest one, and move it with each request: an instruction, a note about the scene. It
 * is before what is new, so that it was never stored there, and must not be lost with the messages around it. */

/** Newest messages of a request between which such text is looked for. */
const NOTE_DEPTH = 10

/** Newest messages of the context among which it must be. With older ones, it may leave at the next cut. */
const MAX_AGE = 10

export interface MeasuredNote {
  one: Measured
  note: ResentNote
}

export async function measureNotes(
  ports: Pick<Ports, 'tokenizer'>,
  { format, newestNotes }: ResentHistory,
): Promise<MeasuredNote[]> {
  const notes = newestNotes(NOTE_DEPTH)
  if (notes.length === 0) return []
  const [raw, values] = [notes.map((note) => note.raw), notes.map((note) => note.value)]
  const measured = await measureMessages(ports, { format, raw, values, systemIsApp: true })
  return measured.map((one, at) => ({ one, note: notes[at]! }))
}

/** Returns the system text between the newest messages of a request that is not among the newest ones of the context.
 * @param position positions of the request that are stored; text after them is new */
export async function lostNotes(
  tx: SessionTx,
  { history, notes: measured }: { history: ResentHistory; notes: readonly MeasuredNote[] },
  position: number,
): Promise<Measured[]> {
  const notes = measured.filter(({ note }) => note.next <= position)
  if (notes.length === 0) return []
  const ofApp = (await tx.entries()).slice(-MAX_AGE).filter(({ origin }) => origin === 'app')
  const stored = await tx.messages(ofApp.map(({ seq }) => seq))
  const known = new Set(stored.map((message) => canonicalMessage(message.format, parseStored(message.raw))))
  return notes.flatMap(({ one, note }) => {
    const text = canonicalMessage(history.format, note.value)
    if (known.has(text)) return []
    known.add(text)
    return [one]
  })
}

/** Returns the new messages with the notes before the first one that is no result: results follow their calls. */
export function withNotes<T extends { one: Measured }>(added: readonly T[], notes: readonly T[]): T[] {
  if (notes.length === 0) return [...added]
  const isResult = ({ one }: T) => one.message.parts.some(({ type }) => type === 'tool_result')
  const at = added.findIndex((message) => !isResult(message))
  const place = at < 0 ? added.length : at
  return [...added.slice(0, place), ...notes, ...added.slice(place)]
}
