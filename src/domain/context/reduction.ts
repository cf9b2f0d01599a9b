import type { Measures } from '../originals/slices.js'
import type { ResultKind } from '../reductions/condense/kinds.js'

export { partKey } from './part-key.js'

/** Kinds of reductions. Each has its entry in `reductions/registry.ts`; a pass applies their rules in this order. */
export const REDUCTION_KINDS = [
  'condense',
  'offload',
  'reasoning',
  'watermark',
  'mask',
  'truncate-input',
  'offload-text',
  'excerpt',
  'covered',
] as const
export type ReductionKind = (typeof REDUCTION_KINDS)[number]

/** A recorded change to one part of a message. The original stays in history. [D1]–[D7] */
export interface Reduction {
  /** `off_…`; also the handle that reads the original back. */
  id: string
  seq: number
  /** Index into the message's parts. */
  part: number
  kind: ReductionKind
  /** Kind of tool result that was condensed; only with `condense`. */
  resultKind?: ResultKind
  toolName: string
  /** Text in the context in place of the part; null: the part is removed. */
  placeholder: string | null
  /** Tokens of the part before this reduction (original or already condensed) and after it. Both include the part
   * overhead. */
  tokensBefore: number
  tokensAfter: number
  /** Cut that made the reduction; null if it was made on append, when nothing earlier changed. */
  cutId: string | null
  /** Only in a record that a part came back into the context: the reduction that no longer applies. Its handle stays
   * valid. [R4] */
  returns?: string
  /** Only in a record of a restore: the reduction of this part that applies again. [R2] */
  applies?: string
  /** Size and hash of the original as it is read back. Recorded with the placeholder, while the content is loaded, so
   * that listing reductions reads no messages. Absent if there is no placeholder, and in rows of older versions. */
  original?: Measures
}

/** Groups reductions by `seq` of the message, in the order they were made. */
export function reductionsBySeq(reductions: readonly Reduction[]): Map<number, Reduction[]> {
  const found = new Map<number, Reduction[]>()
  for (const reduction of reductions) {
    const already = found.get(reduction.seq)
    if (already) already.push(reduction)
    else found.set(reduction.seq, [reduction])
  }
  return found
}

/** Returns the reductions that apply: without those whose part came back, unless a restore applied them again, and
 * without the records of that.
 * @param records as stored, in the order they were made */
export function inForce(records: readonly Reduction[]): Reduction[] {
  const returned = new Set<string>()
  for (const { returns, applies } of records) {
    if (returns !== undefined) returned.add(returns)
    if (applies !== undefined) returned.delete(applies)
  }
  return records.filter((one) => !one.returns && !one.applies && !returned.has(one.id))
}
