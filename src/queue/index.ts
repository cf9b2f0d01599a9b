export { openQueue, type OpenedQueue } from './queue.js'
export type { QueueBackend } from './connection.js'
export type { Handler, Workers } from './workers.js'
export { openRedisNotifier } from './redis-notifier.js'
