import type { Checkpoint } from '../../domain/compression/checkpoint.js'
import type { Cut } from '../../domain/context/cut.js'
import type { SeqRange } from '../../domain/message.js'
import type { Reduction } from '../../domain/context/reduction.js'
import type { Ports } from '../ports/ports.js'

/** Checkpoints read for a difference, those of the newest messages first; and stand-ins, in so many pages of that size. */
const RECORDS_READ = 1_000
const PAGES_READ = 20

/** One recorded cut, and what it did to older messages. */
export interface Change extends Pick<Cut, 'version' | 'kind' | 'reason' | 'tokensBefore' | 'tokensAfter' | 'evicted'> {
  /** Checkpoints that came in, with the messages they stand for and the checkpoints they took the place of. */
  checkpoints: { id: string; level: Checkpoint['level']; covered: SeqRange[]; supersedes: string[] }[]
  /** Parts of messages that were put away. */
  parts: { seq: number; part: number; kind: string; id: string }[]
}

/** What became of older messages since a version of the context: every cut after it, oldest first. Between two cuts only messages were added. */
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

/** A new checkpoint names its cut's compression and is generation 0; an aged one was made in the wake of it. */
function madeBy(checkpoint: Checkpoint, cut: Cut): boolean {
  if (cut.checkpointId !== null) return checkpoint.id === cut.checkpointId
  return (
    cut.kind === 'aging' &&
    cut.compressionId !== null &&
    checkpoint.compressionId === cut.compressionId &&
    checkpoint.generation > 0
  )
}
