import { invalidRequest } from '../../domain/errors.js'
import type { Intent } from '../../domain/drift/indicator.js'
import { stepOf, stepOfText, type Step } from '../../domain/drift/step.js'
import { driftAdvice, type DriftAdvice } from '../../domain/drift/advice.js'
import type { DriftAnswer } from '../../domain/drift/verdict.js'
import { compute } from '../../threads/compute.js'
import { exactTexts } from '../../domain/ledger/ledger-block.js'
import type { Session } from '../../domain/session/session.js'
import { sourceChars } from '../../domain/source/source.js'
import type { SourceMessage } from '../../domain/source/types.js'
import { advanceTo } from '../cut/advance-watermark.js'
import { compareMeaning } from './embed-similarity.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { readIntent } from './read-intent.js'
import { readSession } from '../shared/read-session.js'
import { pagesBefore, readRecentMessages } from './recent-messages.js'
import { recoverExcerpts, type RecoveredExcerpt } from './recover-excerpts.js'

export type DriftPorts = Pick<Ports, 'store' | 'model' | 'settings'>

export interface DriftReport extends DriftAnswer, DriftAdvice {
  /** The message that was judged; null: the caller described an action. */
  seq: number | null
  intent: Intent
  /** Excerpts that bring the session back to its intent. Empty if there is no drift. */
  excerpts: RecoveredExcerpt[]
}

/** The step to judge. `before` is the first `seq` after the messages it is compared with. */
interface Judged {
  seq: number | null
  before: number
  step: Step
}

/** Number of newest messages searched for the last step of the assistant. */
const REACH = 200
const CHECKPOINTS = 20
/** Characters used of a system prompt. The rest of a long manual adds little. */
const SYSTEM_CHARS = 20_000

/** Judges whether an action, or the assistant's newest step, still serves the session's intent. [Q3]
 * Emits an event on drift. Throws session_not_found. Throws invalid_request if there is no step to judge. */
export async function detectDrift(
  ports: DriftPorts,
  { sessionId, appId, action }: SessionAddress & { action?: string },
): Promise<DriftReport> {
  const session = await readSession(ports, { sessionId, appId })
  const judged = action === undefined ? await newestStep(ports, session) : described(session, action)
  if (!judged) {
    const expected = `an action, because the last ${REACH} messages contain no text of the assistant`
    throw invalidRequest('body.action', expected, 'nothing', 'No step to judge; describe an action in the body.')
  }
  const report = await judge(ports, session, judged, session.compressedAtSeq)
  if (report.verdict === 'DRIFT_DETECTED') await emitDrift(ports, sessionId, report, null)
  return report
}

/** Judges the newest step after a compression and emits an event on drift. Never throws: a failed check must not fail
 * the compression. [Q3] [P6]
 * @param compressedAtSeq newest message when the previous compression completed */
export async function watchDrift(
  ports: DriftPorts & Pick<Ports, 'log'>,
  { sessionId, compressionId, compressedAtSeq }: { sessionId: string; compressionId: string; compressedAtSeq: number },
): Promise<void> {
  try {
    const session = await readSession(ports, { sessionId, appId: null })
    const judged = await newestStep(ports, session)
    if (!judged) return
    const report = await judge(ports, session, judged, compressedAtSeq)
    if (report.verdict === 'DRIFT_DETECTED') await emitDrift(ports, sessionId, report, compressionId)
  } catch (error) {
    ports.log.warn({ sessionId, compressionId, err: error }, 'drift check failed')
  }
}

async function judge(
  ports: DriftPorts,
  session: Session,
  judged: Judged,
  compressedAtSeq: number,
): Promise<DriftReport> {
  const { step, seq, before } = judged
  const intent = await readIntent(ports, session)
  const messages = await readRecentMessages(ports, session.id, before)
  const checkpoints = await ports.store.checkpoints(session.id, { limit: CHECKPOINTS })
  const artifacts = (await ports.store.openLedger(session.id, 1)).filter(({ kind }) => kind === 'artifact')
  const system = session.systemPrompt?.slice(0, SYSTEM_CHARS)
  const known = [
    system ?? '',
    ...exactTexts(session),
    session.goals?.progress?.text ?? '',
    ...checkpoints.map(({ text }) => text),
  ]
  const answer = await compute('judgeDrift', sourceChars(messages) + known.join('').length, {
    step,
    intent,
    messages,
    known,
    stepsSinceCompression: stepsSince(messages, compressedAtSeq, before),
    artifacts: artifacts.length,
    meaning: await compareMeaning(ports, { intent, step, messages }),
  })
  const excerpts =
    answer.verdict === 'ALIGNED' ? [] : await recoverExcerpts(ports, session, [intent.text, lastRequest(messages)])
  return { ...answer, ...driftAdvice(answer.verdict, excerpts), seq, intent, excerpts }
}

async function newestStep(ports: Pick<Ports, 'store'>, session: Session): Promise<Judged | null> {
  for await (const page of pagesBefore(ports, session.id, session.lastSeq + 1, REACH)) {
    const message = page.findLast(({ role, parts }) => role === 'assistant' && stepOf({ parts }).text.trim() !== '')
    if (message) return { seq: message.seq, before: message.seq, step: stepOf(message) }
  }
  return null
}

function described(session: Session, action: string): Judged {
  return { seq: null, before: session.lastSeq + 1, step: stepOfText(action) }
}

/** Counts the assistant's steps since the last compression, including the judged one; null if none precedes it. */
function stepsSince(messages: readonly SourceMessage[], compressedAtSeq: number, before: number): number | null {
  if (compressedAtSeq === 0 || before <= compressedAtSeq) return null
  return messages.filter(({ role, seq }) => role === 'assistant' && seq > compressedAtSeq).length + 1
}

/** Returns the text of the last message in the user role; empty if there is none. */
function lastRequest(messages: readonly SourceMessage[]): string {
  const request = messages.findLast(({ role, parts }) => role === 'user' && parts.some(({ kind }) => kind === 'text'))
  return (request?.parts ?? []).flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
}

/** Emits the drift event with scores and message numbers only: events never contain conversation text. */
async function emitDrift(
  { store }: DriftPorts,
  sessionId: string,
  report: DriftReport,
  compressionId: string | null,
): Promise<void> {
  const { seq, score, action, recommendation, indicators, intent, excerpts } = report
  const data = {
    seq,
    score,
    action,
    recommendation,
    indicators: Object.fromEntries(
      indicators.map((indicator) => [indicator.name, indicator.weight > 0 ? indicator.score : null]),
    ),
    intent: intent.source,
    excerpts: excerpts.map((excerpt) => excerpt.seq),
    compressionId,
  }
  await store.change(sessionId, null, async (tx) => {
    tx.emit({ type: 'drift-detected', data })
    // The step opened another task. What was called before it leaves with the next cut that is worth it. [D4]
    if (seq !== null && tx.session.policy.watermark?.onDrift) advanceTo(tx, { seq, callId: null, name: null }, 'drift')
  })
}
