import { departure, type DepartingMessage, type Eviction } from '../../domain/ledger/departing.js'
import type { LedgerEntry } from '../../domain/ledger/ledger.js'
import type { StoredMessage } from '../../domain/message.js'
import { compute } from '../../threads/compute.js'

/** Parses messages and returns their ledger entries, all open, in message order. [C9] */
export function entriesOf(messages: readonly DepartingMessage[]): Promise<LedgerEntry[]> {
  const chars = messages.reduce((sum, { raw }) => sum + raw.length, 0)
  return compute('ledgerEntriesOf', chars, messages)
}

/** Returns the ledger entries that messages would leave. [C9]
 * @param messages the messages that `eviction` names */
export function entriesOfEviction(messages: readonly StoredMessage[], eviction: Eviction): Promise<LedgerEntry[]> {
  return entriesOf(messages.map(departure(eviction)))
}
