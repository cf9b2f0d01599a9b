import { canonicalMessage } from '../../domain/doors/canonical.js'
import { parseStored } from '../../domain/formats/index.js'
import { usedTokens } from '../../domain/session/budget.js'
import { fitLimit } from '../../domain/session/model-tokens.js'
import { MESSAGE_OVERHEAD } from '../../domain/tokens.js'
import type { ViewEntry } from '../../domain/message.js'
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

/** Returns the system text between the newest messages of a request that is neither among the newest ones of the context nor stored at its place, as
 * text that a program leaves there is. What a program moves is stored at another place, which may have left the context.
 * @param position positions of the request that are stored; text after them is new
 * @param added what follows. If the context does not fit with it, the cut may take what is there now */
export async function lostNotes(
  tx: SessionTx,
  { history, notes: measured }: { history: ResentHistory; notes: readonly MeasuredNote[] },
  position: number,
  added: readonly Measured[],
): Promise<Measured[]> {
  const notes = measured.filter(({ note }) => note.next <= position)
  if (notes.length === 0) return []
  const links = await tx.linksFrom(Math.max(1, Math.min(...notes.map(({ note }) => note.next)) - 1))
  /** Numbers of the messages between two positions of the request. */
  const seqsBefore = (next: number) => {
    const from = links.findLast((link) => link.position === next - 1)?.seq ?? 0
    const to = links.find((link) => link.position === next)?.seq ?? 0
    return Array.from({ length: Math.max(0, to - from - 1) }, (_, at) => from + 1 + at)
  }
  const entries = await tx.entries()
  const recent = new Set(fitsWith(tx, added) ? entries.slice(-MAX_AGE).map(({ seq }) => seq) : [])
  const places = notes.map(({ note }) => new Set(note.next > 1 ? seqsBefore(note.next) : []))
  const stored = await systemTexts(tx, entries, new Set([...recent, ...places.flatMap((seqs) => [...seqs])]))
  const known = new Set(stored.flatMap(({ seq, text }) => (recent.has(seq) ? [text] : [])))
  return notes.flatMap(({ one, note }, at) => {
    const text = canonicalMessage(history.format, note.value)
    if (known.has(text) || stored.some((other) => places[at]!.has(other.seq) && other.text === text)) return []
    known.add(text)
    return [one]
  })
}

function fitsWith({ session }: SessionTx, added: readonly Measured[]): boolean {
  const tokens = added.reduce((sum, { partTokens }) => partTokens.reduce((all, one) => all + one, sum), 0)
  return usedTokens(session.tokenCounts) + tokens + MESSAGE_OVERHEAD * added.length <= fitLimit(session)
}

/** Returns the canonical form of those of these messages that no person wrote in the user role, also of what left the context. */
async function systemTexts(
  tx: SessionTx,
  entries: readonly ViewEntry[],
  seqs: ReadonlySet<number>,
): Promise<{ seq: number; text: string }[]> {
  const inContext = new Map(entries.map((entry) => [entry.seq, entry]))
  const wanted = [...seqs].filter((seq) => {
    const entry = inContext.get(seq)
    return entry === undefined || (entry.role === 'user' && entry.origin === 'app')
  })
  const messages = await tx.messages(wanted.toSorted((one, other) => one - other))
  return messages.flatMap(({ seq, role, origin, format, raw }) =>
    role === 'user' && origin === 'app' ? [{ seq, text: canonicalMessage(format, parseStored(raw)) }] : [],
  )
}

/** Returns the new messages with the notes before the first one that is no result: results follow their calls. */
export function withNotes<T extends { one: Measured }>(added: readonly T[], notes: readonly T[]): T[] {
  if (notes.length === 0) return [...added]
  const isResult = ({ one }: T) => one.message.parts.some(({ type }) => type === 'tool_result')
  const at = added.findIndex((message) => !isResult(message))
  const place = at < 0 ? added.length : at
  return [...added.slice(0, place), ...notes, ...added.slice(place)]
}
