import type { RankTable } from '../model/tokens/rank-table.js'
import { DomainError, type ErrorCode, type Fault } from '../domain/errors.js'
import { whole, type InPieces } from './pieces.js'
import { countWith } from './ranks.js'
import { takeApart, type Apart } from './results.js'
import type { TaskName } from './tasks.js'

/** A task as it is sent to a thread, and what comes back. Plain data. */
export interface SentTask {
  name: TaskName
  args: InPieces
  /** Shared memory, for tasks that count tokens. */
  ranks: RankTable | null
}

/** An expected failure is no crash: it comes back as a value, because an error loses its class between threads. */
export type SentResult =
  | { result: Apart }
  | {
      failure: {
        code: ErrorCode
        message: string
        details: Readonly<Record<string, unknown>>
        faults: readonly Fault[]
      }
    }

/** Runs a task in a thread. Throws what is no expected failure. */
export async function runTask({ name, args, ranks }: SentTask): Promise<SentResult> {
  if (ranks) countWith(ranks)
  const { TASKS } = await import('./tasks.js')
  // oxlint-disable-next-line typescript/no-explicit-any -- the caller was checked against the table
  const run: (...given: any[]) => unknown = TASKS[name]
  try {
    return { result: takeApart(await run(...(whole(args) as unknown[]))) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { code, message, details, faults } = error
    return { failure: { code, message, details, faults } }
  }
}
