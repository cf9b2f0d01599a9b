import type { ConversationName } from '../../app/doors/conversation.js'
import { filledScope, OWN_SCOPE } from '../../domain/recall/scope.js'
import type { DoorsContext } from '../door.js'

/** Returns the name with the scope of the person who uses the client, if the request names none and the default policy of the app has a
 * scope by user: `{"recall": {"scope": "user:{user}"}}`. [M9] */
export async function inUserScope(
  { ports }: Pick<DoorsContext, 'ports'>,
  appId: string,
  name: ConversationName,
): Promise<ConversationName> {
  const { user } = name
  if (user === null || name.scope !== null || name.sessionId !== null) return name
  const wanted = await defaultScope(ports, appId)
  const scope = wanted === undefined ? OWN_SCOPE : filledScope(wanted, JSON.stringify({ user }))
  return scope === OWN_SCOPE || scope === wanted ? name : { ...name, scope }
}

/** A request must not fail for it: without the store, it passes. */
async function defaultScope({ store, log }: DoorsContext['ports'], appId: string): Promise<string | undefined> {
  try {
    return (await store.appSettings(appId))?.policy?.recall?.scope
  } catch (error) {
    log.warn({ err: error, appId }, 'the default scope of an app was not read')
    return undefined
  }
}
