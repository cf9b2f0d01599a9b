import { usedTokens } from '../../domain/session/budget.js'
import { minGainTokens } from '../../domain/session/model-tokens.js'
import { noteTokens, shortenedView } from '../../domain/goal/view.js'
import { commitCut } from '../cut/commit-cut.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { showGoals } from '../cut/record-goals.js'
import { refreshGoals } from '../cut/refresh-goals.js'

type Needs = Pick<Ports, 'ids' | 'tokenizer'>

/** Flushes the notes once they take more tokens than the minimum gain of a cut. [P12] */
export async function flushHeavyNotes(tx: SessionTx, ports: Needs): Promise<void> {
  if (noteTokens(tx.session.goals) > minGainTokens(tx.session)) await flushNotes(tx, ports, 'goals')
}

/** Moves the notes of changed goals into the goal blocks, in a separate cut. */
export async function flushNotes(tx: SessionTx, ports: Needs, kind: 'goals' | 'emergency'): Promise<void> {
  const before = usedTokens(tx.session.tokenCounts)
  if (!(await refreshGoals(tx, ports, kind, before))) return
  await commitCut(tx, ports, { kind, reason: 'goal changes were moved into the goal blocks' }, null, before)
}

/** Shortens the goal's progress when nothing else can shrink. The goal and the locks are kept. [P3]
 * @param target tokens that the whole context should take */
export async function shortenProgress(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const { session } = tx
  const before = usedTokens(session.tokenCounts)
  const view = session.goals
  if (!view?.progress || before <= target) return
  const maxTokens = Math.max(0, view.progress.tokens + target - before)
  const shorter = shortenedView(view, await tx.goals(), maxTokens, (text) => ports.tokenizer.count(text))
  if (shorter.progress?.text === view.progress.text) return
  tx.change(showGoals(session, shorter))
  await commitCut(tx, ports, { kind: 'emergency', reason: 'goal progress was shortened' }, null, before)
}
