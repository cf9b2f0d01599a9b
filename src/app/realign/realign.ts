import { invalidRequest } from '../../domain/errors.js'
import { realignText } from '../../domain/drift/realign-text.js'
import { placeFor } from '../quotas/place-for.js'
import type { Compression } from '../../domain/compression/compression.js'
import type { ContextStatus } from '../../domain/session/status.js'
import { enqueueCompression } from '../compression/enqueue.js'
import { readIntent } from '../drift/read-intent.js'
import { recoverExcerpts } from '../drift/recover-excerpts.js'
import { appendMeasured } from '../history/append-messages.js'
import { acceptMessages } from '../ingest/accept-messages.js'
import { statusOf } from '../models/model-health.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { once, type Idempotency } from '../shared/once.js'
import { readSession } from '../shared/read-session.js'
import type { VersionTag } from '../shared/require-version.js'

export interface Realigned {
  /** Number of the message that was added. */
  seq: number
  text: string
  /** Messages of the excerpts. */
  excerpts: number[]
  contextStatus: ContextStatus
}

/** Adds a message with the intent of the session and the closest sentences of its history at the end of the context.
 * It counts as text of a program, so a later compression may cover it. [Q3]
 * Throws session_not_found, version_mismatch, message_exceeds_window, idempotency_conflict. Throws invalid_request if there is no intent yet. */
export async function realign(
  ports: Ports,
  input: SessionAddress & { ifMatch?: VersionTag; idempotency?: Idempotency },
): Promise<Realigned> {
  const session = await readSession(ports, input)
  const intent = await readIntent(ports, session)
  if (intent.text === '')
    throw invalidRequest(
      ...(['sessionId', 'a session with a goal or a human message', 'neither'] as const),
      'The session has no intent: no goal and no message of a person.',
    )
  const found = await recoverExcerpts(ports, session, [intent.text])
  const excerpts = found.filter(({ excerpt }) => !intent.text.includes(excerpt))
  const text = realignText(intent, excerpts)
  const message = { role: 'user', origin: 'app', parts: [{ type: 'text', text }] }
  const given = { format: 'native' as const, raw: [JSON.stringify(message)], values: [message] }
  const { measured } = await acceptMessages(ports, given)
  const { idempotency, ...at } = input
  const { refusal, end } = await ports.quotas.reserve(input.appId, placeFor(given.raw))
  end(true)
  const { realigned, pending, changed } = await ports.store.change(input.sessionId, input.appId, async (tx) => {
    let pending: Compression | null = null
    const realigned = await once(tx, { idempotency, what: 'realign' }, async () => {
      const appended = await appendMeasured(tx, ports, { ...at, ...given, refusal }, measured)
      pending = appended.pending
      return { seq: appended.messages[0]!.seq, text, excerpts: excerpts.map(({ seq }) => seq) }
    })
    return { realigned, pending: pending as Compression | null, changed: tx.session }
  })
  if (pending) await enqueueCompression(ports, pending)
  return { ...realigned, contextStatus: await statusOf(ports, changed) }
}
