/** Removes the reasoning of closed turns, which are before the latest human message. Reasoning is byte-identical or
 * removed: nothing replaces it. [D7] */
import { partKey } from '../context/part-key.js'
import { pluralize } from '../number-format.js'
import { isDebug, type Policy } from '../session/policy.js'
import type { Candidate } from './candidates.js'
import type { CutContext, CutRule, Reach } from './entry.js'

/** Share of what the fixed part leaves of the limit above which reasoning alone may cause a cut: the share at which results are masked by default. */
const ABOVE_SHARE = 0.5

export const reasoningRule: CutRule = {
  above: (policy) => (isDropped(policy) ? ABOVE_SHARE : Infinity),
  roles: ['assistant'],
  candidates: reasoningParts,
  reason: (parts) => `${pluralize(parts, 'reasoning part')} dropped`,
  withEveryCut: {
    isForced: (policy) => policy.reasoning === 'drop' && isDropped(policy),
    part: 'reasoning',
  },
}

/** Returns the reasoning that leaves. A cut takes closed turns only; a context that does not fit also loses the
 * reasoning of the open turn. */
function reasoningParts({ session, entries, placeholders }: CutContext, reach: Reach): Candidate[] {
  if (reach !== 'refusal' && !isDropped(session.policy)) return []
  const found: Candidate[] = []
  for (const { seq, role, pinned, turn, shape } of entries) {
    if (role !== 'assistant' || pinned || (reach === 'cut' && turn >= session.turn)) continue
    for (const [part, { kind, tokens }] of shape.entries()) {
      if (kind !== 'reasoning' || placeholders.has(partKey(seq, part))) continue
      found.push({ seq, part, toolName: '', tokens, originalTokens: tokens, overhead: 0 })
    }
  }
  return found
}

function isDropped(policy: Policy): boolean {
  return policy.reasoning !== 'keep' && !isDebug(policy)
}
