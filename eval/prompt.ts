import { readContext } from '../src/app/context/read-context.js'
import type { Format, Json } from '../src/domain/message.js'
import type { Session } from '../src/domain/session/session.js'
import type { EvalService } from './eval-service.js'

/** Returns what a model would be sent, as one text: tools, system text, and every string of the messages. */
export async function promptOf(
  { ports }: EvalService,
  sessionId: string,
  format: Format,
): Promise<{ session: Session; text: string }> {
  const body: { system?: Json; messages: Json[] } = JSON.parse(
    (await readContext(ports, { appId: null, sessionId, format })).body,
  )
  // After reading the context, because the read shrinks a context that does not fit.
  const session = await ports.store.session(sessionId, null)
  if (!session) throw new Error(`session ${sessionId} was deleted`)
  const texts: string[] = []
  for (const value of [session.tools ?? '', body.system ?? '', ...body.messages]) stringsIn(value, texts)
  return { session, text: texts.join('\n') }
}

/** Collects every string of a JSON value, unescaped, in order. */
function stringsIn(value: Json, found: string[]): void {
  if (typeof value === 'string') found.push(value)
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) stringsIn(inner, found)
}

/** Returns the number of characters at the start that two texts share. */
export function commonPrefix(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
