import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Model } from '../app/ports/model-port.js'
import type { Telemetry } from '../app/ports/telemetry-port.js'
import { countEvent } from './count-events.js'
import { BoundedNames, makeMetrics } from './metrics.js'
import { readGauges, type GaugeSource } from './read-gauges.js'
import { namedSpan, startRequest } from './spans.js'
import { watchedModel, type WatchedServer } from './watched-model.js'

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
