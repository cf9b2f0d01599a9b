import type { CutKind } from '../../domain/context/cut.js'
import { flushedView } from '../../domain/goal/view.js'
import { baseLimit } from '../../domain/session/model-tokens.js'
import { growthAfter } from '../../domain/ledger/ledger-block.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { setGoals } from './record-goals.js'

/** Moves the goal changes since the last cut from their notes into the goal blocks. Call inside a cut, after the recount. Returns false if
 * nothing changed: the blocks must not move then. [G2] [P12]
 * @param tokensBefore tokens in the context before the cut */
export async function refreshGoals(
  tx: Pick<SessionTx, 'session' | 'goals'>,
  { tokenizer }: Pick<Ports, 'tokenizer'>,
  kind: CutKind,
  tokensBefore: number,
): Promise<boolean> {
  const { session } = tx
  const { goals: view } = session
  if (!view || view.acts === view.flushed) return false
  const growth = growthAfter(session, kind, tokensBefore)
  setGoals(
    session,
    flushedView(view, await tx.goals(), baseLimit(session), growth, (text) => tokenizer.count(text)),
  )
  return true
}
