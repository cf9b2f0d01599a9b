import { Redis } from 'ioredis'
import type { Log } from '../app/ports/ports.js'

/** Tells every process that events may have happened. A wake-up, never the data: a lost one costs the time-out of who waits. */
export interface RedisNotifier {
  notify(): void
  /** Returns the way to unsubscribe. */
  subscribe(fn: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'palimpsest:events'
/** Announcements of one process are gathered this long: a burst of appends is one message. */
const GATHER_MS = 5

/** Never fails: while Redis is away nobody is woken by it, and both connections come back by themselves. */
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
  const speaker = open('wake-speaker')
  const listener = open('wake-listener')
  const sleepers = new Set<() => void>()
  const wakeAll = () => {
    for (const notifier of sleepers) notifier()
  }
  listener.on('message', wakeAll)
  // What was announced while we were disconnected is unknown, so everybody looks.
  listener.on('ready', wakeAll)
  listener.subscribe(CHANNEL).catch((error: Error) => log.warn({ err: error }, 'wake-up subscription failed'))
  let gathering: NodeJS.Timeout | undefined
  return {
    notify: () => {
      gathering ??= setTimeout(() => {
        gathering = undefined
        speaker.publish(CHANNEL, '').catch((error: Error) => log.debug({ err: error }, 'wake-up not announced'))
      }, GATHER_MS)
    },
    subscribe: (fn) => {
      // A wrapper of its own: the same function may subscribe twice and leave once.
      const notifier = () => fn()
      sleepers.add(notifier)
      return () => sleepers.delete(notifier)
    },
    close: async () => {
      clearTimeout(gathering)
      sleepers.clear()
      speaker.disconnect()
      listener.disconnect()
    },
  }
}
