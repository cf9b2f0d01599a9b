import { isRecord } from '../json/json.js'
import { PRESET_POLICIES, type Policy, type Preset } from './policy.js'

/** Policy settings an app may override, each optional. null turns off a rule that can be off. `condense.kinds` replaces
 * the tool names of each kind listed; other kinds keep theirs. [10.3] */
export type PolicyOverrides = { [K in keyof Policy]?: Override<Policy[K]> }

/** Rules of earlier versions that stored policies and exports may still name. */
const RETIRED: ReadonlySet<string> = new Set(['userMessages'])

/** Returns stored policy settings without the rules that no longer exist. */
export function withoutRetired<T extends object>(policy: T): T {
  return Object.fromEntries(Object.entries(policy).filter(([rule]) => !RETIRED.has(rule))) as T
}

type Override<T> = T extends null | number | string | readonly unknown[]
  ? T
  : { [K in keyof T]?: T[K] extends object ? Override<T[K]> : T[K] }

/** Returns the preset with the overrides applied value by value. */
export function policyOf(preset: Preset, overrides: PolicyOverrides = {}): Policy {
  return applyOverrides(PRESET_POLICIES[preset], overrides)
}

/** Returns `base` with the overrides applied. Values not overridden are kept. A rule that was off and is turned on
 * takes its other values from the default preset. */
export function applyOverrides(base: Policy, overrides: PolicyOverrides): Policy {
  return merged(base, overrides, PRESET_POLICIES.checkpointed) as Policy
}

/** Returns `base` with the values of `override`, member by member. Lists and plain values are replaced as a whole. */
function merged(base: unknown, override: unknown, fallback: unknown): unknown {
  if (override === undefined) return base
  if (!isRecord(override)) return override
  const under = isRecord(base) ? base : fallback
  if (!isRecord(under)) return under
  const rest = isRecord(fallback) ? fallback : {}
  const changed = Object.entries(override).map(([key, value]) => [key, merged(under[key], value, rest[key])])
  return { ...under, ...Object.fromEntries(changed) }
}
