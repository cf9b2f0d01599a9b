import { artifactsOf } from '../anchors/artifacts.js'
import { baseOf } from '../shell/script-files.js'
import { cleanText } from '../source/reading.js'
import type { SourceMessage } from '../source/types.js'
import { runsOf } from './runs.js'

/** Says what a turn did that ended without a statement. [V5] */

/** Names of files in one line. */
const MAX_NAMES = 4
const INTERRUPTED = '[Request interrupted by user'

/** Returns the deeds of a turn: `changed a.ts, b.ts; \`npm test\` failed; interrupted`. Empty if it only looked at something. */
export function deedsOf(messages: readonly SourceMessage[]): string {
  const names = [...new Set(artifactsOf(messages).map(({ path }) => baseOf(path)))]
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  const changed = names.length === 0 ? [] : [`changed ${names.slice(-MAX_NAMES).join(', ')}${more}`]
  const last = runsOf(messages).findLast(({ isQuiet }) => !isQuiet)
  const ran = last
    ? [
        `\`${last.label}\` ${last.outcome === 'passed' && !(last.isCheck && !last.isScript) ? 'succeeded' : last.outcome}`,
      ]
    : []
  return [...changed, ...ran, ...(messages.some(isInterruption) ? ['interrupted'] : [])].join('; ')
}

function isInterruption({ role, parts }: SourceMessage): boolean {
  return (
    role === 'user' && parts.some((part) => part.kind === 'text' && cleanText(part.text).trim().startsWith(INTERRUPTED))
  )
}
