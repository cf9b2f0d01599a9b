import type { WithoutModel } from '../../domain/compression/compression.js'
import type { ModelWindow } from '../../ports/ports.js'
import { ModelPermit, type Needs, type SummaryOf } from './model-permit.js'

/** A denied permit with its reason; null: no rule forbids the call, but the model's window is unknown. */
export interface NoPermit {
  permit: null
  withoutModel: WithoutModel | null
}

/** Acquires permission to call a model for summaries. Checks the stored health records first, then the server.
 * Sends no request that a rule forbids.
 * @param summary what a summary would be of; absent: the call writes none. [V6] [V8] [V11] */
export async function acquirePermit(
  ports: Needs,
  { model, appId, summary }: { model: string; appId: string; summary?: SummaryOf },
): Promise<{ permit: ModelPermit; window: ModelWindow } | NoPermit> {
  const permit = new ModelPermit(ports, { model, appId, ...(summary ? { summary } : {}) })
  const refused = await permit.take()
  if (refused) return { permit: null, withoutModel: refused }
  try {
    const window = await permit.probe()
    if (window === 'unknown') return { permit: null, withoutModel: null }
    return window ? { permit, window } : { permit: null, withoutModel: 'model-unavailable' }
  } catch (error) {
    await permit.giveBack()
    throw error
  }
}
