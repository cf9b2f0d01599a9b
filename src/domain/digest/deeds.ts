import { FAULT_WORDS } from '../../knowledge/unnamed.js'
import { artifactsOf } from '../anchors/artifacts.js'
import { countsOf } from '../outcomes/counts.js'
import { namesFault } from '../outcomes/evidence.js'
import { BETWEEN_ROWS } from '../outcomes/printed.js'
import { baseOf } from '../shell/script-files.js'
import { cleanText } from '../source/reading.js'
import type { SourceMessage } from '../source/types.js'
import { runsOf, type Run } from './runs.js'

/** Says what a turn did that ended without a statement, and how a command ended. [V5] */

/** Names of files in one line. */
const MAX_NAMES = 4
const INTERRUPTED = '[Request interrupted by user'

/** Returns the deeds of a turn: `changed a.ts, b.ts; \`npm test\` failed; interrupted`. Empty if it only looked at something. */
export function deedsOf(messages: readonly SourceMessage[]): string {
  const names = [...new Set(artifactsOf(messages).map(({ path }) => baseOf(path)))]
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  const changed = names.length === 0 ? [] : [`changed ${names.slice(-MAX_NAMES).join(', ')}${more}`]
  const last = runsOf(messages).findLast(({ isQuiet }) => !isQuiet)
  const ran = last ? [`\`${last.label}\` ${endOf(last)}`] : []
  return [...changed, ...ran, ...(messages.some(isInterruption) ? ['interrupted'] : [])].join('; ')
}

function isInterruption({ role, parts }: SourceMessage): boolean {
  return (
    role === 'user' && parts.some((part) => part.kind === 'text' && cleanText(part.text).trim().startsWith(INTERRUPTED))
  )
}

/** Returns the word for how a run ended: only checks pass. A script may end with 0 after it printed an error that it caught, also if it is named
 * a test: then the code alone is said. [V9] */
export function endOf({ outcome, isCheck, isScript, printed }: Run): string {
  if (outcome !== 'passed') return outcome
  if (!isScript) return isCheck ? 'passed' : 'succeeded'
  return printed.split(BETWEEN_ROWS).some(speaksOfFailure) ? 'exited with 0' : 'succeeded'
}

/** Whether a row names a fault, counts failures, or has a word for them. */
function speaksOfFailure(row: string): boolean {
  const counts = countsOf(row)
  return namesFault(row) || (counts ? counts.failed > 0 : FAULT_WORDS.line.test(row))
}
