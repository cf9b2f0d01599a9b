import { readContext } from '../src/app/context/read-context.js'
import type { Format, Json } from '../src/domain/message.js'
import type { Session } from '../src/domain/session/session.js'
import type { EvalRoom } from './eval-room.js'

/** What a model would be sent, as one text: its tools, its system text, and every string of its messages. */
export async function promptOf(
  { ports }: EvalRoom,
  sessionId: string,
  format: Format,
): Promise<{ session: Session; text: string }> {
  const body: { system?: Json; messages: Json[] } = JSON.parse(
    (await readContext(ports, { appId: null, sessionId, format })).body,
  )
  // Read after the context: what did not fit has been shrunk by then.
  const session = await ports.store.session(sessionId, null)
  if (!session) throw new Error(`session ${sessionId} is gone`)
  const texts: string[] = []
  for (const value of [session.tools ?? '', body.system ?? '', ...body.messages]) stringsIn(value, texts)
  return { session, text: texts.join('\n') }
}

/** Every string of a JSON value, unescaped, in order. */
function stringsIn(value: Json, found: string[]): void {
  if (typeof value === 'string') found.push(value)
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) stringsIn(inner, found)
}

/** Characters that two texts begin with alike. */
export function commonPrefix(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
