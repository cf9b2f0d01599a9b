import type { JsonObject } from '../../domain/json/json.js'
import type { Session } from '../../domain/session/session.js'
import { noteColdPrompt } from '../../domain/warm-up/warm-up.js'
import { loadedWindowOf } from '../models/loaded-window.js'
import { acquirePermit } from '../models/acquire-permit.js'
import { askedWaitMs } from '../models/model-permit.js'
import { abortWhen } from '../models/abort-when.js'
import { withAnySignal } from '../../ports/any-signal.js'
import { ModelError, type Evaluation, type Ports, type WarmUpResult } from '../../ports/ports.js'
import type { Prompt } from './reader-prompt.js'

interface Asked extends Prompt {
  /** Members of the reader's request. */
  members: JsonObject
}

/** Has the session's model read a prompt, under the rules of all calls to models. Stops when a compression needs the model: the
 * prompt is then cold again. Returns what came of it. */
export async function evaluatePrompt(
  ports: Ports,
  session: Session,
  asked: Asked,
  signal: AbortSignal,
): Promise<WarmUpResult> {
  const { permit, ...given } = await acquirePermit(ports, { model: session.model, appId: session.appId })
  if (permit === null || !('window' in given)) {
    return giveUp(ports, session, 'model-unavailable')
  }
  const startedAtMs = ports.clock.monotonicMs()
  const call = abortWhen(
    async () => ((await ports.store.wantsModel()) ? 'a compression needs the model' : null),
    ports.log,
  )
  try {
    const { model } = session
    const windowTokens = await loadedWindowOf(ports, model, session, given.window.tokens)
    const evaluation = await withAnySignal([signal, call.signal], (stop) =>
      ports.model.evaluate({ ...asked, model, windowTokens, signal: stop }),
    )
    if (evaluation) await permit.answered()
    return evaluation ? await report(ports, session, evaluation) : await giveUp(ports, session, 'not-served')
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    await permit.failed(error.failure, askedWaitMs(error))
    return await giveUp(ports, session, call.signal.aborted ? 'gave-way' : error.failure)
  } finally {
    call.end()
    await permit.giveBack()
    await ports.quotas.noteModelSeconds(session.appId, (ports.clock.monotonicMs() - startedAtMs) / 1_000)
  }
}

async function report(
  ports: Ports,
  session: Session,
  { promptTokens, ...evaluation }: Evaluation,
): Promise<WarmUpResult> {
  const durationMs = Math.round(evaluation.durationMs)
  ports.telemetry.warmUp('evaluated', durationMs / 1_000)
  ports.log.info({ sessionId: session.id, promptTokens, durationMs }, 'a changed prompt was evaluated early')
  const { version, lastSeq } = session
  await ports.store.change(session.id, null, (tx) => {
    tx.emit({ type: 'prompt-evaluated', data: { version, lastSeq, promptTokens, durationMs } })
    return Promise.resolve()
  })
  return 'evaluated'
}

async function giveUp(ports: Ports, { id, version }: Session, reason: WarmUpResult): Promise<WarmUpResult> {
  ports.telemetry.warmUp(reason)
  ports.log.debug({ sessionId: id, reason }, 'a changed prompt was not evaluated early')
  if (reason !== 'gave-way') return reason
  await ports.store.change(id, null, (tx) => {
    if (tx.session.version === version) tx.change(noteColdPrompt(tx.session, tx.now))
    return Promise.resolve()
  })
  return reason
}
