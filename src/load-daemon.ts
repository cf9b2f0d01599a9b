import type * as Daemon from './daemon.js'
import { joined } from './load-joined.js'

/** Loads what runs a process of the service. */
export const loadDaemon = (): Promise<typeof Daemon> => joined('daemon', () => import('./daemon.js'))
