import type { LedgerEntry, LedgerState } from '../../domain/ledger/ledger.js'
import { modelTokens } from '../../domain/session/model-tokens.js'
import type { Page, Ports, SessionAddress } from '../../ports/ports.js'
import { readSession } from '../shared/read-session.js'

export interface ListedEntry extends LedgerEntry {
  /** Whether the context contains it now. */
  inView: boolean
}

/** Returns entries of a session's ledger, newest first, and the tokens of its block. Throws session_not_found. [C9] */
export async function listLedger(
  ports: Pick<Ports, 'store'>,
  { sessionId, appId, page }: SessionAddress & { page: Page & { state?: LedgerState } },
): Promise<{ entries: ListedEntry[]; tokens: number }> {
  const session = await readSession(ports, { sessionId, appId })
  const { ledger } = session
  const shown = new Set(ledger?.shown)
  const entries = await ports.store.ledger(sessionId, page)
  return {
    entries: entries.map((entry) => ({ ...entry, inView: shown.has(entry.id) })),
    tokens: modelTokens(session, ledger?.tokens ?? 0),
  }
}
