import { healthIssueText } from '../../domain/model/model-health.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../ports/ports.js'

/** What keeps the model that writes a session's summaries from doing so, in words for `degraded`; empty when nothing does. Never waits for a
 * model, and hardly ever for the store. [B5] [V6] [V8] */
export async function modelHealthIssues(
  { store, settings }: Pick<Ports, 'store' | 'settings'>,
  session: Pick<Session, 'model'>,
): Promise<string[]> {
  const model = settings.summaryModel ?? session.model
  // What was done is done; a reply does not fail because its last remark cannot be read.
  const issues = await store.issues(settings.modelServer).catch(() => [])
  return issues
    .filter((issue) => issue.model === null || issue.model === model)
    .map((issue) => healthIssueText(issue, model))
}
