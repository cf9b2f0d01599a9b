import type { Checkpoint } from '../checkpoint/checkpoint.js'
import type { ViewEntry } from '../message.js'

/** Throws if a message that a live checkpoint replaces is also among the messages of a context. History enters a prompt
 * only through the records of a context, so this can only be a bug; a request then fails rather than send it. [P2] [R1] */
export function requireHistoryStaysOut(
  entries: readonly Pick<ViewEntry, 'seq'>[],
  checkpoints: readonly Pick<Checkpoint, 'id' | 'covered'>[],
): void {
  const ranges = checkpoints
    .flatMap(({ id, covered }) => covered.map(({ from, to }) => ({ id, from, to })))
    .sort((a, b) => a.from - b.from)
  let next = 0
  let before = 0
  for (const { seq } of entries) {
    if (seq <= before) throw new Error(`Message ${seq} follows message ${before} in a context.`)
    before = seq
    while (next < ranges.length && ranges[next]!.to < seq) next += 1
    const range = ranges[next]
    if (range && range.from <= seq)
      throw new Error(`Message ${seq} is in a context although checkpoint ${range.id} replaces it.`)
  }
}
