import { Redis } from 'ioredis'
import type { Log } from '../ports/ports.js'
import { failureLog } from './failure-log.js'

/** What may have changed: events were added, or a key was deleted or rotated. */
type Topic = 'events' | 'keys'

/** Wakes processes when something may have changed. Carries no data. After a lost wake-up, waiters time out and look. */
export interface RedisNotifier {
  notify(topic: Topic): void
  /** Returns a function that unsubscribes. */
  subscribe(fn: (topic: Topic) => void): () => void
  close(): Promise<void>
}

const CHANNELS = { events: 'palimpsest:events', keys: 'palimpsest:keys' } as const satisfies Record<Topic, string>
const TOPICS = ['events', 'keys'] as const satisfies readonly Topic[]
/** Time during which one process merges its notifications, so that a burst of appends is one message. */
const BATCH_MS = 5

/** Never throws: while Redis is unavailable no process is woken, and both connections reopen by themselves. */
export function openRedisNotifier({ url, log }: { url: string; log: Log }): RedisNotifier {
  const open = (role: string): Redis => {
    const redis = new Redis(url, {
      connectionName: `palimpsest-${role}`,
      maxRetriesPerRequest: null,
      enableOfflineQueue: false,
      // Left to the client, a connection that closes while it subscribes again is a rejection that nothing handles.
      autoResubscribe: false,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    })
    redis.on('error', failureLog(log, 'wake-up connection failed', { role }))
    return redis
  }
  const publisher = open('wake-publisher')
  const listener = open('wake-listener')
  const subscribers = new Set<(topic: Topic) => void>()
  const wakeAll = (topic: Topic) => {
    for (const wake of subscribers) wake(topic)
  }
  listener.on('message', (channel: string) => wakeAll(channel === CHANNELS.keys ? 'keys' : 'events'))
  // At every connection. Notifications sent while we were disconnected are lost, so wake every subscriber.
  listener.on('ready', () => {
    listener.subscribe(...Object.values(CHANNELS)).then(
      () => TOPICS.forEach(wakeAll),
      (error: Error) => log.debug({ err: error }, 'wake-up subscription failed'),
    )
  })
  const changed = new Set<Topic>()
  let batching: NodeJS.Timeout | undefined
  return {
    notify: (topic) => {
      changed.add(topic)
      batching ??= setTimeout(() => {
        batching = undefined
        for (const one of changed)
          publisher.publish(CHANNELS[one], '').catch((error: Error) => log.debug({ err: error }, 'wake-up not sent'))
        changed.clear()
      }, BATCH_MS)
    },
    subscribe: (fn) => {
      // A new wrapper per subscription: the same function may subscribe twice and unsubscribe once.
      const wake = (topic: Topic) => fn(topic)
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
