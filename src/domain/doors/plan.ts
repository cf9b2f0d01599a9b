/** What a door sends after a cut: the messages that are still in the context, as the client sent them, and notes in the
 * user role in place of those that left. System text and tools are not part of it. [C8] [D7] */
import type { ContextEntry } from '../context/context.js'
import { writeEntry, type Contents } from '../context/render-context.js'
import { parseMessage, parseStored } from '../formats/index.js'
import type { Format } from '../message.js'
import { OPENING_TEXT } from '../tokens.js'

/** Whether reasoning in the message is valid where the message is sent now. `broken`: it was made before the newest cut,
 * or against another prefix, and must be removed. [D7] */
export type Bound = 'intact' | 'broken'

/** One element of what is sent after a cut, in order. */
export type PlanItem =
  /** A message of this request, as the client sent it now (with its `cache_control`). */
  | { kind: 'kept'; raw: string; index: number; bound: Bound }
  /** A message with placeholders in place of some parts, or one that the request does not contain. `isStored`: written
   * from history, so that its cache marks are those of an earlier request. */
  | { kind: 'reduced'; raw: string; bound: Bound; isStored: boolean }
  /** Checkpoints, goals and ledger: one message in the user role. Never empty. */
  | { kind: 'note'; text: string }

/** An element of the request's list of messages. */
export interface Resent {
  raw: string
  /** Index in the list. */
  index: number
}

export interface PlanInput {
  format: Format
  context: readonly ContextEntry[]
  /** Messages of the context that the request does not contain, and those with reductions, by `seq`. */
  contents: Contents
  /** Elements of the request that were stored as a message; empty: none. */
  resent: ReadonlyMap<number, readonly Resent[]>
  /** Messages whose reasoning was made against the present prefix. */
  intact: ReadonlySet<number>
}

/** A message as it is written for the request. `isStored`: from history, not from this request. */
export interface WrittenItem {
  texts: string[]
  isStored: boolean
}

/** Whether an entry must be written by `writeItem`, because the client did not send it as it is. */
export function needsWriting(entry: ContextEntry, { resent, contents }: PlanInput): boolean {
  if (entry.kind === 'missing-results') return true
  if (entry.kind !== 'message') return false
  const { seq } = entry.entry
  return (resent.get(seq) ?? []).length === 0 || contents.reductions.has(seq)
}

/** Writes one entry of the context.
 * @param own elements of the request that were stored as this message */
export function writeItem(
  format: Format,
  entry: ContextEntry,
  contents: Contents,
  ids: ReadonlyMap<string, string>,
  own: readonly Resent[],
): WrittenItem {
  const given = entry.kind === 'message' ? withRaw(contents, entry.entry.seq, own, format) : contents
  return { texts: writeEntry(format, entry, given, ids).map(({ json }) => json), isStored: given === contents }
}

/** Returns what is sent, in order.
 * @param written the entries that `needsWriting` names */
export function planItems(
  { context, resent, intact }: PlanInput,
  written: ReadonlyMap<ContextEntry, WrittenItem>,
): PlanItem[] {
  const items: PlanItem[] = []
  /** Goals wait for the newest checkpoint, so that they are sent beside it. */
  let opening: string[] = []
  let notes: string[] = []
  const flush = () => {
    if (notes.length > 0) items.push({ kind: 'note', text: notes.join('\n\n') })
    notes = []
  }
  const lastCheckpoint = context.findLastIndex(({ kind }) => kind === 'checkpoint')
  for (const [at, entry] of context.entries()) {
    switch (entry.kind) {
      case 'goal':
      case 'progress':
      case 'ledger':
        if (at < lastCheckpoint) opening.push(entry.text)
        else notes.push(entry.text)
        break
      case 'checkpoint':
        if (at === lastCheckpoint) {
          notes.push(...opening)
          opening = []
        }
        notes.push(entry.checkpoint.text)
        break
      case 'goal-note':
        notes.push(entry.text)
        break
      case 'recall':
      case 'standing':
        flush()
        notes.push(entry.text)
        flush()
        break
      case 'missing-results':
        flush()
        for (const raw of written.get(entry)?.texts ?? [])
          items.push({ kind: 'reduced', raw, bound: 'broken', isStored: true })
        break
      case 'message': {
        flush()
        const { seq } = entry.entry
        const bound = intact.has(seq) ? 'intact' : 'broken'
        const made = written.get(entry)
        if (!made) for (const { raw, index } of resent.get(seq) ?? []) items.push({ kind: 'kept', raw, index, bound })
        for (const raw of made?.texts ?? [])
          items.push({ kind: 'reduced', raw, bound, isStored: made?.isStored ?? true })
      }
    }
  }
  flush()
  return opensWithUser(items, context) ? items : [{ kind: 'note', text: OPENING_TEXT }, ...items]
}

/** Reads the message as the client sent it now, if it sent it as one element with the same parts. Reductions name parts by
 * index, and clients leave out thinking: then the stored message counts. */
function withRaw(contents: Contents, seq: number, own: readonly Resent[], format: Format): Contents {
  const stored = contents.messages.get(seq)
  if (!stored || own.length !== 1) return contents
  const { raw } = own[0]!
  const isSame = raw === stored.raw || kindsOf(format, raw) === kindsOf(stored.format, stored.raw)
  return isSame ? { ...contents, messages: new Map([[seq, { ...stored, raw }]]) } : contents
}

function kindsOf(format: Format, raw: string): string {
  const { parts } = parseMessage(format, parseStored(raw), 'message')
  return parts.map(({ type }) => type).join()
}

/** Whether an element of a request has reasoning. */
export function hasReasoning(format: Format, raw: string): boolean {
  return parseMessage(format, parseStored(raw), 'message').parts.some(({ type }) => type === 'reasoning')
}

/** Whether a message of a user comes first. Providers refuse a conversation that the assistant opens. */
function opensWithUser(items: readonly PlanItem[], context: readonly ContextEntry[]): boolean {
  if (items[0]?.kind === 'note') return true
  const first = context.find(({ kind }) => kind === 'message')
  return first?.kind === 'message' && first.entry.role === 'user'
}
