/** The ledger: a small exact block beside the checkpoints, never summarized. It is a function of the messages that left
 * the context: the first request, files written by tool calls, rules, preferences, facts and decisions in the user's words, and decisions
 * that the assistant marked. Tool output and reasoning aloud never add entries. [C9] */
import { cutAtWord, oneLine } from '../texts.js'
import { touchesOf, type Artifact } from '../anchors/artifacts.js'
import { cleanText } from '../source/reading.js'
import { statementsIn, type EvictedMessage } from './said.js'

export const LEDGER_KINDS = ['intent', 'constraint', 'preference', 'artifact', 'decision'] as const
/** In order of priority for tokens. `preference`: also what people state about themselves and the project. */
export type LedgerKind = (typeof LEDGER_KINDS)[number]
export const LEDGER_STATES = ['open', 'done', 'superseded'] as const
export type LedgerState = (typeof LEDGER_STATES)[number]

export interface LedgerEntry {
  /** `led_<seq>_<n>`: unique in its session and stable across recomputation. */
  id: string
  kind: LedgerKind
  /** A path or sentence, verbatim from its message. */
  text: string
  /** The last action on the path; null for other kinds than artifacts. */
  action: Artifact['action'] | null
  /** The new place of a path that moved, in the words of the call. */
  movedTo?: string
  /** Seq of the source message. */
  seq: number
  /** Position among the entries of its message. */
  n: number
  state: LedgerState
}

/** Version of the rules by which messages become entries. Raise it with every change that makes other entries of the same messages:
 * sessions of older rules are then derived again, as a recorded cut. [P2] [C9] */
export const LEDGER_RULES = 15
/** Positions that each version may use, so that entries of two versions are never mistaken for each other. */
const POSITIONS = 2_000
const FIRST_POSITION = (LEDGER_RULES - 1) * POSITIONS

/** Whether the entries of a session follow from older rules. Those of newer ones are left to newer processes. */
export function hasOlderLedger({ ledgerRules = 1 }: { ledgerRules?: number }): boolean {
  return ledgerRules < LEDGER_RULES
}

/** Whether the entries of a session follow from the rules of this version. */
export function hasPresentLedger({ ledgerRules = 1 }: { ledgerRules?: number }): boolean {
  return ledgerRules === LEDGER_RULES
}

/** Maximum entries per message. A text with more rules is a document, not an instruction. */
const MAX_PER_MESSAGE = 500
/** Characters kept of the first request, which the block shortens to its tokens. */
const INTENT_CHARS = 1_500

/** Returns the entries of messages that leave the context, all open, in message order. Failed calls add nothing. */
export function ledgerEntriesOf(eviction: readonly EvictedMessage[]): LedgerEntry[] {
  const touches = new Map<number, Found[]>(eviction.map(({ seq }) => [seq, []]))
  for (const { seq, path, action, movedTo } of touchesOf(eviction, 'call'))
    touches.get(seq)?.push({ kind: 'artifact', text: path, action, ...(movedTo === undefined ? {} : { movedTo }) })
  const entries: LedgerEntry[] = []
  for (const message of eviction) {
    const sentences = statementsIn(message)
    // Calls may leave before the text of their message. The positions of sentences must not depend on that.
    for (const { n, ...entry } of [
      ...numbered(distinct(touches.get(message.seq) ?? []), FIRST_POSITION),
      ...numbered(distinct(sentences), FIRST_POSITION + MAX_PER_MESSAGE),
      ...numbered(intentOf(message), FIRST_POSITION + 2 * MAX_PER_MESSAGE),
    ]) {
      entries.push({ ...entry, id: ledgerId(message.seq, n), seq: message.seq, n, state: 'open' })
    }
  }
  return entries
}

type Found = Pick<LedgerEntry, 'kind' | 'text' | 'action' | 'movedTo'>

function numbered(found: readonly Found[], from: number): (Found & { n: number })[] {
  return found.slice(0, MAX_PER_MESSAGE).map((entry, index) => ({ ...entry, n: from + index }))
}

/** Returns the request of the first human message. */
function intentOf({ isFirst, parts }: EvictedMessage): Found[] {
  if (isFirst !== true) return []
  const text = parts
    .flatMap((part) => (part.kind === 'text' ? [cleanText(part.text)] : []))
    .join('\n')
    .trim()
  if (text === '') return []
  return [{ kind: 'intent', text: cutAtWord(text, INTENT_CHARS), action: null }]
}

/** Keeps the last entry of each key. */
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

/** Returns the identity of an entry. Of entries with the same key, the newest supersedes the others. */
export function ledgerKey({ kind, text }: Pick<LedgerEntry, 'kind' | 'text'>): string {
  return `${kind} ${kind === 'artifact' ? text : oneLine(text.trim()).toLowerCase()}`
}

/** Marks all but the newest entry of each key as superseded. Returns the entries in message order. */
export function settleLedger(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const keyed = [...entries].sort(byPosition).map((entry) => ({ entry, key: ledgerKey(entry) }))
  const newest = new Map(keyed.map(({ key, entry }) => [key, entry]))
  return keyed.map(({ entry, key }) => (newest.get(key) === entry ? entry : { ...entry, state: 'superseded' }))
}

/** Orders entries by message, and within a message as they appear. */
export function byPosition(a: LedgerEntry, b: LedgerEntry): number {
  return a.seq - b.seq || a.n - b.n
}
