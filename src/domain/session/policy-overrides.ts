import { PRESET_POLICIES, type Policy, type Preset } from './policy.js'

/** What an app may say about its session's policy: any part of it; null switches off what can be off. [10.3] */
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
/** A kind that is named gets other names; the others keep theirs. */
type CondenseOverrides = Partial<Omit<Condense, 'kinds'>> & { kinds?: Partial<Condense['kinds']> }

/** The preset with the overrides laid over it, number by number. */
export function policyOf(preset: Preset, overrides: PolicyOverrides = {}): Policy {
  return applyOverrides(PRESET_POLICIES[preset], overrides)
}

/** Numbers nobody named stay as they were; what was off and is switched on takes the default preset's figures for the rest. */
export function applyOverrides(base: Policy, overrides: PolicyOverrides): Policy {
  const fallback = PRESET_POLICIES.checkpointed
  return {
    offload: laidOver(base.offload, overrides.offload, fallback.offload),
    condense: condenseOver(base.condense, overrides.condense),
    mask: laidOver(base.mask, overrides.mask, fallback.mask),
    truncateInputs: laidOver(base.truncateInputs, overrides.truncateInputs, fallback.truncateInputs),
    watermark: laidOver(base.watermark, overrides.watermark, fallback.watermark),
    humanTools: overrides.humanTools ?? base.humanTools,
    summarize: laidOver(base.summarize, overrides.summarize, fallback.summarize),
    tail: { ...base.tail, ...overrides.tail },
    minGain: { ...base.minGain, ...overrides.minGain },
    checkpoints: { ...base.checkpoints, ...overrides.checkpoints },
    userMessages: overrides.userMessages ?? base.userMessages,
    makeRoom: overrides.makeRoom ?? base.makeRoom,
    overflow: overrides.overflow ?? base.overflow,
    reliability: { ...base.reliability, ...overrides.reliability },
  }
}

function condenseOver(base: Policy['condense'], override: CondenseOverrides | null | undefined): Policy['condense'] {
  if (!override) return override === undefined ? base : null
  const under = base ?? PRESET_POLICIES.checkpointed.condense
  return under && { ...under, ...override, kinds: { ...under.kinds, ...override.kinds } }
}

function laidOver<T extends object>(
  base: T | null,
  override: Partial<T> | null | undefined,
  fallback: T | null,
): T | null {
  if (override === undefined) return base
  const under = base ?? fallback
  return override === null || under === null ? null : { ...under, ...override }
}
