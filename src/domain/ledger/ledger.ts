/** The ledger: a small exact block beside the checkpoints, never summarized. It is a function of the messages that left the context:
 * files that tool calls wrote, rules in the user's words, decisions of the assistant. What tools print never writes it. [C9] */
import type { Origin } from '../message.js'
import { proseOf } from '../anchors/anchors.js'
import { finish, type Steps } from '../steps.js'
import { touchesOf, type Artifact } from '../anchors/artifacts.js'
import { cleanText } from '../source/reading.js'
import { isConstraint, isDecision } from '../source/sentences.js'
import type { SourceMessage } from '../source/types.js'

export const LEDGER_KINDS = ['constraint', 'artifact', 'decision'] as const
/** In the order in which they get room. */
export type LedgerKind = (typeof LEDGER_KINDS)[number]
export const LEDGER_STATES = ['open', 'done', 'superseded'] as const
export type LedgerState = (typeof LEDGER_STATES)[number]

export interface LedgerEntry {
  /** `led_<seq>_<n>`: unique in its session, the same whenever it is computed again. */
  id: string
  kind: LedgerKind
  /** A piece of the message it came from, word for word: a path, or a sentence. */
  text: string
  /** What was done to the path last; only artifacts have it. */
  action: Artifact['action'] | null
  /** Message it came from. */
  seq: number
  /** Place among the entries of its message. */
  n: number
  state: LedgerState
}

/** The block as the model reads it. */
export interface LedgerBlock {
  text: string
  /** Of the text and the message overhead. */
  tokens: number
  /** Tokens it was allowed to take when it was made. */
  maxTokens: number
  /** Ids of the entries in it. */
  shown: string[]
  /** Locks that stood in the goal's block when it was made: the lines that took them are not shown here as well. */
  locks?: string[]
}

/** A message that leaves the context, read; results only where they stand beside their calls. */
export type EvictedMessage = SourceMessage & { origin: Origin }

/** A text with more rules than this is a document, not an instruction. */
const MAX_PER_MESSAGE = 500
/** Sentences looked at before the caller may pause: under a millisecond. */
const SENTENCES_PER_STEP = 50
/** Shorter ones (`Fixed because …`) decide nothing a reader could use. */
const MIN_DECISION_CHARS = 24

/** What leaving messages write, all open, by message. Calls that failed count for nothing. */
export function ledgerEntriesOf(eviction: readonly EvictedMessage[]): LedgerEntry[] {
  return finish(ledgerSteps(eviction))
}

/** As `ledgerEntriesOf`, with a pause after each message. */
export function* ledgerSteps(eviction: readonly EvictedMessage[]): Steps<LedgerEntry[]> {
  const touches = new Map<number, Found[]>(eviction.map(({ seq }) => [seq, []]))
  for (const { seq, path, action } of touchesOf(eviction))
    touches.get(seq)?.push({ kind: 'artifact', text: path, action })
  const entries: LedgerEntry[] = []
  for (const message of eviction) {
    yield
    const sentences = yield* sentencesOf(message)
    // Calls may leave before the words beside them do: the places of the words must not depend on that.
    for (const { n, ...entry } of [
      ...numbered(distinct(touches.get(message.seq) ?? []), 0),
      ...numbered(distinct(sentences), MAX_PER_MESSAGE),
    ]) {
      entries.push({ ...entry, id: ledgerId(message.seq, n), seq: message.seq, n, state: 'open' })
    }
  }
  return entries
}

type Found = Pick<LedgerEntry, 'kind' | 'text' | 'action'>

function numbered(found: readonly Found[], from: number): (Found & { n: number })[] {
  return found.slice(0, MAX_PER_MESSAGE).map((entry, index) => ({ ...entry, n: from + index }))
}

function* sentencesOf({ role, origin, parts }: EvictedMessage): Steps<Found[]> {
  const human = role === 'user' && origin === 'human'
  if (!human && role !== 'assistant') return []
  const found: Found[] = []
  for (const part of parts) {
    if (part.kind !== 'text') continue
    const isPresent = sentenceFinder(part.text)
    for (const [at, text] of proseOf(cleanText(part.text)).entries()) {
      if (at % SENTENCES_PER_STEP === 0) yield
      const qualifies = human ? isConstraint(text) : text.length >= MIN_DECISION_CHARS && isDecision(text)
      if (qualifies && isPresent(text)) found.push({ kind: human ? 'constraint' : 'decision', text, action: null })
    }
  }
  return found
}

/** Whether a sentence stands in a text: cleaning may have joined what did not stand together. Sentences come in the order of the text, so each
 * is looked for after the one before it. Looking from the start each time is quadratic. */
function sentenceFinder(text: string): (sentence: string) => boolean {
  let from = 0
  return (sentence) => {
    const next = text.indexOf(sentence, from)
    if (next >= 0) from = next + sentence.length
    return next >= 0 || text.includes(sentence)
  }
}

/** The last of each. */
function distinct(found: readonly Found[]): Found[] {
  const last = new Map<string, Found>()
  for (const entry of found) {
    last.delete(ledgerKey(entry))
    last.set(ledgerKey(entry), entry)
  }
  return [...last.values()]
}

export function ledgerId(seq: number, n: number): string {
  return `led_${seq}_${n}`
}

/** Entries with one key say of one thing: the newest hides the older. */
export function ledgerKey({ kind, text }: Pick<LedgerEntry, 'kind' | 'text'>): string {
  return `${kind} ${kind === 'artifact' ? text : text.trim().replace(/\s+/g, ' ').toLowerCase()}`
}

/** Entries with their states settled among themselves: of one key the newest stays as it is. In order of their messages. */
export function settleLedger(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const keyed = [...entries].sort(byPosition).map((entry) => ({ entry, key: ledgerKey(entry) }))
  const newest = new Map(keyed.map(({ key, entry }) => [key, entry]))
  return keyed.map(({ entry, key }) => (newest.get(key) === entry ? entry : { ...entry, state: 'superseded' }))
}

export function byPosition(a: LedgerEntry, b: LedgerEntry): number {
  return a.seq - b.seq || a.n - b.n
}
