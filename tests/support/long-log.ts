import type { Store } from '../../src/ports/ports.js'
import type { Event } from '../../src/domain/event.js'

const PADDING = 'p'.repeat(20_000)

/** Creates a store whose event log has `count` events of 20 kB, more than an operating system buffers. */
export function longLog(store: Store, count: number): Store {
  return new Proxy(store, {
    get: (real, name) => {
      if (name === 'head') return () => Promise.resolve(cursorOf(count))
      if (name === 'events')
        return (after: string, _filter: object, limit: number) =>
          Promise.resolve(page(Number(after) + 1, limit, count, after))
      const member: unknown = Reflect.get(real, name, real)
      return typeof member === 'function' ? member.bind(real) : member
    },
  })
}

function page(from: number, limit: number, count: number, after: string): Awaited<ReturnType<Store['events']>> {
  const left = Math.max(0, count - from + 1)
  const events = Array.from({ length: Math.min(limit, left) }, (_, i) => eventOf(from + i))
  const sizes = events.map(() => PADDING.length)
  return { events, sizes, head: events[events.length - 1]?.cursor ?? after, more: left > limit }
}

const cursorOf = (n: number) => String(n).padStart(6, '0')

function eventOf(n: number): Event {
  return {
    cursor: cursorOf(n),
    id: `evt_${n}`,
    type: 'session-updated',
    appId: 'default',
    sessionId: 'ses_flood',
    seq: n,
    at: '2026-01-01T00:00:00Z',
    data: { changed: [PADDING], version: 1 },
  }
}
