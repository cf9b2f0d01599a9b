import { LIMIT_SHARE } from '../../domain/session/budget.js'
import type { Session } from '../../domain/session/session.js'
import type { ModelWindows, Ports } from '../../ports/ports.js'

/** Window of a SUMMARY_MODEL that no session uses. Large enough for spans of useful size; the memory it costs a 7B model
 * is about 1 GB. */
const SUMMARY_WINDOW_TOKENS = 16_000

/** Returns the window that every call loads a model with, in model tokens: for contexts and for summaries. [S1]
 * A local server such as Ollama loads a model again whenever the value changes, which takes seconds and loses the prompt
 * cache. Sessions of different sizes share one loaded model, so the largest window among its sessions of the last day
 * decides, over all apps, because they share the server. It changes only when a larger session opens, or the largest
 * rests for a day.
 * @param windowTokens the model's real window, the upper bound; default: as known without asking the server */
export async function loadedWindowOf(
  { store, model: server }: Pick<Ports, 'store'> & { model: Pick<ModelWindows, 'windowAtHand'> },
  model: string,
  session: Pick<Session, 'model' | 'limit' | 'window'>,
  windowTokens: number | null = knownWindow(server.windowAtHand(model)?.tokens, model, session),
): Promise<number> {
  const own = model === session.model ? session.limit : 0
  const largest = Math.max(own, await store.largestLimit(model))
  // The limit is 85% of the window, rounded down. Recomputed for every session, so that equal limits give equal values.
  const fromSessions = Math.ceil((largest * 100) / (LIMIT_SHARE * 100))
  const wanted = fromSessions > 0 ? fromSessions : SUMMARY_WINDOW_TOKENS
  return Math.min(wanted, windowTokens ?? Infinity)
}

function knownWindow(
  atHand: number | undefined,
  model: string,
  session: Pick<Session, 'model' | 'window'>,
): number | null {
  const stored = model === session.model && session.window !== 'unverified' ? session.window : null
  return atHand ?? stored
}
