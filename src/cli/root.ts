import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Folder of the installed package. The build joins modules, so a path relative to a module means nothing. */
const ROOT = dirname(createRequire(import.meta.url).resolve('palimpsest/package.json'))

/** Program of the daemon, for a process of its own. */
export const DAEMON_PROGRAM = join(ROOT, 'dist/src/main.js')
/** Extension that pi loads under `palimpsest wrap`. */
export const PI_EXTENSION = join(ROOT, 'dist/src/cli/wrap/pi-extension.js')
/** Folder of the recorded sessions that the demo replays. */
export const EXAMPLES_FOLDER = join(ROOT, 'examples')
