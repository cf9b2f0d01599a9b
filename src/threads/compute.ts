import { pauseWhenDue } from '../app/ports/pause.js'
import { inThread } from './pool.js'
import { SHORT_BODY_BYTES } from './read-body.js'
import { TASKS, type TaskName, type Tasks } from './tasks.js'

/** Runs work that may take long: on the event loop where the input is short, else in a thread. No stretch of the event loop is longer
 * than 50 ms. [T1] */

/** Characters up to which a task runs on the event loop. To parse, cut, or hash so many takes 1 to 5 ms. */
export const INLINE_CHARS = 262_144
/** As above, for tasks that judge each sentence or word, at 2 to 10 characters a microsecond. */
const INLINE_WORDS = 16_384
/** As above, for tasks over the entries of a context. */
export const INLINE_ENTRIES = 500

const INLINE: Partial<Record<TaskName, number>> = {
  readDoorBody: SHORT_BODY_BYTES,
  messageFacts: 65_536,
  readLogTexts: 65_536,
  anchorsOf: INLINE_WORDS,
  composeCheckpoint: INLINE_WORDS,
  ledgerEntriesOf: INLINE_WORDS,
  standingIn: INLINE_WORDS,
  planAging: INLINE_WORDS,
  planEviction: INLINE_ENTRIES,
  planOutliers: INLINE_ENTRIES,
}

/** Any task: the compiler cannot match the arguments of a task that it does not know. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
type Run = (...args: any[]) => unknown

/** @param size of the input: characters, for contexts entries
 * @returns the result of the task. Throws what it throws, rate_limited if too many wait, and an error if its thread dies. */
export async function compute<K extends TaskName>(
  name: K,
  size: number,
  ...args: Parameters<Tasks[K]>
): Promise<Awaited<ReturnType<Tasks[K]>>> {
  if (size > (INLINE[name] ?? INLINE_CHARS)) return (await inThread(name, args)) as Awaited<ReturnType<Tasks[K]>>
  await pauseWhenDue()
  const run: Run = TASKS[name]
  return (await run(...args)) as Awaited<ReturnType<Tasks[K]>>
}
