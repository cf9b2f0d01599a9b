import { runProcess } from '../src/daemon.js'

/** Entry of a process that only compresses: as many as you like on one database and one queue. */
await runProcess({ ...process.env, ROLE: 'worker' })
