import { afterEach } from 'vitest'
import { searchLogs } from './watched-log.js'

/** A log line with a key or with conversation text fails the test that wrote it. */
afterEach(searchLogs)
