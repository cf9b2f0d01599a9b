import { loadDaemon } from './load-daemon.js'

/** Entry point of the daemon. `ROLE` selects the API server, the workers, or both. */
const { runProcess } = await loadDaemon()
await runProcess(process.env)
