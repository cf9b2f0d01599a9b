/** Refuses policies with which no compression could ever do its work. [10.3] [PATCH] */
import { DomainError, type Fault } from '../errors.js'
import { scaleFor } from './budget.js'
import type { Policy } from './policy.js'

/** Share of the limit that the raw tail, one checkpoint, or the minimum gain may take at most. With more, nothing would
 * be left to compress when the trigger is reached. */
const MAX_SHARE = 0.5

/** Throws invalid_request with every number that contradicts the limit or another number.
 * @param limit tokens of the session; policy figures apply at 13,600 and scale down with it [S5] */
export function requireSensiblePolicy(policy: Policy, limit: number): void {
  const faults = [...tooLarge(policy, limit), ...outOfOrder(policy)]
  const [first] = faults
  if (!first) return
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : ''
  const detail = `${first.path}: expected ${first.expected}, received ${first.received}${more}.`
  throw new DomainError('invalid_request', detail, {}, faults)
}

function tooLarge({ tail, checkpoints, minGain }: Policy, limit: number): Fault[] {
  const most = Math.floor((MAX_SHARE * limit) / scaleFor(limit))
  const figures: [string, number | null][] = [
    ['policy.tail.tokens', tail.tokens],
    ['policy.checkpoints.detailed', checkpoints.detailed],
    ['policy.checkpoints.running', checkpoints.running],
    ['policy.minGain.tokens', minGain.tokens],
  ]
  return figures.flatMap(([path, tokens]) =>
    tokens !== null && tokens > most
      ? [{ path, expected: `at most ${most}, half of the limit of ${limit} before scaling`, received: String(tokens) }]
      : [],
  )
}

function outOfOrder({ checkpoints: { detailed, moderate, brief } }: Policy): Fault[] {
  const pairs: [string, number, string, number][] = [
    ['moderate', moderate, 'detailed', detailed],
    ['brief', brief, 'moderate', moderate],
  ]
  return pairs.flatMap(([name, tokens, above, most]) =>
    tokens > most
      ? [
          {
            path: `policy.checkpoints.${name}`,
            expected: `at most ${above} (${most}), because checkpoints shrink as they age`,
            received: String(tokens),
          },
        ]
      : [],
  )
}
