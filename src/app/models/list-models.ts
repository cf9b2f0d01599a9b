import type { Breaker, ModelFault } from '../../domain/model/breaker.js'
import { errorOf, type Calibration } from '../../domain/model/calibration.js'
import { newModelHealth, type ModelHealth } from '../../domain/model/model-health.js'
import type { ModelRecord, SpanOutcome } from '../../domain/model/model-record.js'
import type { Ports } from '../../ports/ports.js'

/** Maximum models in a reply. Apps choose model names, so their number is otherwise unbounded. */
const MODELS_MAX = 500

/** Whether calls are allowed now. `closed`: yes. `open`: not before `until`. `half-open`: one job tries. */
export interface BreakerView {
  state: Breaker['state']
  until: string | null
  fault: ModelFault | null
  failures: number
}

export interface ModelView {
  name: string
  /** Whether the server has the model now. */
  present: boolean
  digest: string | null
  /** Parameters in billions; null if unknown. */
  parameters: number | null
  breaker: BreakerView
  /** Ratio of the model's token counts to ours, measured on the app's prompts, and the error seen. */
  calibration: (Pick<Calibration, 'ratio' | 'samples'> & { error: number }) | null
  /** null: the model was never asked for a summary. */
  record:
    | (Pick<ModelRecord, 'spans' | 'refusals' | 'refusedInARow' | 'unfit' | 'help'> & {
        anchors: ModelRecord['anchors'] & { keptShare: number | null }
        secondsPerSpan: number
        last: SpanOutcome[]
      })
    | null
}

/** Returns the models of the server with their records of one app. Models that the server does not have, or no longer, come
 * last. [V6] [V8] [P11] */
export async function listModels(
  { model, store, settings }: Pick<Ports, 'model' | 'store' | 'settings'>,
  appId: string,
): Promise<{
  server: { name: string; breaker: BreakerView }
  models: ModelView[]
}> {
  const server = settings.modelServer
  const [present, known, calibrations] = await Promise.all([
    model.models(),
    store.modelHealth(server, appId, MODELS_MAX),
    store.calibrations(appId),
  ])
  const calibrationOf = (name: string) => {
    const found = calibrations.get(name)
    return found ? { ratio: found.ratio, error: errorOf(found), samples: found.samples } : null
  }
  const health = new Map(known.map((one) => [one.model, one]))
  const views = present.map(({ name, alias = name, digest, parameters }): ModelView => {
    const found = health.get(name) ?? health.get(alias)
    const calibration = calibrationOf(name) ?? calibrationOf(alias)
    return { name, present: true, digest, parameters, calibration, ...viewOf(found ?? newModelHealth(server, name)) }
  })
  const listed = new Set(present.flatMap(({ name, alias = name }) => [name, alias]))
  const removed = known.flatMap((one): ModelView[] =>
    one.model === null || listed.has(one.model)
      ? []
      : [
          {
            name: one.model,
            present: false,
            digest: one.record.digest,
            parameters: null,
            calibration: calibrationOf(one.model),
            ...viewOf(one),
          },
        ],
  )
  return {
    server: { name: server, breaker: breakerViewOf((health.get(null) ?? newModelHealth(server, null)).breaker) },
    models: [...views, ...removed],
  }
}

function viewOf({ breaker, record }: ModelHealth): Pick<ModelView, 'breaker' | 'record'> {
  const { spans, refusals, refusedInARow, unfit, anchors, seconds, last, titles, help } = record
  if (spans.asked === 0 && titles === undefined) return { breaker: breakerViewOf(breaker), record: null }
  const keptShare = anchors.seen === 0 ? null : anchors.kept / anchors.seen
  const view = {
    spans,
    refusals,
    refusedInARow,
    unfit,
    anchors: { ...anchors, keptShare },
    secondsPerSpan: seconds / Math.max(1, spans.asked),
    ...(titles && { titles }),
    ...(help && { help }),
    last,
  }
  return { breaker: breakerViewOf(breaker), record: view }
}

function breakerViewOf(breaker: Breaker): BreakerView {
  if (breaker.state === 'closed') return { state: 'closed', until: null, fault: null, failures: breaker.failures }
  return { state: breaker.state, until: breaker.until, fault: breaker.fault, failures: 0 }
}
