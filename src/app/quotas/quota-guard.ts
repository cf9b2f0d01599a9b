import type { LRUCache } from 'lru-cache'
import { isLimited, NO_QUOTAS, type QuotaName, type Quotas, type StoredUse } from '../../domain/quota.js'
import type { Clock, Log, QuotaGuard, Reservation, Store } from '../../ports/ports.js'
import { recentEntries } from '../shared/recent.js'
import { OpenStreams } from './open-streams.js'
import { storageFull, tooManyRequests, tooManyStreams } from './refusals.js'
import { RequestWindows } from './request-windows.js'
import { StoredUses } from './stored-uses.js'

const APPS_KEPT = 10_000
/** A change of quotas by another process applies after at most this long. */
const QUOTAS_MS = 5_000
const MODEL_USE_MS = 1_000

const UNLIMITED: Reservation = { refusal: null, end: () => {} }

export interface GuardOptions {
  store: Store
  clock: Clock
  log: Log
  /** Unique among the processes on one database. */
  processName: string
}

/** The guard of this process. */
export class StoreQuotaGuard implements QuotaGuard {
  private readonly quotasByApp = recentEntries<Promise<Quotas>>(APPS_KEPT, QUOTAS_MS)
  private readonly modelWaits = recentEntries<Promise<number | null>>(APPS_KEPT, MODEL_USE_MS)
  private readonly store: Store
  private readonly log: Log
  private readonly windows: RequestWindows
  private readonly stored: StoredUses
  private readonly streams: OpenStreams

  constructor({ store, clock, log, processName }: GuardOptions) {
    this.store = store
    this.log = log
    this.windows = new RequestWindows(store, clock)
    this.stored = new StoredUses(store, clock)
    this.streams = new OpenStreams(store, processName, log)
  }

  async request(appId: string | null) {
    const limit = appId === null ? null : await this.limitOf(appId, 'requestsPerMinute')
    if (appId === null || limit === null) return null
    const taken = await this.unlessDown(() => this.windows.take(appId, limit), null)
    return taken && { ...taken, refusal: taken.isFull ? tooManyRequests(limit, taken.resetSeconds) : null }
  }

  async reserve(appId: string | null, wanted: Partial<StoredUse>): Promise<Reservation> {
    if (appId === null) return UNLIMITED
    return this.unlessDown(async () => {
      const quotas = await this.quotasOf(appId)
      if (!isLimited(quotas, wanted)) return UNLIMITED
      const { exceeded, end } = await this.stored.reserve(appId, quotas, wanted)
      if (exceeded === null) return { refusal: null, end }
      const { quota, used } = exceeded
      return { refusal: storageFull(quota, quotas[quota] ?? 0, used, wanted[quota] ?? 0), end }
    }, UNLIMITED)
  }

  async openStream(appId: string | null): Promise<() => void> {
    if (appId === null) return () => {}
    const limit = await this.limitOf(appId, 'subscribers')
    const used = await this.unlessDown(() => this.streams.add(appId, limit), undefined)
    if (used === undefined) return () => {}
    if (used !== null) throw tooManyStreams(limit ?? 0, used)
    let isOpen = true
    return () => {
      if (isOpen) this.streams.remove(appId)
      isOpen = false
    }
  }

  async modelWaitSeconds(appId: string): Promise<number | null> {
    const limit = await this.limitOf(appId, 'modelSecondsPerHour')
    if (limit === null) return null
    const wait = async () => {
      const { used, resetSeconds } = await this.store.useWindow(appId, 'modelSecondsPerHour', 0)
      return used >= limit ? resetSeconds : null
    }
    return this.unlessDown(() => remembered(this.modelWaits, appId, wait), null)
  }

  async noteModelSeconds(appId: string, seconds: number): Promise<void> {
    this.modelWaits.delete(appId)
    await this.unlessDown(
      async () => void (await this.store.useWindow(appId, 'modelSecondsPerHour', seconds)),
      undefined,
    )
  }

  async use(appId: string): Promise<Record<QuotaName, number>> {
    const { store } = this
    const [stored, subscribers, requests, model] = await Promise.all([
      store.storedUse(appId),
      store.openStreams(appId),
      store.useWindow(appId, 'requestsPerMinute', 0),
      store.useWindow(appId, 'modelSecondsPerHour', 0),
    ])
    const modelSecondsPerHour = Math.round(model.used * 1_000) / 1_000
    return { ...stored, subscribers, requestsPerMinute: requests.used, modelSecondsPerHour }
  }

  forget(appId: string): void {
    this.quotasByApp.delete(appId)
    this.modelWaits.delete(appId)
    this.stored.expire(appId)
  }

  changed(appId: string): void {
    this.stored.expire(appId)
  }

  close(): Promise<void> {
    return this.streams.close()
  }

  private quotasOf(appId: string): Promise<Quotas> {
    return remembered(this.quotasByApp, appId, () => this.store.quotas(appId))
  }

  private async limitOf(appId: string, quota: QuotaName): Promise<number | null> {
    return (await this.unlessDown(() => this.quotasOf(appId), NO_QUOTAS))[quota]
  }

  /** Without the store, the request itself fails soon, or passes a door that needs no store. */
  private async unlessDown<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work()
    } catch (error) {
      this.log.debug({ err: error }, 'a quota could not be checked')
      return otherwise
    }
  }
}

/** Returns what is known, or asks once for all callers. A failure is not remembered. */
function remembered<T extends object | number | null>(
  cache: LRUCache<string, Promise<T>>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const known = cache.get(key)
  if (known) return known
  const asked = read()
  cache.set(key, asked)
  asked.catch(() => cache.delete(key))
  return asked
}
