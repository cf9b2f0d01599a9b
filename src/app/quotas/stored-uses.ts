import {
  exceededQuota,
  isNearQuota,
  NOTHING_STORED,
  sumOfUse,
  type Quotas,
  type StoredQuota,
  type StoredUse,
} from '../../domain/quota.js'
import type { Clock, QuotaStore } from '../../ports/ports.js'
import { recentEntries } from '../shared/recent.js'

/** What apps store, remembered for seconds and corrected by what this process adds, so that an append does not count its
 * app. Other processes' appends are seen at the next reading. */

const APPS_KEPT = 10_000
/** Age at which a reading is repeated: far from a quota, near one, and before a refusal. */
const FAR_MS = 5_000
const NEAR_MS = 1_000
const REFUSAL_MS = 250
/** A reading that takes long is repeated less often: at most every fiftieth of the time is spent on it. */
const SPARING = 50

interface Known {
  read: StoredUse
  /** Stored by this process since the reading began. */
  since: StoredUse
  /** Reserved, not stored yet. */
  reserved: StoredUse
  readAtMs: number
  tookMs: number
}

export interface Place {
  /** The quota that has no place for it; null: reserved. */
  exceeded: { quota: StoredQuota; used: number } | null
  end(stored: boolean): void
}

export class StoredUses {
  private readonly known = recentEntries<Known>(APPS_KEPT)
  private readonly reading = new Map<string, Promise<void>>()

  constructor(
    private readonly store: Pick<QuotaStore, 'storedUse'>,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /** Throws store_unavailable. */
  async reserve(appId: string, quotas: Quotas, wanted: Partial<StoredUse>): Promise<Place> {
    const first = this.known.get(appId)
    const usualMs = first && isNearQuota(quotas, usedBy(first)) ? NEAR_MS : FAR_MS
    await this.readIfOlder(appId, usualMs)
    if (this.exceeded(appId, quotas, wanted) !== null) await this.readIfOlder(appId, REFUSAL_MS)
    const quota = this.exceeded(appId, quotas, wanted)
    const known = this.known.get(appId)
    if (quota !== null) return { exceeded: { quota, used: known ? usedBy(known)[quota] : 0 }, end: () => {} }
    if (!known) return { exceeded: null, end: () => {} }
    known.reserved = sumOfUse([known.reserved, wanted])
    let isEnded = false
    const end = (stored: boolean) => {
      if (isEnded) return
      isEnded = true
      known.reserved = sumOfUse([known.reserved, negative(wanted)])
      if (stored) known.since = sumOfUse([known.since, wanted])
    }
    return { exceeded: null, end }
  }

  /** Makes the next reservation count again, unless counting takes long and was done shortly before. */
  expire(appId: string): void {
    const known = this.known.get(appId)
    if (known) known.readAtMs = Math.min(known.readAtMs, this.clock.monotonicMs() - FAR_MS)
  }

  private exceeded(appId: string, quotas: Quotas, wanted: Partial<StoredUse>): StoredQuota | null {
    const known = this.known.get(appId)
    return known ? exceededQuota(quotas, usedBy(known), wanted) : null
  }

  private async readIfOlder(appId: string, ageMs: number): Promise<void> {
    const known = this.known.get(appId)
    const validMs = known ? Math.max(ageMs, known.tookMs * SPARING) : 0
    if (known && this.clock.monotonicMs() - known.readAtMs < validMs) return
    const running = this.reading.get(appId)
    if (running) return running
    const read = this.read(appId).finally(() => this.reading.delete(appId))
    this.reading.set(appId, read)
    await read
  }

  private async read(appId: string): Promise<void> {
    const startedAtMs = this.clock.monotonicMs()
    const before = { ...(this.known.get(appId)?.since ?? NOTHING_STORED) }
    const read = await this.store.storedUse(appId)
    const tookMs = this.clock.monotonicMs() - startedAtMs
    const known = this.known.get(appId)
    const fresh = { read, readAtMs: startedAtMs, tookMs }
    if (!known) this.known.set(appId, { ...fresh, since: { ...NOTHING_STORED }, reserved: { ...NOTHING_STORED } })
    // Stored while it was read: it may be counted twice until the next reading, but never missed.
    else Object.assign(known, fresh, { since: sumOfUse([known.since, negative(before)]) })
  }
}

function usedBy({ read, since, reserved }: Known): StoredUse {
  return sumOfUse([read, since, reserved])
}

function negative(use: Partial<StoredUse>): Partial<StoredUse> {
  return Object.fromEntries(Object.entries(use).map(([quota, amount]) => [quota, -amount]))
}
