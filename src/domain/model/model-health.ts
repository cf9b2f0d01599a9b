import { CLOSED, type Breaker } from './breaker.js'
import type { Calibration } from '../session/calibration.js'
import { NO_RECORD, type ModelRecord } from './model-record.js'

/** What is known of a model server, or of one model on it; kept in the store, so a restart changes nothing. [V6] [V8] */
export interface ModelHealth {
  /** Host and port, without credentials: it stands in events. */
  server: string
  /** null: the server itself. */
  model: string | null
  breaker: Breaker
  record: ModelRecord
  /** null: it has read nothing of ours yet. */
  calibration: Calibration | null
}

export function newModelHealth(server: string, model: string | null): ModelHealth {
  return { server, model, breaker: CLOSED, record: NO_RECORD, calibration: null }
}

/** Something that keeps a model from writing summaries. */
export type HealthIssue = Pick<ModelHealth, 'model' | 'server'> &
  ({ kind: 'unavailable'; until: string; fault: string } | { kind: 'unfit'; nextTrialAt: string })

export function healthIssuesIn({ server, model, breaker, record }: ModelHealth): HealthIssue[] {
  const found: HealthIssue[] = []
  if (breaker.state !== 'closed')
    found.push({ server, model, kind: 'unavailable', until: breaker.until, fault: breaker.fault })
  if (record.unfit) found.push({ server, model, kind: 'unfit', nextTrialAt: record.unfit.nextTrialAt })
  return found
}

/** The trouble as a person reads it in `degraded`. */
export function healthIssueText(issue: HealthIssue, model: string): string {
  const { server, kind } = issue
  if (kind === 'unfit')
    return `model-unfit: ${model} keeps failing the check of its summaries, so lines are copied; ${UNFIT_ADVICE}`
  const what = issue.model === null ? `the model server ${server} is away` : `${server} has no model ${model}`
  return `model-unavailable: ${what} (${issue.fault}); lines are copied until it is asked again at ${issue.until}`
}

export const UNFIT_ADVICE = 'a larger SUMMARY_MODEL would help'
