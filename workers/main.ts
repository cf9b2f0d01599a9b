import { loadDaemon } from '../src/load-daemon.js'

/** Entry point of a worker process. Any number of workers can share one database and one queue. */
const { runProcess } = await loadDaemon()
await runProcess({ ...process.env, ROLE: 'worker' })
