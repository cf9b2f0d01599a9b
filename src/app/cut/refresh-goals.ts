import type { CutKind } from '../../domain/context/cut.js'
import { flushedView } from '../../domain/goal/view.js'
import { baseLimit } from '../../domain/session/model-tokens.js'
import { growthAfter } from '../../domain/ledger/ledger-block.js'
import type { Session, SessionChange } from '../../domain/session/session.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { showGoals } from './record-goals.js'

/** Moves the goal changes since the last cut from their notes into the goal blocks. Call inside a cut, after the recount. Returns false if
 * nothing changed: the blocks must not move then. [G2] [P12]
 * @param tokensBefore tokens in the context before the cut */
export async function refreshGoals(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer'>,
  kind: CutKind,
  tokensBefore: number,
): Promise<boolean> {
  const change = await flushedGoals(tx.session, tx, ports, { kind, tokensBefore })
  if (change) tx.change(change)
  return change !== null
}

/** Returns the goal blocks of a session after a cut; null: as they are. */
export async function flushedGoals(
  session: Session,
  from: Pick<SessionTx, 'goals'>,
  { tokenizer }: Pick<Ports, 'tokenizer'>,
  { kind, tokensBefore }: { kind: CutKind; tokensBefore: number },
): Promise<SessionChange | null> {
  const { goals: view } = session
  if (!view || view.acts === view.flushed) return null
  const growth = growthAfter(session, kind, tokensBefore)
  const count = (text: string) => tokenizer.count(text)
  return showGoals(session, flushedView(view, await from.goals(), baseLimit(session), growth, count))
}
