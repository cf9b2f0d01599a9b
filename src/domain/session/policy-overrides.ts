import { PRESET_POLICIES, type Policy, type Preset } from './policy.js'

/** Policy settings an app may override, each optional. null turns off a rule that can be off. [10.3] */
export interface PolicyOverrides {
  offload?: Partial<NonNullable<Policy['offload']>> | null
  condense?: CondenseOverrides | null
  mask?: Partial<NonNullable<Policy['mask']>> | null
  truncateInputs?: Partial<NonNullable<Policy['truncateInputs']>> | null
  watermark?: Partial<NonNullable<Policy['watermark']>> | null
  humanTools?: string[]
  summarize?: Partial<NonNullable<Policy['summarize']>> | null
  tail?: Partial<Policy['tail']>
  minGain?: Partial<Policy['minGain']>
  checkpoints?: Partial<Policy['checkpoints']>
  userMessages?: Policy['userMessages']
  makeRoom?: Policy['makeRoom']
  overflow?: Policy['overflow']
  reliability?: Partial<Policy['reliability']>
}

type Condense = NonNullable<Policy['condense']>
/** Replaces the tool names of each kind listed; other kinds keep theirs. */
type CondenseOverrides = Partial<Omit<Condense, 'kinds'>> & { kinds?: Partial<Condense['kinds']> }

/** Returns the preset with the overrides applied value by value. */
export function policyOf(preset: Preset, overrides: PolicyOverrides = {}): Policy {
  return applyOverrides(PRESET_POLICIES[preset], overrides)
}

/** Returns `base` with the overrides applied. Values not overridden are kept. A rule that was off and is turned on
 * takes its other values from the default preset. */
export function applyOverrides(base: Policy, overrides: PolicyOverrides): Policy {
  const fallback = PRESET_POLICIES.checkpointed
  return {
    offload: mergeRule(base.offload, overrides.offload, fallback.offload),
    condense: mergeCondense(base.condense, overrides.condense),
    mask: mergeRule(base.mask, overrides.mask, fallback.mask),
    truncateInputs: mergeRule(base.truncateInputs, overrides.truncateInputs, fallback.truncateInputs),
    watermark: mergeRule(base.watermark, overrides.watermark, fallback.watermark),
    humanTools: overrides.humanTools ?? base.humanTools,
    summarize: mergeRule(base.summarize, overrides.summarize, fallback.summarize),
    tail: { ...base.tail, ...overrides.tail },
    minGain: { ...base.minGain, ...overrides.minGain },
    checkpoints: { ...base.checkpoints, ...overrides.checkpoints },
    userMessages: overrides.userMessages ?? base.userMessages,
    makeRoom: overrides.makeRoom ?? base.makeRoom,
    overflow: overrides.overflow ?? base.overflow,
    reliability: { ...base.reliability, ...overrides.reliability },
  }
}

function mergeCondense(base: Policy['condense'], override: CondenseOverrides | null | undefined): Policy['condense'] {
  if (!override) return override === undefined ? base : null
  const under = base ?? PRESET_POLICIES.checkpointed.condense
  return under && { ...under, ...override, kinds: { ...under.kinds, ...override.kinds } }
}

function mergeRule<T extends object>(
  base: T | null,
  override: Partial<T> | null | undefined,
  fallback: T | null,
): T | null {
  if (override === undefined) return base
  const under = base ?? fallback
  return override === null || under === null ? null : { ...under, ...override }
}
