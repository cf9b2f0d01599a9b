import { assembleContext } from '../../domain/context/context.js'
import { DomainError } from '../../domain/errors.js'
import type { JsonObject } from '../../domain/json/json.js'
import { admission } from '../../domain/model/breaker.js'
import { usedTokens } from '../../domain/session/budget.js'
import { fitLimit } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import { skipOf, turnOf } from '../../domain/warm-up/warm-up.js'
import type { Ports, SessionRecords, WarmUpResult } from '../../ports/ports.js'
import { contextContents } from '../shared/context-contents.js'
import { contextRecords } from '../shared/context-records.js'
import type { ColdSessions } from './cold-sessions.js'
import { evaluatePrompt } from './evaluate-prompt.js'
import { readerPrompt, type Prompt } from './reader-prompt.js'

/** Has Ollama evaluate the prompt of one session that a worker changed, so that the user does not wait for that. Returns false
 * if no session waits for one, or the model is needed elsewhere. Call it only when no compression is pending. [P12] [P6] */
export async function offerWarmUp(ports: Ports, cold: ColdSessions, signal: AbortSignal): Promise<boolean> {
  while (cold.size > 0) {
    if (signal.aborted || (await ports.store.wantsModel())) return false
    const id = cold.take()
    if (id === null) return false
    const result = await offerOne(ports, id, signal)
    if (result === 'gave-way') cold.add(id)
    if (result !== null) return true
  }
  return false
}

/** A session that cannot be read or evaluated does not block the others. [P11] */
async function offerOne(ports: Ports, sessionId: string, signal: AbortSignal): Promise<WarmUpResult | null> {
  try {
    const session = await ports.store.session(sessionId, null)
    return session?.coldPrompt ? await offer(ports, session, signal) : null
  } catch (error) {
    if (error instanceof DomainError && error.code === 'store_unavailable') throw error
    ports.log.error({ sessionId, err: error }, 'a prompt could not be evaluated early')
    return null
  }
}

/** Returns what the call of the model came to; null: it was not called. */
async function offer(ports: Ports, session: Session, signal: AbortSignal): Promise<WarmUpResult | null> {
  const skip = skipOf(session, ports.clock.now()) ?? (await modelSkip(ports, session))
  if (skip !== null) return drop(ports, session, skip)
  if ((await ports.quotas.modelWaitSeconds(session.appId)) !== null) return drop(ports, session, 'quota')
  const records = await ports.store.records(session.id, null)
  if (!records) return null
  const turn = turnOf(records.entries, session.coldPrompt!)
  // The append of the answer wakes a worker.
  if (turn === 'answer-pending') return null
  if (turn === 'new-message') return drop(ports, session, turn)
  if (usedTokens(records.session.tokenCounts) > fitLimit(records.session)) return drop(ports, session, 'too-large')
  const prompt = await promptOf(ports, records)
  if (!(await take(ports, records.session))) return null
  return evaluatePrompt(ports, records.session, { ...prompt, members: membersOf(session) }, signal)
}

/** Trials of a half-open breaker are for pending compressions. */
async function modelSkip(ports: Ports, { model, appId }: Session): Promise<WarmUpResult | null> {
  const isFree = (subject: { model: string; appId: string } | { model: null }) =>
    ports.store.changeModelHealth(ports.settings.modelServer, subject, (health) => ({
      health,
      result: admission(health.breaker, ports.clock.now()) === 'free',
    }))
  if (!(await isFree({ model: null })) || !(await isFree({ model, appId }))) return 'model-unavailable'
  return (await ports.model.window(model)) === null ? 'not-served' : null
}

async function promptOf(ports: Ports, records: SessionRecords): Promise<Prompt> {
  const { session, reductions } = records
  const context = assembleContext(contextRecords(records))
  const seqs = context.flatMap((entry) => (entry.kind === 'message' ? [entry.entry.seq] : []))
  const contents = await contextContents(ports, { sessionId: session.id, seqs, reductions })
  return readerPrompt(session.reader!, session, context, contents)
}

function membersOf({ reader }: Session): JsonObject {
  return JSON.parse(reader!.members) as JsonObject
}

/** Takes the work from other workers. Returns false if the session changed since it was read. */
function take(ports: Ports, { id, version, lastSeq }: Session): Promise<boolean> {
  return ports.store.change(id, null, (tx) => {
    const { session } = tx
    if (!session.coldPrompt || session.version !== version || session.lastSeq !== lastSeq) return Promise.resolve(false)
    tx.change({ coldPrompt: undefined })
    return Promise.resolve(true)
  })
}

async function drop(ports: Ports, session: Session, reason: WarmUpResult): Promise<null> {
  await ports.store.change(session.id, null, (tx) => {
    if (tx.session.version === session.version) tx.change({ coldPrompt: undefined })
    return Promise.resolve()
  })
  ports.telemetry.warmUp(reason)
  ports.log.debug({ sessionId: session.id, reason }, 'a changed prompt is not evaluated early')
  return null
}
