/** Git commands that stop at conflicts, and those that end what stopped. [V5] */

const STOPS = /\bgit (?:-\S{1,20} \S{1,80} )?(?:merge|rebase|pull|cherry-pick|revert|am|stash (?:pop|apply))\b/
const ENDS =
  /\bgit (?:-\S{1,20} \S{1,80} )?(?:commit\b|(?:merge|rebase|cherry-pick|revert|am) --(?:continue|abort|skip|quit)\b)/
const CONFLICT = /\bconflicts?\b|could not apply/i

/** Whether a command stopped at open conflicts, and not for another reason.
 * @param key what identifies its run
 * @param failure text that names its failure */
export function stoppedAtConflicts(key: string, failure: string): boolean {
  return STOPS.test(key) && !ENDS.test(key) && CONFLICT.test(failure)
}

/** Whether the command, if it succeeds, settles the conflicts before it. */
export function settles(key: string): boolean {
  return ENDS.test(key)
}
