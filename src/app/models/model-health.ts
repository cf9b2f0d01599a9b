import { troubleText } from '../../domain/model/model-health.js'
import type { Session } from '../../domain/session/session.js'
import type { Ports } from '../ports/ports.js'

/** What keeps the model that writes a session's summaries from doing so, in words for `degraded`; empty when nothing does. Never waits for a
 * model, and hardly ever for the store. [B5] [V6] [V8] */
export async function modelTroubles(
  { store, settings }: Pick<Ports, 'store' | 'settings'>,
  session: Pick<Session, 'model'>,
): Promise<string[]> {
  const model = settings.summaryModel ?? session.model
  // What was done is done; a reply does not fail because its last remark cannot be read.
  const troubles = await store.troubles(settings.modelServer).catch(() => [])
  return troubles.filter((trouble) => trouble.model === null || trouble.model === model).map((trouble) => troubleText(trouble, model))
}
