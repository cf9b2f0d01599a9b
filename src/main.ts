import { runProcess } from './daemon.js'

/** Entry of the daemon: `ROLE` says whether it serves, works, or does both. */
await runProcess(process.env)
