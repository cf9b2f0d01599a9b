import type * as Daemon from './daemon.js'
import { joined } from './load-joined.js'

export const loadDaemon = (): Promise<typeof Daemon> => joined('daemon', () => import('./daemon.js'))
