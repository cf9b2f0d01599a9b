import type { NewEvent } from '../../domain/event.js'
import { UNFIT_ADVICE, type ModelHealth } from '../../domain/model/model-health.js'

/** Returns an event when a model becomes unfit or fit again, otherwise nothing. */
export function fitnessEvents(before: ModelHealth, after: ModelHealth): NewEvent[] {
  const { server, model, record } = after
  if (!before.record.unfit === !record.unfit) return []
  if (!record.unfit)
    return [{ type: 'model-available', data: { server, model, wasUnfitSince: before.record.unfit?.since ?? null } }]
  const { reason, nextTrialAt } = record.unfit
  return [
    {
      type: 'model-unfit',
      data: { server, model, reason, refusedInARow: record.refusedInARow, nextTrialAt, advice: UNFIT_ADVICE },
    },
  ]
}
