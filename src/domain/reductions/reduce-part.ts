/** Replaces one part by its placeholder. Returns the reduction as a value; the caller stores it. */
import type { Part } from '../message.js'
import type { Medium } from '../originals/reading.js'
import type { Measures } from '../originals/slices.js'
import type { Reduction, ReductionKind } from '../context/reduction.js'
import type { Candidate } from './candidates.js'
import type { CondensedView } from './condense/view.js'
import { reductionEntry, type CutReductionKind } from './registry.js'

/** A part and its original as it is read back. */
export interface ReadPart extends Measures {
  part: Part
  content: string
  media: readonly Medium[]
}

/** Kind of reduction to apply to a part. */
export type Treatment = { kind: CutReductionKind } | { kind: 'condense'; view: CondensedView }

/** Handle of a new reduction, and the cut it belongs to (null: made on append). */
export interface Made {
  id: string
  cutId: string | null
}

/** A new placeholder. */
export interface MadePlaceholder extends Made {
  /** Name of the tool with which the model can read offloads; null: it has none. */
  reader: string | null
}

/** Maximum share of its tokens that a condensed result may take. With less gain, the full result is more useful.
 * [D2] */
const MAX_CONDENSED_SHARE = 0.8

/** Returns the reduction that removes a part from the context. The rest of its message stays. */
export function removePart(
  kind: ReductionKind,
  { seq, part, toolName, tokens }: Pick<Candidate, 'seq' | 'part' | 'toolName' | 'tokens'>,
  { id, cutId }: Made,
): Reduction {
  return { id, seq, part, kind, toolName, placeholder: null, tokensBefore: tokens, tokensAfter: 0, cutId }
}

/** Returns the reduction of one part; null if it would not be smaller, or for a condensed result, not clearly smaller.
 * @param count returns the tokens of a text */
export function reducePart(
  treatment: Treatment,
  candidate: Candidate,
  read: ReadPart,
  made: MadePlaceholder,
  count: (text: string) => number,
): Reduction | null {
  const { seq, part, toolName, tokens: tokensBefore } = candidate
  const overhead = candidate.overhead + (treatment.kind === 'truncate-input' ? count(toolName) : 0)
  const cost = (text: string) => count(text) + overhead
  const write = reductionEntry(treatment.kind).placeholder
  if (write === null) return removePart(treatment.kind, candidate, made)
  const placeholder = write(
    {
      offloaded: {
        id: made.id,
        toolName,
        tokens: candidate.originalTokens,
        failure: candidate.failure,
        passed: candidate.passed,
        confirmed: candidate.confirmed,
        maxTokens: candidate.maxTokens,
        reader: made.reader,
      },
      original: read,
      args: read.part.type === 'tool_call' ? read.part.args : {},
      view: treatment.kind === 'condense' ? treatment.view : null,
    },
    cost,
  )
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
