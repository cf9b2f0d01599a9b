import { runProcess } from './daemon.js'

/** Entry point of the daemon. `ROLE` selects the API server, the workers, or both. */
await runProcess(process.env)
