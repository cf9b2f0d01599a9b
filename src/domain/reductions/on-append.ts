/** What becomes of tool results the moment they come: condensed as their kind of tool wants it, else offloaded when they are too large.
 * Nothing earlier changes, so the prefix stays. Decisions over values: whoever asks for them writes them down, or only shows them.
 * [D1] [D2] [D6] */
import { scaleFor } from '../session/budget.js'
import type { Part, ViewEntry } from '../message.js'
import type { Policy } from '../session/policy.js'
import type { Reduction } from '../context/reduction.js'
import { resultCandidates, type Candidate } from './candidates.js'
import { condense } from './condense/condense.js'
import { kindsByName, type ResultKind } from './condense/kinds.js'
import { reducePart, type ReadPart } from './reduce-part.js'

export interface AppendRules {
  policy: Pick<Policy, 'condense' | 'offload' | 'humanTools'>
  limit: number
}

/** A result that may get a stand-in, if its content allows it. */
export interface AppendedResult extends Candidate {
  /** Kinds of result to read it as, best first; none: it is not condensed. */
  kinds: readonly ResultKind[]
}

/** Results worth reading: large ones, and those of tools whose results are condensed. Errors, pinned messages, the user's own words in
 * results, and what is read back are none of them. */
export function resultsToRead(
  rules: AppendRules,
  appended: readonly Pick<ViewEntry, 'seq' | 'pinned' | 'shape'>[],
): AppendedResult[] {
  const { condense: rule } = rules.policy
  const scale = scaleFor(rules.limit)
  const kindsOf = rule && rule.verbosity !== 'debug' ? kindsByName(rule.kinds) : () => []
  return resultCandidates(rules, appended, new Map())
    .map((candidate) => ({
      ...candidate,
      kinds: candidate.tokens < (rule?.minTokens ?? 0) * scale ? [] : kindsOf(candidate.toolName),
    }))
    .filter(({ tokens, kinds }) => kinds.length > 0 || tokens > offloadAbove(rules))
}

/** The stand-in for one of them; null: it stays as it is.
 * @param id its handle: what the original is read back by
 * @param count tokens of a text */
export function reduceResult(
  rules: AppendRules,
  result: AppendedResult,
  read: ReadPart,
  id: string,
  count: (text: string) => number,
): Reduction | null {
  const made = { id, cutId: null }
  const view = viewOf(rules, result, read)
  const condensed = view && reducePart({ kind: 'condense', view }, result, read, made, count)
  if ((condensed?.tokensAfter ?? result.tokens) <= offloadAbove(rules)) return condensed
  return reducePart({ kind: 'offload' }, result, read, made, count) ?? condensed
}

function viewOf({ policy, limit }: AppendRules, { tokens, kinds }: AppendedResult, { part, content }: ReadPart) {
  const { condense: rule } = policy
  if (!rule || !isText(part)) return null
  return condense(
    { text: content, tokens, kinds },
    { ...rule, structuredTokens: rule.structuredTokens * scaleFor(limit) },
    limit,
  )
}

/** Tokens over which a result is offloaded. [D1] */
function offloadAbove({ policy: { offload }, limit }: AppendRules): number {
  return offload ? Math.min(offload.tokens * scaleFor(limit), offload.share * limit) : Infinity
}

/** A result with pictures in it says more than its text. */
function isText(part: Part): boolean {
  return (
    part.type === 'tool_result' &&
    (typeof part.content === 'string' || part.content.every(({ type }) => type === 'text'))
  )
}
