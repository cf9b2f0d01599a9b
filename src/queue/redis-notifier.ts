import { Redis } from 'ioredis'
import type { Log } from '../app/ports/ports.js'

/** Wakes processes when there may be new events. Carries no data. After a lost wake-up, waiters time out and look. */
export interface RedisNotifier {
  notify(): void
  /** Returns a function that unsubscribes. */
  subscribe(fn: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'palimpsest:events'
/** Time during which one process merges its notifications, so that a burst of appends is one message. */
const BATCH_MS = 5

/** Never throws: while Redis is unavailable no process is woken, and both connections reopen by themselves. */
export function openRedisNotifier({ url, log }: { url: string; log: Log }): RedisNotifier {
  const open = (role: string): Redis => {
    const redis = new Redis(url, {
      connectionName: `palimpsest-${role}`,
      maxRetriesPerRequest: null,
      enableOfflineQueue: role === 'wake-listener',
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    })
    redis.on('error', (error: Error) => log.warn({ role, err: error }, 'wake-up connection failed'))
    return redis
  }
  const publisher = open('wake-publisher')
  const listener = open('wake-listener')
  const subscribers = new Set<() => void>()
  const wakeAll = () => {
    for (const wake of subscribers) wake()
  }
  listener.on('message', wakeAll)
  // Notifications sent while we were disconnected are lost, so wake every subscriber.
  listener.on('ready', wakeAll)
  listener.subscribe(CHANNEL).catch((error: Error) => log.warn({ err: error }, 'wake-up subscription failed'))
  let batching: NodeJS.Timeout | undefined
  return {
    notify: () => {
      batching ??= setTimeout(() => {
        batching = undefined
        publisher.publish(CHANNEL, '').catch((error: Error) => log.debug({ err: error }, 'wake-up not sent'))
      }, BATCH_MS)
    },
    subscribe: (fn) => {
      // A new wrapper per subscription: the same function may subscribe twice and unsubscribe once.
      const wake = () => fn()
      subscribers.add(wake)
      return () => subscribers.delete(wake)
    },
    close: async () => {
      clearTimeout(batching)
      subscribers.clear()
      publisher.disconnect()
      listener.disconnect()
    },
  }
}
