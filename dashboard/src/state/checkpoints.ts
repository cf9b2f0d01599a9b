import { take } from '@palimpsest/client'
import type { Entry } from '../strip/cells.js'
import type { Checkpoint, SessionProps } from './session.js'

/** Checkpoints that are not in the context any more: a session may have thousands, so each is read when it is shown. */

/** Checkpoints that were read. Their lines never change. */
const known = new Map<string, Checkpoint>()
const KNOWN_MAX = 500
/** Checkpoints read at the same time. */
const READS = 6

/** Reads checkpoints by their ids, in their order. */
export async function readCheckpointsById(
  { client, sessionId }: SessionProps,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Checkpoint[]> {
  const missing = ids.filter((id) => !known.has(id))
  for (let from = 0; from < missing.length; from += READS) {
    const group = missing.slice(from, from + READS)
    const read = await Promise.all(
      group.map((checkpointId) => {
        const params = { path: { sessionId, checkpointId } }
        return take(client.api.GET('/v1/sessions/{sessionId}/checkpoints/{checkpointId}', { params, signal }))
      }),
    )
    for (const { contextStatus: _, ...checkpoint } of read) known.set(checkpoint.id, checkpoint)
  }
  const found = ids.map((id) => known.get(id)!)
  for (const id of known.keys()) if (known.size > KNOWN_MAX) known.delete(id)
  return found
}

/** Reads the checkpoints of the context of an earlier moment. */
export async function checkpointsOf(
  session: SessionProps,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Checkpoint>> {
  const ids = entries.flatMap(({ checkpointId }) => checkpointId ?? [])
  const read = await readCheckpointsById(session, ids, signal)
  return new Map(read.map((one) => [one.id, one]))
}
