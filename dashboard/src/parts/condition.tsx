import type { SessionSummary } from '@palimpsest/client'
import { conditionOf } from '../context/condition.js'
import { formatShare } from './format.js'

type Status = SessionSummary['contextStatus']

/** The state of a session in words. Red only for what a person must act on. */
export function ConditionText({ status }: { status: Status }) {
  const { text, tone, detail } = conditionOf(status)
  return (
    <span class={`condition ${tone}`} title={detail}>
      {text}
    </span>
  )
}

/** Returns how much of the exact facts the checkpoints keep, as a share; empty before the first compression. */
export function factsKept({ reliability: { factsKept: share } }: Status): string {
  return share === null || share === undefined ? '' : formatShare(share)
}
