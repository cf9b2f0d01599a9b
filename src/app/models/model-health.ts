import { healthIssueText, quotaIssueText } from '../../domain/model/model-health.js'
import type { Session } from '../../domain/session/session.js'
import { contextStatus, type ContextStatus } from '../../domain/session/status.js'
import type { Ports } from '../../ports/ports.js'

/** Returns why the model cannot write summaries for a session now, as texts for `degraded`; empty if it can.
 * Never waits for a model, and rarely for the store. [B5] [V6] [V8] */
export async function modelHealthIssues(
  { store, settings, quotas }: Pick<Ports, 'store' | 'settings' | 'quotas'>,
  session: Pick<Session, 'model' | 'appId'>,
): Promise<string[]> {
  const model = settings.summaryModel ?? session.model
  // The request itself is already done. It must not fail because the health issues cannot be read.
  const issues = await store.issues(settings.modelServer, session.appId).catch(() => [])
  const waitSeconds = await quotas.modelWaitSeconds(session.appId)
  return [
    ...issues
      .filter((issue) => issue.model === null || issue.model === model)
      .map((issue) => healthIssueText(issue, model)),
    ...(waitSeconds === null ? [] : [quotaIssueText(waitSeconds)]),
  ]
}

/** Returns the status of a session's context, with the conditions of its model. [B5] */
export async function statusOf(
  ports: Pick<Ports, 'store' | 'settings' | 'quotas'>,
  session: Session,
): Promise<ContextStatus> {
  return contextStatus(session, await modelHealthIssues(ports, session))
}
