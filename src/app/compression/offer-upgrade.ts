import { admission } from '../../domain/model/breaker.js'
import { DomainError } from '../../domain/errors.js'
import { mayWrite } from '../../domain/model/model-record.js'
import { ModelPermit } from '../models/model-permit.js'
import type { Ports } from '../ports/ports.js'
import { createPendingCompression } from './check-budget.js'

/** A session nobody spoke in for so long has lost its prompt cache anyway (model servers unload after five minutes), so that rewriting what
 * stands early in its context costs nothing. [P12] */
export const IDLE_MS = 300_000
/** A checkpoint a model could not better is offered again after a day: models are exchanged. */
const OFFER_AGAIN_MS = 86_400_000
/** Checkpoints looked at in one round: those of a model that may not be asked are passed over. */
const LOOKED_AT = 20

interface Found {
  sessionId: string
  checkpointId: string
}

/** Owes one upgrade, if a copied checkpoint of an idle session waits for a model and the model may be asked. False: there is none.
 * Says when a model server that was away is back. [V5] [V6] */
export async function offerUpgrade(ports: Ports): Promise<boolean> {
  if (!(await serverMayBeAsked(ports))) return false
  const now = ports.clock.now()
  const when = { idleSince: new Date(now.getTime() - IDLE_MS), triedBefore: new Date(now.getTime() - OFFER_AGAIN_MS) }
  for (const found of await ports.store.upgradable(when, LOOKED_AT))
    if (await offerOne(ports, found, when.idleSince)) return true
  return false
}

/** One that cannot be offered is passed over until its next day: it must not keep models from all others. [P11] */
async function offerOne(ports: Ports, found: Found, idleSince: Date): Promise<boolean> {
  try {
    return await offer(ports, found, idleSince)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'store_unavailable') throw error
    ports.log.error({ ...found, err: error }, 'upgrade could not be offered')
    await ports.store.noteOffer(found.checkpointId)
    return false
  }
}

/** A server whose time-out is over is asked for its list of models: that costs it nothing, and a job only when it answers. */
async function serverMayBeAsked(ports: Ports): Promise<boolean> {
  const { modelServer } = ports.settings
  const state = await ports.store.changeModelHealth(modelServer, null, (health) => ({
    health,
    result: admission(health.breaker, ports.clock.now()),
  }))
  if (state !== 'trial') return state === 'free'
  if ((await ports.model.models()).length > 0) return true
  const permit = new ModelPermit(ports, '')
  if ((await permit.takeServer()) === 'trial') await permit.failed('unavailable')
  return false
}

async function offer(ports: Ports, found: Found, idleSince: Date): Promise<boolean> {
  const session = await ports.store.session(found.sessionId, null)
  if (!session) return false
  const model = ports.settings.summaryModel ?? session.model
  const may = await ports.store.changeModelHealth(ports.settings.modelServer, model, (health) => {
    const now = ports.clock.now()
    // Trials are for what is owed; a copied checkpoint can wait for a model that has proved itself. [V8]
    return { health, result: admission(health.breaker, now) !== 'forbidden' && mayWrite(health.record, now) === 'free' }
  })
  if (!may) return false
  return ports.store.change(found.sessionId, null, async (tx) => {
    const checkpoint = (await tx.checkpoints()).find(({ id }) => id === found.checkpointId)
    const quiet = tx.session.lastActivityAt < idleSince && tx.session.compressor.state === 'idle'
    if (!checkpoint || !quiet || (await tx.activeCompression())) return false
    await tx.noteUpgrade(checkpoint.id, ports.clock.now())
    const made = await tx.compression(checkpoint.compressionId)
    // Asked for in so many words: the app wants copies.
    if (made?.trigger === 'manual' && made.strategy === 'extractive') return false
    await createPendingCompression(tx, ports, 'upgrade', 'auto', made?.instructions ?? null, checkpoint.id)
    return true
  })
}
