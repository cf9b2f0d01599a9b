import { LEDGER_RULES } from '../../domain/ledger/ledger.js'
import { deriveLedger } from '../cut/derive-ledger.js'
import type { Ports } from '../../ports/ports.js'

/** Sessions per page. */
const PAGE = 100
/** A round ends after this time; the next one goes on. */
const ROUND_MS = 30_000

/** Derives the ledgers of older rules again, in all sessions, newest first. Does nothing once all are derived, until the rules change
 * again. [P2] [C9] */
export async function deriveLedgers(
  ports: Pick<Ports, 'store' | 'ids' | 'clock' | 'tokenizer' | 'log'>,
): Promise<void> {
  const { store, clock, log } = ports
  const done = `rules ${LEDGER_RULES}`
  const endMs = clock.monotonicMs() + ROUND_MS
  let after = await store.upkeepCursor('ledger')
  const known = /^rules (\d{1,9})$/.exec(after ?? '')
  // A process of a newer version may be done with its rules; a note that older rules are done begins this version.
  if (known && Number(known[1]) >= LEDGER_RULES) return
  if (known) after = null
  let derived = 0
  while (clock.monotonicMs() < endMs) {
    const page = await store.sessionPositions({ limit: PAGE, ...(after !== null && { after }) })
    for (const { id } of page) {
      try {
        if (await store.change(id, null, (tx) => deriveLedger(tx, ports))) derived += 1
      } catch (error) {
        log.warn({ sessionId: id, err: error }, 'a ledger was not derived again')
      }
    }
    after = page.length < PAGE ? done : page.at(-1)!.id
    await store.moveUpkeepCursor('ledger', after)
    if (after === done) break
  }
  if (derived > 0) log.info({ sessions: derived }, 'ledgers were derived again, because their rules changed')
}
