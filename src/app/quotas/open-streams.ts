import { STREAMS_VALID_MS, type QuotaStore } from '../../ports/quota-port.js'
import type { Log } from '../../ports/ports.js'

/** Event streams that this process has open, by app, reported to the store so that all processes share one limit. */

/** Reports are repeated three times before they expire. */
const REPORT_MS = STREAMS_VALID_MS / 3

export class OpenStreams {
  private readonly open = new Map<string, number>()
  private readonly reports = new Map<string, Promise<unknown>>()
  private readonly timer: NodeJS.Timeout

  constructor(
    private readonly store: Pick<QuotaStore, 'setStreams'>,
    private readonly process: string,
    private readonly log: Pick<Log, 'warn'>,
  ) {
    this.timer = setInterval(() => this.reportAll(), REPORT_MS)
    this.timer.unref()
  }

  /** Counts one more stream of an app. Returns how many are open if that would be more than `limit`, else null.
   * Throws store_unavailable. */
  async add(appId: string, limit: number | null): Promise<number | null> {
    this.change(appId, 1)
    try {
      const { isSet, others } = await this.inOrder(appId, limit)
      if (isSet) return null
      this.change(appId, -1)
      return others + this.count(appId)
    } catch (error) {
      this.change(appId, -1)
      throw error
    }
  }

  remove(appId: string): void {
    this.change(appId, -1)
    this.report(appId)
  }

  /** Number of open streams in this process. */
  get total(): number {
    return [...this.open.values()].reduce((sum, open) => sum + open, 0)
  }

  /** Reports every stream as closed. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    const apps = [...this.open.keys()]
    this.open.clear()
    for (const appId of apps) this.report(appId)
    await Promise.allSettled([...this.reports.values()])
  }

  private reportAll(): void {
    for (const appId of this.open.keys()) this.report(appId)
  }

  private report(appId: string): void {
    this.inOrder(appId, null).catch((error: unknown) =>
      this.log.warn({ appId, err: error }, 'open streams were not reported'),
    )
  }

  /** Reports one after another, so that the last one stored is the newest. */
  private inOrder(appId: string, limit: number | null): ReturnType<QuotaStore['setStreams']> {
    const before = this.reports.get(appId) ?? Promise.resolve()
    const report = before
      .catch(() => {})
      .then(() => this.store.setStreams({ appId, process: this.process, open: this.count(appId) }, limit))
    this.reports.set(appId, report)
    const done = () => {
      if (this.reports.get(appId) === report) this.reports.delete(appId)
    }
    report.then(done, done)
    return report
  }

  private count(appId: string): number {
    return this.open.get(appId) ?? 0
  }

  private change(appId: string, by: 1 | -1): void {
    const open = this.count(appId) + by
    if (open > 0) this.open.set(appId, open)
    else this.open.delete(appId)
  }
}
