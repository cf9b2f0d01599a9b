/** Rules for old tool results and for long arguments of old calls. [D3] [D5] */
import { pluralize } from '../number-format.js'
import { isDebug } from '../session/policy.js'
import { confirmedInputs, keptGroupsFrom, maskCandidates } from './candidates.js'
import type { CutRule } from './entry.js'
import { toolMatcher } from './condense/tool-names.js'

/** Tool groups whose arguments stay if the policy masks no results. The default of `mask.keepGroups`. */
const DEFAULT_KEPT_GROUPS = 3

export const maskRule: CutRule = {
  above: (policy) => (isDebug(policy) ? Infinity : (policy.mask?.above ?? Infinity)),
  roles: ['tool'],
  candidates: ({ session, entries, placeholders }) =>
    maskCandidates(session, entries, placeholders, session.policy.mask?.keepGroups ?? 0),
  reason: (parts) => `${pluralize(parts, 'old tool result')} masked`,
}

export const truncateRule: CutRule = {
  above: (policy) => (isDebug(policy) ? Infinity : (policy.truncateInputs?.above ?? Infinity)),
  roles: ['assistant', 'tool'],
  candidates: ({ session, entries, placeholders }) => {
    const { mask, truncateInputs } = session.policy
    // Arguments in tool groups that masking would keep do not count as old.
    const beforeSeq = keptGroupsFrom(entries, mask?.keepGroups ?? DEFAULT_KEPT_GROUPS)
    return confirmedInputs(entries, placeholders, toolMatcher(truncateInputs?.tools ?? []), beforeSeq)
  },
  reason: (parts) => `arguments of ${pluralize(parts, 'old call')} truncated`,
}
