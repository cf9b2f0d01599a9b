import { CLOSED, type Breaker, type ModelFault } from './breaker.js'
import { CONTENT_KINDS, type ContentKind } from './help.js'
import { NO_RECORD, type ModelRecord } from './model-record.js'

/** Health of a model server, or of one model on it for one app. Stored, so that it survives a restart. [V6] [V8] */
export interface ModelHealth {
  /** Host and port, without credentials, because events contain it. */
  server: string
  /** null: the server itself. */
  model: string | null
  breaker: Breaker
  record: ModelRecord
}

/** What a health belongs to: the server itself, or one model as one app uses it. An app's names and prompts must not affect
 * other apps. [P11] */
export type HealthSubject = { model: null } | { model: string; appId: string }

export function newModelHealth(server: string, model: string | null): ModelHealth {
  return { server, model, breaker: CLOSED, record: NO_RECORD }
}

/** Condition that keeps a model from writing summaries. */
export type HealthIssue = Pick<ModelHealth, 'model' | 'server'> &
  (
    | { kind: 'unavailable'; until: string; fault: ModelFault }
    | { kind: 'unfit'; nextTrialAt: string }
    | { kind: 'no-help'; content: ContentKind; nextTrialAt: string }
  )

/** Returns what keeps the model from writing now; empty if it may. */
export function healthIssuesIn({ server, model, breaker, record }: ModelHealth): HealthIssue[] {
  const found: HealthIssue[] = []
  if (breaker.state !== 'closed')
    found.push({ server, model, kind: 'unavailable', until: breaker.until, fault: breaker.fault })
  if (record.unfit) found.push({ server, model, kind: 'unfit', nextTrialAt: record.unfit.nextTrialAt })
  for (const content of CONTENT_KINDS) {
    const nextTrialAt = record.help?.[content]?.nextTrialAt ?? null
    if (nextTrialAt !== null) found.push({ server, model, kind: 'no-help', content, nextTrialAt })
  }
  return found
}

/** Returns the text of the issue for `degraded`. */
export function healthIssueText(issue: HealthIssue, model: string): string {
  const { server, kind } = issue
  if (kind === 'unfit')
    return `model-unfit: summaries by ${model} repeatedly fail verification; checkpoints copy lines instead; ${UNFIT_ADVICE}`
  if (kind === 'no-help')
    return `model-no-help: what ${model} writes about ${CONTENT_TEXT[issue.content]} says less than the words that it replaces, or what they do not say; they are copied instead; ${UNFIT_ADVICE}`
  const subject = issue.model === null ? `the model server ${server}` : `${model} on ${server}`
  return `model-unavailable: ${subject} ${FAULT_TEXT[issue.fault]}; checkpoints copy lines until the next try at ${issue.until}`
}

const CONTENT_TEXT: Record<ContentKind, string> = { chat: 'conversations without tools', work: 'work with tools' }

export const FAULT_TEXT: Record<ModelFault, string> = {
  unavailable: 'does not answer',
  timeout: 'did not answer in time',
  'no-such-model': 'does not exist',
  unauthorized: 'refuses the key',
  'rate-limited': 'limits the rate of calls',
}

/** Returns the text for `degraded` while the app may not use a model. */
export function quotaIssueText(waitSeconds: number): string {
  const minutes = Math.max(1, Math.ceil(waitSeconds / 60))
  return `quota-exceeded: the app has used its model seconds of this hour; checkpoints copy lines for ${minutes} more min`
}

export const UNFIT_ADVICE = 'use a larger SUMMARY_MODEL'
