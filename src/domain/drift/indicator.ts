/** The four indicators of drift. [Q3] */
export const INDICATORS = ['intent-match', 'trajectory', 'clarification', 'completion'] as const
export type IndicatorName = (typeof INDICATORS)[number]

export interface Indicator {
  name: IndicatorName
  /** From 0 (as if the step were made without the session) to 1 (like the session's own steps). */
  score: number
  /** Weight in the verdict. 0 if the indicator does not apply; `reason` explains why. */
  weight: number
  reason: string
}

/** The purpose of the session. */
export interface Intent {
  source: 'goal' | 'first-human-message' | 'none'
  text: string
}
