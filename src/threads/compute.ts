import { pause, pauseWhenDue } from '../ports/pause.js'
import { inThread } from './pool.js'
import { SHORT_BODY_BYTES } from './read-body.js'
import { TASKS, type TaskName, type Tasks } from './tasks.js'

/** Runs work that may take long: on the event loop where the input is short, else in a thread. No stretch of the event loop is longer
 * than 50 ms. [T1] */

/** The sizes up to which a task runs on the event loop were found with the hostile texts of `npm run bench -- hostile`: the slowest of
 * them takes 1 to 16 ms there. A task in a thread costs 1 ms more, and 1 ms for each megabyte copied. */

/** Characters, for tasks that parse, cut, or hash. */
export const INLINE_CHARS = 262_144
/** Characters, for tasks that judge each sentence. */
const INLINE_WORDS = 16_384
/** Entries of a context, for plans of what leaves it. */
export const INLINE_ENTRIES = 500

/** Size from which on a text is copied to a thread in an iteration of the event loop of its own: the same text often just came from one. */
const COPIED_ALONE = 1_000_000

const INLINE: Partial<Record<TaskName, number>> = {
  readDoorBody: SHORT_BODY_BYTES,
  anchorsOf: INLINE_WORDS,
  // Reads what a person states, as `standingIn` does.
  ledgerEntriesOf: INLINE_WORDS / 4,
  standingIn: INLINE_WORDS / 4,
  judgeDrift: INLINE_WORDS,
  indexedPassages: INLINE_WORDS / 2,
  composeCheckpoint: INLINE_WORDS / 4,
  planAging: INLINE_WORDS / 2,
  planEviction: INLINE_ENTRIES,
  planOutliers: INLINE_ENTRIES,
}

/** Any task: the compiler cannot match the arguments of a task that it does not know. */
// oxlint-disable-next-line typescript/no-explicit-any -- see above
type Run = (...args: any[]) => unknown

/** @param size of the input: characters, for contexts entries
 * @returns the result of the task. Throws what it throws, rate_limited if too many wait, and an error if its thread dies. */
export async function compute<K extends TaskName>(
  name: K,
  size: number,
  ...args: Parameters<Tasks[K]>
): Promise<Awaited<ReturnType<Tasks[K]>>> {
  if (size > (INLINE[name] ?? INLINE_CHARS)) {
    if (size > COPIED_ALONE) await pause()
    return (await inThread(name, args)) as Awaited<ReturnType<Tasks[K]>>
  }
  await pauseWhenDue()
  const run: Run = TASKS[name]
  return (await run(...args)) as Awaited<ReturnType<Tasks[K]>>
}
