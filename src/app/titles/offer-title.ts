import { isQuality, mayTitle, mayWrite } from '../../domain/model/model-record.js'
import { DomainError } from '../../domain/errors.js'
import { admission } from '../../domain/model/breaker.js'
import { personWords } from '../../domain/attribution/person-words.js'
import { titlePrompt, titleSeqs, verifyTitle, type TitleSource } from '../../domain/titles/title.js'
import type { SourceMessage } from '../../domain/source/types.js'
import type { Session } from '../../domain/session/session.js'
import { IDLE_MS } from '../models/idle.js'
import { acquirePermit } from '../models/acquire-permit.js'
import { askedWaitMs } from '../models/model-permit.js'
import { promptSize } from '../models/prompt-size.js'
import { withAnySignal } from '../../ports/any-signal.js'
import { ModelError, type Ports } from '../../ports/ports.js'
import { readSpan } from '../shared/read-span.js'

/** Sessions considered per call. Those whose model may not be called are skipped. */
const CANDIDATES = 20
const ANSWER_TOKENS = 40
/** Longest wait for a title. A compression that becomes pending meanwhile waits for it. */
const TITLE_MS = 60_000

/** Has a model name one idle session whose policy asks for titles, and stores the title if the check accepts it. Returns false if no session waits
 * for one. Each session is asked about once. Call it only when no compression is pending. [V8] [P6] */
export async function offerTitle(ports: Ports, signal: AbortSignal): Promise<boolean> {
  const idleSince = new Date(ports.clock.now().getTime() - IDLE_MS)
  for (const id of await ports.store.untitled(idleSince, CANDIDATES)) {
    if (signal.aborted) return false
    if (await offerOne(ports, id, signal)) return true
  }
  return false
}

/** A session that cannot be read or asked about does not block the others. [P11] */
async function offerOne(ports: Ports, sessionId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const session = await ports.store.session(sessionId, null)
    return session !== null && (await mayAsk(ports, session)) && (await title(ports, session, signal))
  } catch (error) {
    if (error instanceof DomainError && error.code === 'store_unavailable') throw error
    ports.log.error({ sessionId, err: error }, 'a title could not be asked for')
    return false
  }
}

function modelOf({ settings }: Pick<Ports, 'settings'>, session: Session): string {
  return settings.summaryModel ?? session.model
}

/** Trials are for pending compressions. */
async function mayAsk(ports: Ports, session: Session): Promise<boolean> {
  if ((await ports.quotas.modelWaitSeconds(session.appId)) !== null) return false
  const subject = { model: modelOf(ports, session), appId: session.appId }
  return ports.store.changeModelHealth(ports.settings.modelServer, subject, (health) => {
    const now = ports.clock.now()
    const isFree = admission(health.breaker, now) === 'free' && mayWrite(health.record, now) === 'free'
    return { health, result: isFree && mayTitle(health.record) }
  })
}

/** Returns whether the session is done. */
async function title(ports: Ports, session: Session, signal: AbortSignal): Promise<boolean> {
  const model = modelOf(ports, session)
  const { permit, ...given } = await acquirePermit(ports, { model, appId: session.appId })
  if (permit === null || !('window' in given)) return false
  const startedAtMs = ports.clock.monotonicMs()
  try {
    const { windowTokens, scale } = await promptSize(ports, model, given, session)
    const messages = await ports.store.messages(session.id, titleSeqs(session.lastSeq))
    const source = await readSpan(messages, { removed: new Set() })
    const { system, prompt, texts } = titlePrompt(source.map(textOf))
    const promptTokens = Math.round((ports.tokenizer.count(system) + ports.tokenizer.count(prompt)) * scale.ratio)
    const asked = { model, system, prompt, schema: null, windowTokens, promptTokens, maxOutputTokens: ANSWER_TOKENS }
    const { text } = await withAnySignal([signal, AbortSignal.timeout(TITLE_MS)], (stop) =>
      ports.model.chat({ ...asked, signal: stop }),
    )
    await permit.answered()
    const verdict = verifyTitle(text, texts)
    await permit.noteTitle(verdict.accepted)
    await store(ports, session, verdict.accepted ? verdict.title : null)
    return true
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    await permit.failed(error.failure, askedWaitMs(error))
    // What the model cannot say, end, or write in time, it could not the next time either.
    if (!isQuality(error.failure) && (error.failure !== 'aborted' || signal.aborted)) return false
    await permit.noteTitle(false)
    await store(ports, session, null)
    return true
  } finally {
    await permit.giveBack()
    await ports.quotas.noteModelSeconds(session.appId, (ports.clock.monotonicMs() - startedAtMs) / 1_000)
  }
}

function textOf({ seq, role, parts }: SourceMessage): TitleSource {
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
  return { seq, role, text: role === 'user' ? personWords(text) : text }
}

async function store(ports: Ports, { id, lastSeq: seq }: Session, text: string | null): Promise<void> {
  await ports.store.change(id, null, (tx) => {
    const { session } = tx
    const model = modelOf(ports, session)
    const title = { text, seq, model }
    const version = text === null ? session.version : session.version + 1
    tx.change({ title, version })
    if (text !== null) tx.emit({ type: 'session-updated', data: { changed: ['title'], version } })
    return Promise.resolve()
  })
}
