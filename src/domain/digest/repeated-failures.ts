import { codeAtStart } from '../checkpoint/code-at-start.js'
import { turnOf } from './recent-turns.js'
import type { Draft } from './turn-lines.js'

/** A turn that ended with a failed command, and the open error of that command, are one line. [V5] */

/** Returns the lines without those that say of a turn only that a command failed which another line names with its error.
 * That line names the turn instead: `To message 3: \`npm test\` failed: TypeError`. It leaves when the command passes. */
export function withoutRepeatedFailures(lines: readonly Draft[]): Draft[] {
  const turns = lines.filter(({ about = '' }) => about.startsWith('turn '))
  const repeated = new Set<Draft>()
  const joined = lines.map((line): Draft => {
    const run = line.kind === 'error' ? codeAtStart(line.text) : null
    const failed = run?.rest.startsWith(' failed') ? `${run.code} failed` : undefined
    const turn = failed === undefined ? undefined : turns.find((turn) => endedWith(turn, failed, line))
    if (failed === undefined || turn === undefined || repeated.has(turn)) return line
    repeated.add(turn)
    const importance = Math.max(line.importance, turn.importance)
    const text = turn.text.slice(0, -failed.length) + line.text
    return { ...line, importance, text, ends: turnOf(turn) ?? 0 }
  })
  return repeated.size === 0 ? [...lines] : joined.filter((_, at) => !repeated.has(lines[at]!))
}

/** Whether the turn ended with this run of the command, and nothing else is said of it. */
function endedWith({ text, sources }: Draft, failed: string, error: Draft): boolean {
  const at = error.sources.at(-1) ?? 0
  return text.endsWith(`: ${failed}`) && sources[0]! <= at && at <= sources.at(-1)!
}
