/** Reduces tool results on append: condensed by kind of tool, else offloaded if too large. Nothing earlier changes, so
 * the prefix of the context stays the same. Returns values only; the caller stores or displays them. [D1] [D2] [D6] */
import { baseLimit, policyScale } from '../session/model-tokens.js'
import type { Session } from '../session/session.js'
import type { Part, ViewEntry } from '../message.js'
import { isDebug, type Policy } from '../session/policy.js'
import type { Reduction } from '../context/reduction.js'
import { resultCandidates, type Candidate } from './candidates.js'
import { condense } from './condense/condense.js'
import { kindsByName, type ResultKind } from './condense/kinds.js'
import { reducePart, type MadePlaceholder, type ReadPart } from './reduce-part.js'

export interface AppendRules extends Pick<Session, 'limit' | 'scale'> {
  policy: Pick<Policy, 'condense' | 'offload' | 'humanTools'>
}

/** A result that may be reduced, depending on its content. */
export interface AppendedResult extends Candidate {
  /** Kinds of result to try, best first; empty: the result is not condensed. */
  kinds: readonly ResultKind[]
}

/** Returns the results whose content is needed: large ones, and those of tools whose results are condensed. Excludes
 * errors, pinned messages, the user's own words in results, and content read back. */
export function resultsToRead(
  rules: AppendRules,
  appended: readonly Pick<ViewEntry, 'seq' | 'pinned' | 'shape'>[],
): AppendedResult[] {
  const candidates = resultCandidates(rules, appended, new Map())
  // Most appends have no result, and every name pattern of the policy costs time.
  if (candidates.length === 0) return []
  const { condense: rule } = rules.policy
  const scale = policyScale(rules)
  const kindsOf = rule && !isDebug(rules.policy) ? kindsByName(rule.kinds) : () => []
  return candidates
    .map((candidate) => ({
      ...candidate,
      kinds: candidate.tokens < (rule?.minTokens ?? 0) * scale ? [] : kindsOf(candidate.toolName),
    }))
    .filter(({ tokens, kinds }) => kinds.length > 0 || tokens > offloadAbove(rules))
}

/** Returns the reduction of one result; null if it stays unchanged.
 * @param made handle that reads the original back, and the tool that does it
 * @param count returns the tokens of a text */
export function reduceResult(
  rules: AppendRules,
  result: AppendedResult,
  read: ReadPart,
  made: Pick<MadePlaceholder, 'id' | 'reader'>,
  count: (text: string) => number,
): Reduction | null {
  const placeholder = { ...made, cutId: null }
  const view = viewOf(rules, result, read)
  const condensed = view && reducePart({ kind: 'condense', view }, result, read, placeholder, count)
  if ((condensed?.tokensAfter ?? result.tokens) <= offloadAbove(rules)) return condensed
  return reducePart({ kind: 'offload' }, result, read, placeholder, count) ?? condensed
}

function viewOf(rules: AppendRules, { tokens, kinds }: AppendedResult, { part, content }: ReadPart) {
  const { condense: rule } = rules.policy
  if (!rule || !isText(part)) return null
  return condense(
    { text: content, tokens, kinds },
    { ...rule, structuredTokens: rule.structuredTokens * policyScale(rules) },
    baseLimit(rules),
  )
}

/** Returns the base tokens above which a result is offloaded. [D1] */
export function offloadAbove(
  rules: Pick<Session, 'limit' | 'scale'> & { policy: Pick<Policy, 'offload' | 'condense'> },
): number {
  const { offload } = rules.policy
  if (isDebug(rules.policy)) return Infinity
  return offload ? Math.min(offload.tokens * policyScale(rules), offload.share * baseLimit(rules)) : Infinity
}

/** Whether the result consists of text only. A result with images cannot be condensed from its text. */
function isText(part: Part): boolean {
  return (
    part.type === 'tool_result' &&
    (typeof part.content === 'string' || part.content.every(({ type }) => type === 'text'))
  )
}
