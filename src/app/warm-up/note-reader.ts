import type { Role } from '../../domain/message.js'
import type { Session } from '../../domain/session/session.js'
import type { PromptReader } from '../../domain/session/prompt-reader.js'
import { isNewsOf, noteReader } from '../../domain/warm-up/warm-up.js'
import type { Ports } from '../../ports/ports.js'

/** Remembers who reads the context of a session whose policy asks for warm-ups. Writes only if something is new, and never
 * makes a read fail. @param session as it was read */
export async function noteContextReader(
  ports: Pick<Ports, 'store' | 'log'>,
  session: Session,
  format: PromptReader['format'],
): Promise<void> {
  const reader = { format, isDoor: false, members: '{}' }
  // What reads the session of a door besides the door only looks at it.
  if (session.reader?.isDoor || !isNewsOf(session, reader)) return
  try {
    await ports.store.change(session.id, session.appId, (tx) => {
      // A cut since then is in no prompt yet.
      if (tx.session.version === session.version) tx.change(noteReader(tx.session, reader))
      return Promise.resolve()
    })
  } catch (error) {
    ports.log.warn({ sessionId: session.id, err: error }, 'the reader of a context was not noted')
  }
}

/** Wakes a worker when the model has answered a session whose prompt a worker changed meanwhile. Call it after the commit of
 * an append. @param newest role of the newest message */
export async function wakeForWarmUp(
  { queue }: Pick<Ports, 'queue'>,
  { id, lastSeq, coldPrompt }: Session,
  newest: Role | undefined,
): Promise<void> {
  if (coldPrompt === undefined || newest !== 'assistant') return
  await queue.enqueue({ name: 'compression', sessionId: id, subjectId: `warm-up-${lastSeq}` })
}
