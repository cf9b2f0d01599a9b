import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What a process beside the service is asked to do: append messages of one size, each client to its own session, one after another. */
export interface LoadJob {
  /** `http`: through the API. `store`: the same transaction straight through a connection pool, without HTTP and without counting tokens. */
  through: 'http' | 'store'
  /** Of the API, or of the database. */
  url: string
  key: string
  sessions: string[]
  /** Appends of each client. */
  appends: number
  bytes: number
}

export interface LoadResult {
  perSecond: number
  /** Milliseconds of each append, in order, client by client. */
  samples: number[]
}

/** Runs the job in a process of its own, so that the client's work is not taken for the service's. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const child = fork(new URL('./load-process.js', import.meta.url), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const answered = new Promise<LoadResult>((resolve, reject) => {
    child.once('message', (message) => resolve(message as LoadResult))
    child.once('exit', (code) => reject(new Error(`the load process ended with ${code}`)))
  })
  child.send(job)
  const result = await answered
  await exited
  return result
}
