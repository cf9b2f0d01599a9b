/** Advises what to do after a drift check. [Q3] */
import type { MessageState } from '../message.js'
import type { DriftVerdict } from './verdict.js'

/** `recover`: what the step needs left the context, so read it back. `realign`: it is still there, so return to it. */
export const DRIFT_ACTIONS = ['continue', 'recover', 'realign'] as const
export type DriftAction = (typeof DRIFT_ACTIONS)[number]

export interface DriftAdvice {
  action: DriftAction
  recommendation: string
}

const RECOMMENDATIONS: Record<DriftAction, string> = {
  continue: 'Continue: the step serves the intent of the session.',
  recover:
    'Recover context: what the step should follow is no longer in the context. Read the excerpts and their messages ' +
    'back, or call `POST …/realign`, which adds the intent and the excerpts at the end of the context.',
  realign:
    'Realign: the context still has the intent, but the step left it. Call `POST …/realign` to repeat it at the end of ' +
    'the context, or change the active goal if the task has changed.',
}

/** @param excerpts the sentences found for the recovery */
export function driftAdvice(verdict: DriftVerdict, excerpts: readonly { where: MessageState }[]): DriftAdvice {
  const isOut = excerpts.some(({ where }) => where === 'covered' || where === 'evicted')
  const action = verdict === 'ALIGNED' ? 'continue' : isOut ? 'recover' : 'realign'
  return { action, recommendation: RECOMMENDATIONS[action] }
}
