import { take, type Context, type PalimpsestClient } from '@palimpsest/client'
import { sourcesText } from '../context/rows.js'
import type { Entry } from '../strip/cells.js'
import { checkpointsOf } from './checkpoints.js'
import { readContextNow } from './moment.js'
import type { Checkpoint } from './session.js'

/** The context that the model gets, with the sources of the words that it quotes from earlier. */

export interface ContextWithSources {
  context: Context
  /** By the message that the words answer: `message 214`. */
  recalled: ReadonlyMap<number, string>
  /** The checkpoints of an earlier moment; null: those of the session now. */
  checkpoints: ReadonlyMap<string, Checkpoint> | null
  /** The moment that was read; null: now. */
  at: number | null
}

/** Blocks of recalled words whose sources are read. A context rarely has more than a few. */
const RECALLS_MAX = 50

/** @param at the message that was the newest; null: now */
export async function readRows(
  client: PalimpsestClient,
  { sessionId, at }: { sessionId: string; at: number | null },
  signal: AbortSignal,
): Promise<ContextWithSources> {
  const context =
    at === null
      ? await readContextNow(client, sessionId, signal)
      : await client.context(sessionId, { at, explain: true }, { signal })
  const entries = (context.entries ?? []) as Entry[]
  const checkpoints = at === null ? null : await checkpointsOf({ client, sessionId }, entries, signal)
  const seqs = entries.flatMap(({ kind, seq }) => (kind === 'recall' ? [seq!] : []))
  const recalled = new Map<number, string>()
  const readSources = async (seq: number) => {
    const params = { path: { sessionId }, query: { seq, limit: 1 } }
    const { recalls } = await take(client.api.GET('/v1/sessions/{sessionId}/recalls', { params, signal }))
    if (recalls[0]) recalled.set(seq, sourcesText(recalls[0].excerpts, sessionId))
  }
  await Promise.all(seqs.slice(-RECALLS_MAX).map(readSources))
  return { context, recalled, checkpoints, at }
}

export const COPY_FORMATS = { openai: 'OpenAI', anthropic: 'Anthropic', ollama: 'Ollama' } as const
export type CopyFormat = keyof typeof COPY_FORMATS

/** Members of a context that a model server does not take. */
const OURS: ReadonlySet<string> = new Set([
  'format',
  'tokens',
  'limit',
  'version',
  'contextStatus',
  'entries',
  'reserve',
])

/** Returns a context as the body of a request to a model server, as JSON. Reads it as an earlier one, so that nothing changes.
 * @param at the message that was the newest */
export async function requestText(
  client: PalimpsestClient,
  sessionId: string,
  { at, format }: { at: number; format: CopyFormat },
): Promise<string> {
  const context = await client.context(sessionId, { at, format })
  return JSON.stringify(Object.fromEntries(Object.entries(context).filter(([name]) => !OURS.has(name))), null, 2)
}
