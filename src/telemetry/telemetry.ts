import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Model } from '../ports/model-port.js'
import type { Telemetry } from '../ports/telemetry-port.js'
import { BoundedNames, makeMetrics, type Metrics } from './metrics.js'
import { readGauges, type GaugeSource } from './read-gauges.js'
import { namedSpan, startRequest } from './spans.js'
import { watchedModel, type WatchedServer } from './watched-model.js'
import type { NewEvent } from '../domain/event.js'

/** Apps that have series of their own. */
const APPS_LABELED = 100

export interface OpenedTelemetry extends Telemetry {
  /** Sets what the gauges are read from. */
  readFrom(source: GaugeSource): void
  watch(model: Model, server: WatchedServer): Model
}

/** Returns the telemetry of this process. */
export function makeTelemetry(): OpenedTelemetry {
  const register = new Registry()
  const metrics = makeMetrics(register)
  const apps = new BoundedNames(APPS_LABELED)
  let source: GaugeSource | null = null
  let hasDefaults = false
  return {
    readFrom: (given) => {
      source = given
    },
    watch: (model, server) => watchedModel(model, metrics, server),
    span: namedSpan,
    request: (facts) => {
      const startedAt = performance.now()
      const { traceparent, run, end } = startRequest(facts)
      return {
        traceparent,
        run,
        end: (ended) => {
          end(ended)
          const status = ended.status === null ? 'aborted' : `${Math.floor(ended.status / 100)}xx`
          const seconds = (performance.now() - startedAt) / 1_000
          if (!ended.isStream) metrics.httpDuration.observe({ operation: ended.operation, status }, seconds)
        },
      }
    },
    committed: (appId, events) => {
      for (const event of events) countEvent(metrics, apps, appId, event)
    },
    doorTurn: (protocol, outcome, seconds) => {
      metrics.doorTurns.inc({ protocol, outcome })
      metrics.doorDuration.observe({ protocol }, seconds)
    },
    warmUp: (result, seconds) => {
      metrics.warmUps.inc({ result })
      if (seconds !== undefined) metrics.warmUpDuration.observe(seconds)
    },
    refused: (code) => metrics.problems.inc({ code }),
    audited: (messages, violations) => {
      metrics.auditedSessions.inc({ result: violations === 0 ? 'ok' : 'failed' })
      metrics.auditedMessages.inc(messages)
      metrics.auditViolations.inc(violations)
    },
    streamOpened: (kind) => {
      metrics.streams.inc({ kind })
      return () => metrics.streams.dec({ kind })
    },
    render: async () => {
      // They watch the event loop and the garbage collector, so only a process that is scraped pays for them.
      if (!hasDefaults) collectDefaultMetrics({ register })
      hasDefaults = true
      if (source) await readGauges(metrics, source)
      return { contentType: register.contentType, text: await register.metrics() }
    },
  }
}

/** Counts what a committed event reports. */
function countEvent(metrics: Metrics, apps: BoundedNames, appId: string, { type, data }: NewEvent): void {
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
