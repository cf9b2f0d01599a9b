import type { Checkpoint } from '../checkpoint/checkpoint.js'
import type { Quality } from './session.js'

/** Returns the inputs of the reliability score. Each live checkpoint is weighted by the tokens it replaces. [Q1] */
export function qualityOf(parameters: Quality['parameters'], checkpoints: readonly Checkpoint[]): Quality {
  const total = checkpoints.reduce((sum, { originalTokens }) => sum + originalTokens, 0)
  if (total === 0) return { parameters, verification: 1, extractiveShare: 0 }
  const weighted = checkpoints.reduce(
    (sum, { verification, originalTokens }) => sum + verification.score * originalTokens,
    0,
  )
  const extractive = checkpoints
    .filter(({ summarizer }) => summarizer.kind === 'extractive')
    .reduce((sum, { originalTokens }) => sum + originalTokens, 0)
  return { parameters, verification: weighted / total, extractiveShare: extractive / total }
}
