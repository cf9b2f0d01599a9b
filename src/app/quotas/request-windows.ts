import { WINDOW_SECONDS } from '../../domain/quota.js'
import type { Clock, QuotaStore, RequestWindow } from '../../ports/ports.js'
import { recentEntries } from '../shared/recent.js'

/** Requests per minute over all processes. Each process takes a share of the window from the store and spends it alone, so
 * that most requests ask no one. An app that used its window up costs the store nothing until the next one. */

/** A process takes a twentieth of a window at a time. What it does not spend is lost to the others until the window ends. */
const SHARES = 20
const APPS_KEPT = 10_000
const NAME = 'requestsPerMinute'

interface Share {
  limit: number
  /** Requests that this process may still admit. */
  left: number
  /** Requests that no process has taken. */
  untaken: number
  endsAtMs: number
}

export class RequestWindows {
  private readonly shares = recentEntries<Share>(APPS_KEPT)
  private readonly taking = new Map<string, Promise<void>>()

  constructor(
    private readonly store: Pick<QuotaStore, 'useWindow'>,
    private readonly clock: Pick<Clock, 'monotonicMs'>,
  ) {}

  /** Counts a request. Throws store_unavailable. */
  async take(appId: string, limit: number): Promise<RequestWindow & { isFull: boolean }> {
    for (;;) {
      const share = this.current(appId, limit)
      if (share && share.left > 0) {
        share.left -= 1
        return this.view(share, false)
      }
      if (share && share.untaken === 0) return this.view(share, true)
      await this.refill(appId, limit)
    }
  }

  private current(appId: string, limit: number): Share | null {
    const share = this.shares.get(appId)
    return share && share.limit === limit && this.clock.monotonicMs() < share.endsAtMs ? share : null
  }

  private refill(appId: string, limit: number): Promise<void> {
    const running = this.taking.get(appId)
    if (running) return running
    const taken = this.fetch(appId, limit).finally(() => this.taking.delete(appId))
    this.taking.set(appId, taken)
    return taken
  }

  private async fetch(appId: string, limit: number): Promise<void> {
    const wanted = Math.max(1, Math.floor(limit / SHARES))
    const { used, resetSeconds } = await this.store.useWindow(appId, NAME, wanted)
    const left = Math.max(0, Math.min(wanted, limit - (used - wanted)))
    const endsAtMs = this.clock.monotonicMs() + resetSeconds * 1_000
    this.shares.set(appId, { limit, left, untaken: Math.max(0, limit - used), endsAtMs })
  }

  private view({ limit, left, untaken, endsAtMs }: Share, isFull: boolean): RequestWindow & { isFull: boolean } {
    const resetSeconds = Math.max(0, (endsAtMs - this.clock.monotonicMs()) / 1_000)
    return { limit, remaining: left + untaken, resetSeconds, windowSeconds: WINDOW_SECONDS[NAME], isFull }
  }
}
