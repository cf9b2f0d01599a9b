import { usedTokens } from '../../domain/session/budget.js'
import { minGainTokens } from '../../domain/compression/compression-plan.js'
import { noteTokens, shortenedView } from '../../domain/goal/view.js'
import { recordCut } from '../cut/commit-cut.js'
import type { Ports, SessionTx } from '../ports/ports.js'
import { setGoals } from '../cut/record-goals.js'
import { refreshGoals } from '../cut/refresh-goals.js'

type Needs = Pick<Ports, 'ids' | 'tokenizer'>

/** Notes that weigh as much as the smallest gain of a cut are worth one. [P12] */
export async function foldHeavyNotes(tx: SessionTx, ports: Needs): Promise<void> {
  if (noteTokens(tx.session.goals) > minGainTokens(tx.session)) await foldGoals(tx, ports, 'goals')
}

/** A cut of its own: the notes of changed goals go into their blocks. */
export async function foldGoals(tx: SessionTx, ports: Needs, kind: 'goals' | 'emergency'): Promise<void> {
  const before = usedTokens(tx.session.tallies)
  if (!(await refreshGoals(tx, ports, kind, before))) return
  await recordCut(tx, ports, { kind, reason: 'changed goals went into their block' }, null, before)
}

/** The progress of the goal within fewer tokens, when nothing else can shrink; the goal and the locks stay. [P3] */
export async function shortenProgress(tx: SessionTx, ports: Needs, target: number): Promise<void> {
  const { session } = tx
  const before = usedTokens(session.tallies)
  const view = session.goals
  if (!view?.progress || before <= target) return
  const roomTokens = Math.max(0, view.progress.tokens + target - before)
  const shorter = shortenedView(view, await tx.goals(), roomTokens, (text) => ports.tokenizer.count(text))
  if (shorter.progress?.text === view.progress.text) return
  setGoals(session, shorter)
  await recordCut(tx, ports, { kind: 'emergency', reason: 'the progress of the goal was shortened' }, null, before)
}
