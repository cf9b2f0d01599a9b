/** Git commands that stop at conflicts, and those that end what stopped. [V5] */

const ENDS = /\bgit (?:-\S{1,20} \S{1,80} )?(?:commit\b|\S{1,20} --(?:continue|abort|skip)\b)/
const CONFLICT = /\bconflicts?\b|could not apply/i

/** Whether a command stopped at open conflicts, and not for another reason.
 * @param key what identifies its run
 * @param failure text that names its failure */
export function stoppedAtConflicts(key: string, failure: string): boolean {
  return key.includes('git ') && !ENDS.test(key) && CONFLICT.test(failure)
}

/** Whether the command, if it succeeds, settles the conflicts before it. */
export function settles(key: string): boolean {
  return ENDS.test(key)
}
