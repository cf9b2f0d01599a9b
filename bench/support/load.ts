import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Job of the load process: each client appends messages of one size to its own session, one at a time. */
export interface LoadJob {
  /** `http`: through the API. `store`: the same transaction on a connection pool, without HTTP and token counts. */
  through: 'http' | 'store'
  /** URL of the API or of the database. */
  url: string
  key: string
  sessions: string[]
  /** Appends per client. */
  appends: number
  bytes: number
}

export interface LoadResult {
  perSecond: number
  /** Duration of each append in ms, in order, client by client. */
  samples: number[]
}

/** Runs the job in a separate process, so that the clients' work is not counted as the service's. */
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
