import { LRUCache } from 'lru-cache'

/**
 * A map of the entries that were used most recently, by name.
 * The entries count as its size, because a cache with a `max` reserves memory for all of them when it is made: 330 KB and a
 * millisecond for 10,000.
 * @param ttlMs time in ms that an entry is kept; without it, until others need its place
 */
export function recentEntries<Value extends NonNullable<unknown>>(
  max: number,
  ttlMs?: number,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: max, sizeCalculation: () => 1, ...(ttlMs !== undefined && { ttl: ttlMs }) })
}
