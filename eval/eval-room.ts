import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Job, Ports } from '../src/app/ports.js'
import { runAging } from '../src/app/run-aging.js'
import { runCompression } from '../src/app/run-compression.js'
import { readConfig } from '../src/config.js'
import { makeLog } from '../src/log.js'
import { wire } from '../src/wiring.js'

/** The service on a database of its own, without a model server unless one is named; jobs are run when asked for, in order. */
export interface EvalRoom {
  ports: Ports
  /** Runs what is owed until nothing is. */
  work(): Promise<void>
  close(): Promise<void>
}

/** The discard port: nothing listens there. */
const NO_MODEL = 'http://127.0.0.1:9'

export async function openEvalRoom({ ollamaHost = NO_MODEL } = {}): Promise<EvalRoom> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-eval-'))
  const wired = await wire(
    readConfig({ DATA_DIR: folder, PORT: '0', OLLAMA_HOST: ollamaHost, ADMIN_KEY: 'key-of-the-eval-room' }),
    makeLog('silent'),
  )
  const jobs: Job[] = []
  const ports: Ports = { ...wired.ports, queue: { ...wired.ports.queue, enqueue: async (job) => void jobs.push(job) } }
  return {
    ports,
    work: async () => {
      for (let job = jobs.shift(); job; job = jobs.shift()) {
        const subject = { sessionId: job.sessionId, compressionId: job.subjectId }
        if (job.name === 'compression') await runCompression(ports, subject, new AbortController().signal)
        if (job.name === 'aging') await runAging(ports, subject)
      }
    },
    close: async () => {
      await wired.release()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
