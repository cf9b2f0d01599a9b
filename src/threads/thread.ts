import { collectSoon } from './garbage.js'
import { runTask, type SentResult, type SentTask } from './run-task.js'

/** The program of a thread: the pool calls it with one task at a time. */
export default async function runInThread(task: SentTask): Promise<SentResult> {
  try {
    return await runTask(task)
  } finally {
    collectSoon()
  }
}
