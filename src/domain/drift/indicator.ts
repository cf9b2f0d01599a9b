/** One of the four things that drift shows in. [Q3] */
export const INDICATORS = ['intent-match', 'trajectory', 'clarification', 'completion'] as const
export type IndicatorName = (typeof INDICATORS)[number]

export interface Indicator {
  name: IndicatorName
  /** 1: as one of the session's own steps · 0: as if it had never read the session. */
  score: number
  /** Share in the verdict; 0: it says nothing here, and `reason` says why. */
  weight: number
  reason: string
}

/** What the session is for. */
export interface Intent {
  source: 'goal' | 'first-human-message' | 'none'
  text: string
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
