import type { CheckpointLine, Summarizer } from '../../../domain/checkpoint/checkpoint.js'
import type { ModelAttempt, WithoutModel } from '../../../domain/compression/compression.js'
import type { Stated } from '../../../domain/model/help.js'
import { briefOf } from '../../../domain/goal/brief.js'
import type { Goal } from '../../../domain/goal/goal.js'
import { chunkSource } from '../../../domain/source/chunks.js'
import type { SourceMessage } from '../../../domain/source/types.js'
import { IDLE_MS } from '../../models/idle.js'
import { modelHealthIssues } from '../../models/model-health.js'
import { acquirePermit } from '../../models/acquire-permit.js'
import { promptSize } from '../../models/prompt-size.js'
import type { Ports } from '../../../ports/ports.js'
import { contentKind, SpanCalls, type Span } from './span-calls.js'
import { chunksOf } from './span-chunks.js'

/** What a model wrote for a span: the accepted lines, and the record of every call. Without lines the checkpoint is extractive. */
export interface Written {
  lines: CheckpointLine[]
  summarizer: Summarizer
  attempts: ModelAttempt[]
  /** Invented anchors; their lines were dropped. */
  invented: number
  /** Absent: no model was called. */
  stated?: Stated
  /** Why the model was not called, or not for every chunk; null if it was or none was wanted. */
  withoutModel: WithoutModel | null
  /** Goals at the time of the calls. */
  goals: readonly Goal[]
  /** What the model read in place of the messages; absent if it read those. */
  source?: SourceMessage[]
}

/** Fewest tokens requested for one of many chunks. Surplus lines leave the checkpoint by rank, but lines cut off by the limit are lost. */
const MIN_CHUNK_TARGET_TOKENS = 300

const EXTRACTIVE = { lines: [], summarizer: { kind: 'extractive' } } satisfies Partial<Written>

/** Whether the model answered lately, and nothing forbids a call. Without a model there is nothing to wait for. */
async function canAskLater(ports: Ports, { session }: Span): Promise<boolean> {
  const model = ports.settings.summaryModel ?? session.model
  return ports.model.windowAtHand(model) !== null && (await modelHealthIssues(ports, session)).length === 0
}

/** Whether the model that is to write also answers this conversation now. An app that asks for a compression, and the upgrade of an idle
 * session, come at their own time. [P12] */
function isLive({ clock }: Pick<Ports, 'clock'>, { session, compression }: Span, model: string): boolean {
  const idleMs = clock.now().getTime() - session.lastActivityAt.getTime()
  return compression.trigger === 'budget' && model === session.model && idleMs < IDLE_MS
}

/** Calls the model chunk by chunk, oldest first, each within the model's own window, while the permit holds. [V1] [V2] [V5] [V6] [V8]
 * Does not throw when the model fails: extractive lines replace what it did not write. */
export async function summarizeSpan(ports: Ports, span: Span, signal: AbortSignal): Promise<Written> {
  const { session, compression } = span
  const model = ports.settings.summaryModel ?? session.model
  const goals = session.goals ? await ports.store.goals(session.id) : []
  if (compression.strategy === 'extractive')
    return { ...EXTRACTIVE, attempts: [], invented: 0, withoutModel: null, goals }
  if (span.waitsForMore && (await canAskLater(ports, span)))
    return { ...EXTRACTIVE, attempts: [], invented: 0, withoutModel: 'small-span', goals }
  if ((await ports.quotas.modelWaitSeconds(session.appId)) !== null)
    return { ...EXTRACTIVE, attempts: [], invented: 0, withoutModel: 'quota-exceeded', goals }
  const summary = { content: contentKind(span), isLive: isLive(ports, span, model) }
  const given = await acquirePermit(ports, { model, appId: session.appId, summary })
  if (given.permit === null)
    return { ...EXTRACTIVE, attempts: [], invented: 0, withoutModel: given.withoutModel, goals }
  const size = await promptSize(ports, model, given, session)
  const call = new SpanCalls(ports, { ...span, goal: briefOf(goals) }, size, given.permit, signal)
  const whole = await chunksOf(span, goals, call.freeTokens)
  const source = whole.length === 1 ? undefined : span.shorter
  const chunks = source ? chunkSource(source, call.freeTokens) : whole
  try {
    for (const chunk of chunks) {
      if (call.hopeless) break
      await call.chunk(chunk, Math.max(MIN_CHUNK_TARGET_TOKENS, Math.floor(call.target / chunks.length)))
    }
  } finally {
    await given.permit.giveBack()
  }
  const { lines, attempts, invented, stated, accepted, withoutModel } = call
  if (lines.length === 0) return { ...EXTRACTIVE, attempts, invented, stated, withoutModel, goals }
  return {
    lines,
    attempts,
    invented,
    stated,
    withoutModel,
    goals,
    ...(source ? { source } : {}),
    summarizer: { kind: accepted === chunks.length ? 'llm' : 'mixed', model },
  }
}
