import type { Cut } from '../../domain/context/cut.js'
import { planReturn } from '../../domain/eviction/plan-return.js'
import { pluralize } from '../../domain/number-format.js'
import { toRanges } from '../../domain/ranges.js'
import type { SessionTx } from '../../ports/ports.js'

/** Brings back what left under pressure, as far as it fits after a cut. Call after the recount. Returns the ranges
 * for the record of the cut and the words for its reason; null if nothing comes back. [R4] [P12] */
export async function returnPressed(
  tx: SessionTx,
  cut: Pick<Cut, 'id' | 'kind'>,
  tokensBefore: number,
): Promise<{ returned: Cut['returned']; reason: string } | null> {
  const { session } = tx
  const records = { entries: await tx.entries(), reductions: await tx.reductions() }
  const { seqs, reductions } = planReturn(session, records, { kind: cut.kind, tokensBefore })
  if (seqs.length + reductions.length === 0) return null
  const readmitted = await tx.readmit(seqs, reductions, cut.id)
  tx.change({
    pressedOut: session.pressedOut?.filter(({ seq }) => !seqs.includes(seq)),
    evictedCount: session.evictedCount - readmitted.length,
  })
  const texts = reductions.filter(({ kind }) => kind === 'offload-text')
  const results = reductions.length - texts.length
  const words = [
    ...(readmitted.length > 0 ? [`${pluralize(readmitted.length, 'message')} of the user returned`] : []),
    ...(texts.length > 0 ? [`${pluralize(texts.length, 'offloaded text')} returned`] : []),
    ...(results > 0 ? [`${pluralize(results, 'offloaded tool result')} returned`] : []),
  ]
  return { returned: toRanges(readmitted), reason: words.join(', ') }
}
