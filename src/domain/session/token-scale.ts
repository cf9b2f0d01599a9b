/** Relates the model's own tokens to base tokens (o200k), in which every count is stored. [T2] */
import { roundedShare } from '../number-format.js'
import { encodingOf } from '../model/encodings.js'
import { recodedScale, type RecodedTexts } from './recoded-texts.js'
import { errorOf, isTrusted, type Calibration } from '../model/calibration.js'

/** Source of the ratio, worst first. */
export const TOKEN_BASES = ['estimated', 'family', 'measured', 'exact'] as const
export type TokenBasis = (typeof TOKEN_BASES)[number]

export interface TokenScale {
  /** Model tokens per base token. */
  readonly ratio: number
  /** Possible error of the ratio, as a share. What must fit is counted with ratio × (1 + margin). */
  readonly margin: number
  readonly basis: TokenBasis
}

/** Scale of a model that is counted in base tokens. */
export const EXACT_SCALE: TokenScale = { ratio: 1, margin: 0, basis: 'exact' }
/** Scale of a model of which nothing is known. */
export const UNKNOWN_SCALE: TokenScale = { ratio: 1, margin: 0.15, basis: 'estimated' }
const FAMILY_MARGIN = 0.05
/** A session keeps its ratio until another differs by more than this share. */
const ADOPT_FROM = 0.03

/**
 * Worst ratio on English, code, JSON and Chinese, measured with each family's own tokenizer (research of 2026, seven
 * families, four kinds of text). The first entry that is a prefix of the model's name or its family applies.
 * Models fine-tuned from a family have its tokenizer. SmolLM2: from real chats of the 135M model.
 */
const FAMILY_RATIOS: readonly (readonly [string, number])[] = [
  ['llama3', 1.02],
  ['llama2', 1.62],
  ['codellama', 1.62],
  ['tinyllama', 1.62],
  ['phi3', 1.62],
  ['qwen', 1.06],
  ['qwq', 1.06],
  ['gemma', 1.21],
  ['mistral-nemo', 1.2],
  ['mistral-small', 1.2],
  ['mistral', 1.36],
  ['mixtral', 1.36],
  ['deepseek', 1.06],
  ['smollm', 1.34],
]

/** What is known about a model's tokenizer. */
export interface ScaleSources {
  model: string
  /** Family as the model server names it; null if unknown. */
  family: string | null
  /** From prompts of this session; preferred, because its content is the best sample. */
  session: Calibration | null
  /** From prompts of the app's other sessions with this model. */
  app: Calibration | null
  /** This session's texts in the model's own encoding; null if not counted. */
  recoded: RecodedTexts | null
}

/** Returns the best scale that the sources give: exact, measured, by family, or estimated. */
export function scaleOf({ model, family, session, app, recoded }: ScaleSources): TokenScale {
  const encoding = encodingOf(model)
  if (encoding === 'o200k_base') return EXACT_SCALE
  if (encoding !== null) {
    const { ratio, margin } = recodedScale(recoded)
    return { ratio: roundedShare(ratio), margin: roundedShare(margin), basis: 'exact' }
  }
  const measured = [session, app].find(isTrusted)
  if (measured)
    return { ratio: roundedShare(measured.ratio), margin: roundedShare(errorOf(measured)), basis: 'measured' }
  const ratio = familyRatio(model, family)
  return ratio === null ? UNKNOWN_SCALE : { ratio, margin: FAMILY_MARGIN, basis: 'family' }
}

function familyRatio(model: string, family: string | null): number | null {
  const names = [model.split('/').at(-1), family].flatMap((name) =>
    name ? [name.toLowerCase().replace(/[-_.](?=\d)/g, '')] : [],
  )
  for (const name of names) {
    const found = FAMILY_RATIOS.find(([prefix]) => name.startsWith(prefix))
    if (found) return found[1]
  }
  return null
}

/** Returns the scale that the session uses from now on. A ratio that moved little is kept, so that figures and cuts do
 * not follow every report. A worse basis never replaces a better one: the model server may be unavailable just now. */
export function nextScale(now: TokenScale, found: TokenScale): TokenScale {
  if (TOKEN_BASES.indexOf(found.basis) < TOKEN_BASES.indexOf(now.basis)) return now
  if (Math.abs(found.ratio / now.ratio - 1) > ADOPT_FROM) return found
  // The old ratio may be below the new one. What must fit uses the upper bound of the new one.
  const margin = Math.max(0, roundedShare((found.ratio * (1 + found.margin)) / now.ratio - 1))
  return { ...found, ratio: now.ratio, margin: Math.max(found.margin, margin) }
}
