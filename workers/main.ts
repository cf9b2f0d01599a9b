import { runProcess } from '../src/daemon.js'

/** Entry point of a worker process. Any number of workers can share one database and one queue. */
await runProcess({ ...process.env, ROLE: 'worker' })
