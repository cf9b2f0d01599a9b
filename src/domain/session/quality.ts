import type { Checkpoint } from '../compression/checkpoint.js'
import type { Quality } from './session.js'

/** What the reliability score is made of, from the live checkpoints: each weighs as much as the tokens it stands for. [Q1] */
export function qualityOf(parameters: Quality['parameters'], checkpoints: readonly Checkpoint[]): Quality {
  const total = checkpoints.reduce((sum, { originalTokens }) => sum + originalTokens, 0)
  if (total === 0) return { parameters, verification: 1, extractiveShare: 0 }
  const weighted = checkpoints.reduce(
    (sum, { verification, originalTokens }) => sum + verification.score * originalTokens,
    0,
  )
  const copied = checkpoints
    .filter(({ summarizer }) => summarizer.kind === 'extractive')
    .reduce((sum, { originalTokens }) => sum + originalTokens, 0)
  return { parameters, verification: weighted / total, extractiveShare: copied / total }
}
