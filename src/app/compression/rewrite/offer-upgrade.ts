import { admission } from '../../../domain/model/breaker.js'
import { DomainError } from '../../../domain/errors.js'
import { mayWrite } from '../../../domain/model/model-record.js'
import { IDLE_MS } from '../../models/idle.js'
import { askedWaitMs, ModelPermit } from '../../models/model-permit.js'
import type { Ports } from '../../../ports/ports.js'
import { createPendingCompression } from '../check-budget.js'
import { provisionalIn } from '../read-provisional.js'

/** A checkpoint that a model could not improve is offered again after a day: operators change models. */
const OFFER_AGAIN_MS = 86_400_000
/** Checkpoints considered per call. Those whose model may not be called are skipped. */
const CANDIDATES = 20

interface Found {
  sessionId: string
  checkpointId: string
}

/** Creates one pending upgrade if an extractive checkpoint of an idle session waits for a model that may be called. Returns false if there
 * is none. Also notices when an unavailable model server answers again. [V5] [V6] */
export async function offerUpgrade(ports: Ports): Promise<boolean> {
  if (!(await isServerUsable(ports))) return false
  const now = ports.clock.now()
  const when = { idleSince: new Date(now.getTime() - IDLE_MS), triedBefore: new Date(now.getTime() - OFFER_AGAIN_MS) }
  for (const found of await ports.store.upgradable(when, CANDIDATES))
    if (await offerOne(ports, found, when.idleSince)) return true
  return false
}

/** A checkpoint that cannot be offered is skipped for a day, so that it does not block the others. [P11] */
async function offerOne(ports: Ports, found: Found, idleSince: Date): Promise<boolean> {
  try {
    return await offer(ports, found, idleSince)
  } catch (error) {
    if (error instanceof DomainError && error.code === 'store_unavailable') throw error
    ports.log.error({ ...found, err: error }, 'upgrade could not be offered')
    await ports.store.noteOffer(found)
    return false
  }
}

/** Probes a server whose back-off is over by asking for its list of models, which is cheap. */
async function isServerUsable(ports: Ports): Promise<boolean> {
  const { modelServer } = ports.settings
  const state = await ports.store.changeModelHealth(modelServer, { model: null }, (health) => ({
    health,
    result: admission(health.breaker, ports.clock.now()),
  }))
  if (state !== 'trial') return state === 'free'
  const fault = await ports.model.fault()
  if (fault === null) return true
  const permit = new ModelPermit(ports, { model: '', appId: '' })
  if ((await permit.takeServer()) === 'trial') await permit.failed(fault.failure, askedWaitMs(fault))
  return false
}

async function offer(ports: Ports, found: Found, idleSince: Date): Promise<boolean> {
  const session = await ports.store.session(found.sessionId, null)
  if (!session) return false
  if ((await ports.quotas.modelWaitSeconds(session.appId)) !== null) return false
  const model = ports.settings.summaryModel ?? session.model
  const may = await ports.store.changeModelHealth(
    ports.settings.modelServer,
    { model, appId: session.appId },
    (health) => {
      const now = ports.clock.now()
      // Trials are for pending compressions; an extractive checkpoint waits for a proven model. [V8]
      return {
        health,
        result: admission(health.breaker, now) !== 'forbidden' && mayWrite(health.record, now) === 'free',
      }
    },
  )
  if (!may) return false
  return ports.store.change(found.sessionId, null, async (tx) => {
    const checkpoint = (await tx.checkpoints()).find(({ id }) => id === found.checkpointId)
    const quiet = tx.session.lastActivityAt < idleSince && tx.session.compressor.state === 'idle'
    if (!checkpoint || !quiet || (await tx.activeCompression())) return false
    await tx.noteUpgrade(checkpoint.id, ports.clock.now())
    const made = await tx.compression(checkpoint.compressionId)
    // The app requested an extractive checkpoint.
    if (made?.trigger === 'manual' && made.strategy === 'extractive') return false
    // The next compression asks the model about it. Only in a session idle for a day it is worth a call of its own.
    const isLeft = tx.session.lastActivityAt.getTime() < ports.clock.now().getTime() - OFFER_AGAIN_MS
    if (!isLeft && (await provisionalIn(tx))?.id === checkpoint.id) return false
    await createPendingCompression(tx, ports, 'upgrade', 'auto', made?.instructions ?? null, checkpoint.id)
    return true
  })
}
