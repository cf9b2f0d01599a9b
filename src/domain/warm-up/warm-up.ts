/** When a model server may evaluate a changed prompt before the user speaks. [P12] */
import { messageFormat } from '../formats/index.js'
import type { Role } from '../message.js'
import type { Session, SessionChange } from '../session/session.js'
import type { ColdPrompt, PromptReader } from '../session/prompt-reader.js'

/** Longest JSON text of the members that a session keeps. A reader with more is not remembered. */
export const MAX_READER_CHARS = 4_000
/** A server unloads an unused model after about this time, and a user who has been silent this long is not waiting. */
export const WARM_WITHIN_MS = 300_000

/** Why a changed prompt is not evaluated early.
 * - `off`: the policy no longer asks for it.
 * - `no-reader`: nothing has read the context yet, or its reader asked for more than is kept.
 * - `format`: it was read in a format that the call cannot be written in.
 * - `late`: the time for it has passed.
 * - `new-message`: a message other than an answer arrived, so the model reads the prompt anyway.
 * - `too-large`: the next reader gets a smaller context.
 * - `quota`: the app has used its time of the model. */
export type WarmUpSkip = 'off' | 'no-reader' | 'format' | 'late' | 'new-message' | 'too-large' | 'quota'

/** Returns why the prompt of a session is not evaluated early, as far as the session shows; null: nothing speaks
 * against it. */
export function skipOf({ policy, reader, coldPrompt }: Session, now: Date): WarmUpSkip | null {
  if (!policy.warmUp || !coldPrompt) return 'off'
  if (!reader) return 'no-reader'
  // Only a server whose requests choose how the model is loaded is asked.
  if (!messageFormat(reader.format).extraMembers) return 'format'
  return now.getTime() - Date.parse(coldPrompt.since) > WARM_WITHIN_MS ? 'late' : null
}

/** Whether the model has to answer next, or a message of another role came after the cut. `answer-pending`: the model is
 * probably busy with this conversation.
 * @param entries messages of the context, ascending */
export function turnOf(
  entries: readonly { seq: number; role: Role }[],
  { seq }: ColdPrompt,
): 'idle' | 'answer-pending' | 'new-message' {
  if (entries.some((entry) => entry.seq > seq && entry.role !== 'assistant')) return 'new-message'
  return entries.at(-1)?.role === 'assistant' ? 'idle' : 'answer-pending'
}

/** Returns the note that a worker changed the prompt; none if the policy asks for no warm-ups. */
export function noteColdPrompt({ policy, lastSeq }: Session, now: Date): SessionChange {
  return policy.warmUp ? { coldPrompt: { seq: lastSeq, since: now.toISOString() } } : {}
}

/** Whether a reader changes what the session knows of its readers. */
export function isNewsOf({ policy, reader: known, coldPrompt }: Session, reader: PromptReader | null): boolean {
  if (!policy.warmUp) return known !== undefined || coldPrompt !== undefined
  if (coldPrompt !== undefined || (known === undefined) !== (reader === null)) return true
  return (
    known !== undefined &&
    (known.format !== reader?.format || known.isDoor !== reader.isDoor || known.members !== reader.members)
  )
}

/** Returns the note of a reader. It sends the prompt to the model itself, so nothing is left to evaluate early. */
export function noteReader({ policy }: Session, reader: PromptReader | null): SessionChange {
  const isKept = reader !== null && policy.warmUp && reader.members.length <= MAX_READER_CHARS
  return { coldPrompt: undefined, reader: isKept ? reader : undefined }
}
