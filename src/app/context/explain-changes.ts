import type { Checkpoint } from '../../domain/checkpoint/checkpoint.js'
import type { Cut } from '../../domain/context/cut.js'
import type { SeqRange } from '../../domain/message.js'
import type { Reduction } from '../../domain/context/reduction.js'
import type { Ports } from '../../ports/ports.js'

/** Records per read: checkpoints in one read, newest first, and reductions in up to PAGES_READ pages. */
const RECORDS_READ = 1_000
const PAGES_READ = 20

/** One recorded cut and its changes to older messages. */
export interface Change extends Pick<
  Cut,
  'version' | 'kind' | 'reason' | 'tokensBefore' | 'tokensAfter' | 'evicted' | 'returned'
> {
  /** New checkpoints, with the messages they cover and the checkpoints they replace. */
  checkpoints: { id: string; level: Checkpoint['level']; covered: SeqRange[]; supersedes: string[] }[]
  /** Reduced parts of messages. */
  parts: { seq: number; part: number; kind: string; id: string }[]
}

/** Returns every cut after a version of the context, oldest first. Between two cuts messages were only added. */
export async function changesSince(
  { store }: Pick<Ports, 'store'>,
  sessionId: string,
  version: number,
): Promise<Change[]> {
  const cuts = (await store.cuts(sessionId)).filter((cut) => cut.version > version)
  if (cuts.length === 0) return []
  const checkpoints = await store.checkpoints(sessionId, { limit: RECORDS_READ, superseded: true })
  const reductions = await reductionsOf(store, sessionId)
  return cuts.map((cut) => ({
    version: cut.version,
    kind: cut.kind,
    reason: cut.reason,
    tokensBefore: cut.tokensBefore,
    tokensAfter: cut.tokensAfter,
    evicted: cut.evicted,
    ...(cut.returned && { returned: cut.returned }),
    checkpoints: checkpoints
      .filter((checkpoint) => madeBy(checkpoint, cut))
      .map(({ id, level, covered, supersedes }) => ({ id, level, covered, supersedes })),
    parts: reductions
      .filter(({ cutId }) => cutId === cut.id)
      .map(({ seq, part, kind, id }) => ({ seq, part, kind, id })),
  }))
}

async function reductionsOf(store: Ports['store'], sessionId: string): Promise<Reduction[]> {
  const found: Reduction[] = []
  for (let page = 0; page < PAGES_READ; page++) {
    const after = found.at(-1)?.id
    const more = await store.reductions(sessionId, { limit: RECORDS_READ, ...(after === undefined ? {} : { after }) })
    found.push(...more)
    if (more.length < RECORDS_READ) break
  }
  return found
}

/** Whether the cut created the checkpoint. An aging cut does not name its checkpoints. They share its compression and
 * have a generation above 0. */
function madeBy(checkpoint: Checkpoint, cut: Cut): boolean {
  if (cut.checkpointId !== null) return checkpoint.id === cut.checkpointId
  return (
    cut.kind === 'aging' &&
    cut.compressionId !== null &&
    checkpoint.compressionId === cut.compressionId &&
    checkpoint.generation > 0
  )
}
