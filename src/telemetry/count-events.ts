import type { NewEvent } from '../domain/event.js'
import type { BoundedNames, Metrics } from './metrics.js'

/** Counts what a committed event reports. */
export function countEvent(metrics: Metrics, apps: BoundedNames, appId: string, { type, data }: NewEvent): void {
  switch (type) {
    case 'message-appended': {
      metrics.appendedMessages.inc({ app: apps.label(appId) }, data.messages.length)
      metrics.appendedTokens.observe(data.messages.reduce((sum, { tokens }) => sum + tokens, 0))
      metrics.usedTokens.observe(data.used)
      return
    }
    case 'context-recalled':
      metrics.recalls.inc({ result: data.reason ?? 'hit' })
      metrics.recalledTokens.inc(data.tokens)
      metrics.recallDuration.observe(data.ms / 1_000)
      return
    case 'compressed':
      metrics.compressions.inc({ result: 'completed', reason: data.withoutModel ?? '' })
      metrics.compressionDuration.observe(data.durationMs / 1_000)
      metrics.savedTokens.inc(Math.max(0, data.tokensBefore - data.tokensAfter))
      return
    case 'compression-skipped':
      return metrics.compressions.inc({ result: 'skipped', reason: data.reason })
    case 'compression-error':
      return metrics.compressions.inc({ result: 'failed', reason: data.reason })
    default:
  }
}
