/** Replaces one part by its placeholder. Returns the reduction as a value; the caller stores it. */
import type { Part } from '../message.js'
import type { Medium } from '../originals/reading.js'
import type { Measures } from '../originals/slices.js'
import type { Reduction } from '../context/reduction.js'
import type { Candidate } from './candidates.js'
import type { CondensedView } from './condense/view.js'
import { condenseText, maskText, offloadText, truncatedArguments } from './placeholders.js'

/** A part and its original as it is read back. */
export interface ReadPart extends Measures {
  part: Part
  content: string
  media: readonly Medium[]
}

/** Kind of reduction to apply to a part. */
export type Treatment = { kind: 'offload' | 'mask' | 'truncate-input' } | { kind: 'condense'; view: CondensedView }

/** Maximum share of its tokens that a condensed result may take. With less gain, the full result is more useful.
 * [D2] */
const MAX_CONDENSED_SHARE = 0.8

/** Returns the reduction of one part; null if it would not be smaller, or for a condensed result, not clearly smaller.
 * @param made handle of the new reduction, and the cut it belongs to (null: made on append)
 * @param count returns the tokens of a text */
export function reducePart(
  treatment: Treatment,
  candidate: Candidate,
  read: ReadPart,
  made: { id: string; cutId: string | null },
  count: (text: string) => number,
): Reduction | null {
  const { seq, part, toolName, tokens: tokensBefore } = candidate
  const overhead = candidate.overhead + (treatment.kind === 'truncate-input' ? count(toolName) : 0)
  const cost = (text: string) => count(text) + overhead
  const placeholder = placeholderText(treatment, candidate, read, made.id, cost)
  const tokensAfter = cost(placeholder)
  const { kind } = treatment
  if (tokensAfter >= tokensBefore || (kind === 'condense' && tokensAfter > tokensBefore * MAX_CONDENSED_SHARE))
    return null
  const resultKind = kind === 'condense' ? { resultKind: treatment.view.kind } : {}
  const original = { size: read.size, sha256: read.sha256 }
  return {
    id: made.id,
    seq,
    part,
    kind,
    ...resultKind,
    toolName,
    placeholder,
    tokensBefore,
    tokensAfter,
    cutId: made.cutId,
    original,
  }
}

function placeholderText(
  treatment: Treatment,
  { toolName, originalTokens, confirmed }: Candidate,
  read: ReadPart,
  id: string,
  cost: (text: string) => number,
): string {
  const offloaded = { id, toolName, tokens: originalTokens, confirmed }
  switch (treatment.kind) {
    case 'mask':
      return maskText(offloaded)
    case 'offload':
      return offloadText(offloaded, read, cost)
    case 'condense':
      return condenseText(offloaded, read, treatment.view, cost)
    case 'truncate-input':
      return truncatedArguments(offloaded, read.part.type === 'tool_call' ? read.part.args : {})
  }
}
