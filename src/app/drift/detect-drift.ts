import { DomainError } from '../../domain/errors.js'
import type { Intent } from '../../domain/drift/indicator.js'
import { stepOf, stepOfText, type Step } from '../../domain/drift/step.js'
import { judgeDrift, type DriftAnswer } from '../../domain/drift/verdict.js'
import { exactTexts } from '../../domain/ledger/ledger-block.js'
import type { Session } from '../../domain/session/session.js'
import type { SourceMessage } from '../../domain/source/types.js'
import { compareMeaning } from './embed-similarity.js'
import type { Ports } from '../ports/ports.js'
import { readIntent } from './read-intent.js'
import { readSession } from '../shared/read-session.js'
import { pagesBefore, readRecentMessages } from './recent-messages.js'
import { recoverExcerpts, type RecoveredExcerpt } from './recover-excerpts.js'

export type DriftPorts = Pick<Ports, 'store' | 'model' | 'settings'>

export interface DriftReport extends DriftAnswer {
  /** The message that was judged; null: an action that is only described. */
  seq: number | null
  intent: Intent
  /** What to come back with; empty when there is no drift. */
  excerpts: RecoveredExcerpt[]
}

/** What is judged: where it stands, and what it says. */
interface Judged {
  seq: number | null
  before: number
  step: Step
}

/** The last assistant message is looked for among so many. */
const REACH = 200
const CHECKPOINTS = 20
/** Of a system prompt: manuals of an app are longer than they are telling. */
const SYSTEM_CHARS = 20_000

/** Whether an action, or the newest step of the assistant, still belongs to the session; a drift is told as an event. [Q3]
 * Throws session_not_found, and invalid_request when there is nothing to judge. */
export async function detectDrift(
  ports: DriftPorts,
  { sessionId, appId, action }: { sessionId: string; appId: string | null; action?: string },
): Promise<DriftReport> {
  const session = await readSession(ports, sessionId, appId)
  const judged = action === undefined ? await newestStep(ports, session) : described(session, action)
  if (!judged) {
    const fault = {
      path: 'body.action',
      expected: 'an action, because the assistant has not said anything lately',
      received: 'nothing',
    }
    throw new DomainError('invalid_request', 'There is nothing to judge.', {}, [fault])
  }
  const report = await judge(ports, session, judged, session.compressedAtSeq)
  if (report.verdict === 'DRIFT_DETECTED') await emitDrift(ports, sessionId, report, null)
  return report
}

/** The check after a compression: looks at the newest step, and tells of drift only as an event. Never throws: what it says is worth less than
 * what it follows. [Q3] [P6]
 * @param compressedAtSeq newest message when the compression before this one completed */
export async function watchDrift(
  ports: DriftPorts & Pick<Ports, 'log'>,
  { sessionId, compressionId, compressedAtSeq }: { sessionId: string; compressionId: string; compressedAtSeq: number },
): Promise<void> {
  try {
    const session = await readSession(ports, sessionId, null)
    const judged = await newestStep(ports, session)
    if (!judged) return
    const report = await judge(ports, session, judged, compressedAtSeq)
    if (report.verdict === 'DRIFT_DETECTED') await emitDrift(ports, sessionId, report, compressionId)
  } catch (error) {
    ports.log.warn({ sessionId, compressionId, err: error }, 'drift could not be looked for')
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
  const written = (await ports.store.openLedger(session.id, 1)).filter(({ kind }) => kind === 'artifact')
  const system = session.systemPrompt?.slice(0, SYSTEM_CHARS)
  const answer = judgeDrift({
    step,
    intent,
    messages,
    known: [
      system ?? '',
      ...exactTexts(session),
      session.goals?.progress?.text ?? '',
      ...checkpoints.map(({ text }) => text),
    ],
    stepsSinceCompression: stepsSince(messages, compressedAtSeq, before),
    artifacts: written.length,
    meaning: await compareMeaning(ports, { intent, step, messages }),
  })
  const excerpts =
    answer.verdict === 'ALIGNED' ? [] : await recoverExcerpts(ports, session, [intent.text, lastAsked(messages)])
  return { ...answer, seq, intent, excerpts }
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

/** Steps of the assistant since a compression, the one before which the messages end included; null: there was none before it. */
function stepsSince(messages: readonly SourceMessage[], compressedAtSeq: number, before: number): number | null {
  if (compressedAtSeq === 0 || before <= compressedAtSeq) return null
  return messages.filter(({ role, seq }) => role === 'assistant' && seq > compressedAtSeq).length + 1
}

/** What was last said in the user role. */
function lastAsked(messages: readonly SourceMessage[]): string {
  const asked = messages.findLast(({ role, parts }) => role === 'user' && parts.some(({ kind }) => kind === 'text'))
  return (asked?.parts ?? []).flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n')
}

/** Numbers only: events hold nothing of what was said. */
async function emitDrift(
  { store }: DriftPorts,
  sessionId: string,
  report: DriftReport,
  compressionId: string | null,
): Promise<void> {
  const { seq, score, indicators, intent, excerpts } = report
  const data = {
    seq,
    score,
    indicators: Object.fromEntries(
      indicators.map((indicator) => [indicator.name, indicator.weight > 0 ? indicator.score : null]),
    ),
    intent: intent.source,
    excerpts: excerpts.map((excerpt) => excerpt.seq),
    compressionId,
  }
  await store.change(sessionId, null, async (tx) => tx.emit({ type: 'drift-detected', data }))
}
