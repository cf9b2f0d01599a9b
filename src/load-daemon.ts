import { existsSync } from 'node:fs'
import type * as Daemon from './daemon.js'

/** Loads the daemon: from the files into which the build joined its modules, if they are there. To find and link 1,300 modules takes
 * a third of the processor time of a start. */
export async function loadDaemon(): Promise<typeof Daemon> {
  const bundle = new URL('../bundle/daemon.js', import.meta.url)
  if (!existsSync(bundle)) return import('./daemon.js')
  const joined: typeof Daemon = await import(bundle.href)
  return joined
}
