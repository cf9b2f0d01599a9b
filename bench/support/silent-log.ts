import type { Log } from '../../src/ports/ports.js'

const nothing = () => {}
export const SILENT: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing }
