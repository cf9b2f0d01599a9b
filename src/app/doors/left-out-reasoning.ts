import { hasReasoning, type Resent } from '../../domain/doors/plan.js'
import { reductionsBySeq, type Reduction } from '../../domain/context/reduction.js'
import type { Format, ViewEntry } from '../../domain/message.js'
import { pauseWhenDue } from '../../ports/pause.js'
import type { SessionRecords } from '../../ports/ports.js'

/** Many clients send back the words and calls of an answer, and leave out its reasoning. The model does not read it again: it counts nothing, and is
 * not sent with messages that the client leaves out whole, either. Else their form would change when the client sends them no more. [D7] [P12] [T2] */

export interface LeftOutReasoning {
  /** Base tokens of reasoning that is in the context and is not sent. */
  tokens: number
  /** Reductions to write messages with. */
  reductions: readonly Reduction[]
}

type Records = Pick<SessionRecords, 'entries' | 'reductions'>

/** Whether a message in the context has reasoning. */
export function showsReasoning({ entries }: Records): boolean {
  return entries.some(({ shape }) => shape.some(isReasoning))
}

/** @param resent elements of the request that were stored as a message, by `seq` */
export async function leftOutReasoning(
  format: Format,
  { entries, reductions }: Records,
  resent: ReadonlyMap<number, readonly Resent[]>,
): Promise<LeftOutReasoning> {
  const bySeq = reductionsBySeq(reductions)
  const sentBack = new Set<number>()
  const leftOut: ViewEntry[] = []
  const unsent: ViewEntry[] = []
  for (const entry of entries) {
    if (!entry.shape.some(isReasoning)) continue
    const own = resent.get(entry.seq) ?? []
    if (own.length === 0) unsent.push(entry)
    else if (own.some(({ raw }) => hasReasoning(format, raw))) sentBack.add(entry.seq)
    else leftOut.push(entry)
    await pauseWhenDue()
  }
  // A client that sends none back says nothing about what its model reads.
  const isLeft = leftOut.length > 0 && sentBack.size === 0
  const removed = (isLeft ? unsent : []).flatMap((entry) => removals(entry, bySeq.get(entry.seq) ?? []))
  const others = leftOut.flatMap((entry) => removals(entry, bySeq.get(entry.seq) ?? []))
  const asSent = new Set(leftOut.map(({ seq }) => seq).filter((seq) => bySeq.get(seq)?.every(isDropped)))
  return {
    tokens: [...removed, ...others].reduce((sum, { tokensBefore }) => sum + tokensBefore, 0),
    // Without the reasoning that left, the message is as the client sends it.
    reductions: [...reductions.filter(({ seq }) => !asSent.has(seq)), ...removed],
  }
}

function removals({ seq, shape }: ViewEntry, already: readonly Reduction[]): Reduction[] {
  return shape.flatMap((part, index): Reduction[] => {
    if (!isReasoning(part) || already.some((one) => one.part === index)) return []
    const tokens = { tokensBefore: part.tokens, tokensAfter: 0 }
    return [{ id: '', seq, part: index, kind: 'reasoning', toolName: '', placeholder: null, ...tokens, cutId: null }]
  })
}

function isReasoning({ kind }: ViewEntry['shape'][number]): boolean {
  return kind === 'reasoning'
}

function isDropped({ kind }: Reduction): boolean {
  return kind === 'reasoning'
}
