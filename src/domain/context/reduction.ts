import type { Measures } from '../originals/slices.js'
import type { ResultKind } from '../reductions/condense/kinds.js'

/** A deterministic stand-in for one part of a message; the original stays in history. [D1]–[D6] */
export const REDUCTION_KINDS = [
  'offload', // big tool result → reference with its first lines [D1]
  'condense', // tool result → what its kind of tool says matters [D2]
  'mask', // old tool result → one line [D5]
  'truncate-input', // arguments of an old call → reference [D3]
  'watermark', // call or result from before a task boundary: the part leaves, the words stay [D4]
  'covered', // result inside a human message whose call left the context: the part leaves with it, the words stay
] as const
export type ReductionKind = (typeof REDUCTION_KINDS)[number]

export interface Reduction {
  /** `off_…`; also the handle that reads the original back. */
  id: string
  seq: number
  /** Index into the message's parts. */
  part: number
  kind: ReductionKind
  /** What kind of tool result was condensed; only with `condense`. */
  resultKind?: ResultKind
  toolName: string
  /** What stands in the context instead; null: nothing, the part is left out. */
  placeholder: string | null
  /** Tokens of the part as it stood before (as it came, or condensed) · as it stands now, part overhead included in both. */
  tokensBefore: number
  tokensAfter: number
  /** The recorded cut that made it; null when it was made on arrival (nothing earlier changed). */
  cutId: string | null
  /** Of the original as it is read back. Noted when the stand-in is made, from content that has to be there anyway: a list of stand-ins then
   * reads no message. Absent where nothing stands for the part, and in rows of older versions. */
  original?: Measures
}

/** Names one part of one message. */
export function partKey(seq: number, part: number): string {
  return `${seq}/${part}`
}

/** In the order they were made, by message. */
export function reductionsBySeq(reductions: readonly Reduction[]): Map<number, Reduction[]> {
  const found = new Map<number, Reduction[]>()
  for (const reduction of reductions) {
    const already = found.get(reduction.seq)
    if (already) already.push(reduction)
    else found.set(reduction.seq, [reduction])
  }
  return found
}
