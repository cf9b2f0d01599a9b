import type { CheckpointLine } from '../../domain/checkpoint/checkpoint.js'
import { nextStepsOf } from '../../domain/digest/next-steps.js'
import { withoutPerished } from '../../domain/digest/perish.js'
import { settleLedger, type LedgerEntry } from '../../domain/ledger/ledger.js'
import { withBefore } from '../../domain/ledger/talk.js'
import { sourceChars } from '../../domain/source/source.js'
import { compute } from '../../threads/compute.js'
import type { Ports, SessionRecords } from '../../ports/ports.js'
import { entriesOfEviction } from './ledger-entries.js'
import { readSpan } from './read-span.js'
import { readTurns } from './read-turns.js'

/** Newest open entries of each kind in the ledger that are read. */
const LEDGER_REACH = 50
/** Base tokens of the lines about what is raw in the context. */
const RAW_TOKENS = 2_400

/** What is known of a whole session, raw messages included. */
export interface Knowledge {
  /** Open entries: rules, decisions, files, the first request. */
  ledger: LedgerEntry[]
  /** Lines of the checkpoints, and of what a checkpoint would say of the raw messages, oldest first. */
  lines: CheckpointLine[]
}

/** Reads what a session knows as if all of it had left the context: ledger and checkpoints alone know only what did. Calls no
 * model. [C12] */
export async function readKnowledge(
  { store, tokenizer }: Pick<Ports, 'store' | 'tokenizer'>,
  { session, entries, checkpoints }: SessionRecords,
): Promise<Knowledge> {
  const seqs = entries.map(({ seq }) => seq)
  const read = seqs.length === 0 ? [] : await store.span(session.id, withBefore(seqs))
  const shown = new Set(seqs)
  const messages = read.filter(({ seq }) => shown.has(seq))
  const left = { seqs, parts: [], removed: new Set<string>() }
  const fresh = await entriesOfEviction(read, left)
  const open = await store.openLedger(session.id, LEDGER_REACH)
  const ledger = settleLedger([...open, ...fresh]).filter(({ state }) => state === 'open')
  const source = await readSpan(messages, { removed: left.removed })
  const turns = await readTurns((wanted) => store.span(session.id, wanted), session, entries, messages)
  const chars = sourceChars(source)
  const raw = await compute('composeCheckpoint', chars, {
    accepted: [],
    source,
    turns,
    heading: '',
    headingWithout: '',
    already: [],
    ceilingTokens: RAW_TOKENS,
    fillerTokens: 0,
  })
  const next = nextStepsOf(source, turns).map(({ text, seqs: sources }): CheckpointLine => {
    return { kind: 'next', text, importance: 0.5, sources, by: 'extract', tokens: tokenizer.count(text) }
  })
  const inOrder = [...checkpoints].sort((a, b) => a.range.to - b.range.to)
  return { ledger, lines: withoutPerished([...inOrder.flatMap(({ lines }) => lines), ...raw.lines, ...next]) }
}
