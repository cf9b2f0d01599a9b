import { NO_TOKENS, usedTokens } from '../../domain/session/budget.js'
import { assembleContext } from '../../domain/context/context.js'
import { DomainError } from '../../domain/errors.js'
import type { Format, Json, NewMessage, Origin } from '../../domain/message.js'
import type { Preset } from '../../domain/session/policy.js'
import { reductionsBySeq } from '../../domain/context/reduction.js'
import { reportOf, type ReductionReport } from '../../domain/reductions/report.js'
import { renderContext } from '../shared/render-context.js'
import {
  advanceWatermark,
  callsOf,
  isNamed,
  NO_WATERMARK,
  type BoundaryCall,
  type Watermark,
  type BoundaryName,
} from '../../domain/session/watermark.js'
import { countFixed } from '../ingest/count-fixed.js'
import { acceptMessages } from '../ingest/accept-messages.js'
import { policyOf, type PolicyOverrides } from '../../domain/session/policy-overrides.js'
import type { Ports } from '../../ports/ports.js'
import { reduceConversation, type Conversation } from './reduce-conversation.js'
import { sizeSession, type SizeRequest } from '../../domain/session/session-size.js'
import { UNKNOWN_SCALE } from '../../domain/session/token-scale.js'
import { ingestMessage, type Counted } from '../ingest/assign-seq.js'

export interface CompactInput extends SizeRequest {
  format: Format
  /** Exact JSON text of each message. */
  raw: string[]
  values: Json[]
  origins?: readonly (Origin | null | undefined)[]
  systemPrompt?: string | null
  /** Exact JSON text of the array of tool schemas. */
  tools?: string | null
  preset?: Preset
  policy?: PolicyOverrides
  watermark?: BoundaryName
  /** Tool groups before that boundary that stay. */
  keepBefore?: number
}

export interface Compacted {
  /** System text for formats with a separate system field; null: none. */
  system: string | null
  /** JSON text of each message. */
  messages: string[]
  report: ReductionReport
}

/** Applies the deterministic rules to a conversation and stores nothing. Uses the same rules as a session. [D1]–[D6]
 * Placeholders say that the caller has the original, and name it by `part_<message>_<part>`, with both indexes
 * counted from 0 in the request.
 * Throws invalid_request. Throws not_found if the watermark names an unknown message or call. */
export async function compactMessages(
  ports: Pick<Ports, 'tokenizer' | 'clock'>,
  input: CompactInput,
): Promise<Compacted> {
  const { limit, reserve } = sizeSession(input, null)
  const [fixed, { measured }] = await Promise.all([
    countFixed(ports, input.systemPrompt ?? null, input.tools ?? null),
    // Nothing is stored, so what a provider would refuse is repaired instead.
    acceptMessages(ports, { ...input, validation: 'lenient' }),
  ])
  const preset = input.preset ?? 'checkpointed'
  const policy = policyOf(preset, input.policy)
  const tokenCounts = { ...NO_TOKENS, ...fixed }
  const empty: Conversation = {
    limit,
    reserve,
    scale: UNKNOWN_SCALE,
    preset,
    policy,
    tokenCounts,
    ledger: null,
    openCalls: [],
    lastSeq: 0,
    lastSpokenSeq: 0,
    turn: 0,
  }
  const messages: NewMessage[] = []
  let counted: Counted = empty
  for (const one of measured) {
    const ingested = ingestMessage(counted, `msg_${messages.length}`, one, input.format)
    messages.push(ingested.message)
    counted = ingested.counted
  }
  const watermark = boundaryOf(messages, input, policy.watermark?.tools ?? [])
  const conversation = { ...empty, ...counted, watermark }
  const tokensBefore = usedTokens(conversation.tokenCounts)
  const parsed = measured.map(({ message }) => message)
  const reduced = await reduceConversation(ports, conversation, messages, parsed)
  const { lastSpokenSeq } = conversation
  const context = assembleContext({
    entries: reduced.entries,
    checkpoints: [],
    lastSpokenSeq,
    ledger: null,
    goals: null,
  })
  const contents = {
    messages: new Map(messages.map((message) => [message.seq, { ...message, sessionId: '', createdAt: UNUSED_TIME }])),
    reductions: reductionsBySeq(reduced.reductions),
  }
  const rendered = await renderContext(input.format, input.systemPrompt ?? null, context, contents)
  return { ...rendered, report: reportOf(conversation, reduced, tokensBefore) }
}

/** The messages are not stored, so no code reads their creation time. */
const UNUSED_TIME = new Date(0)

function boundaryOf(
  messages: readonly NewMessage[],
  { watermark: named, keepBefore }: Pick<CompactInput, 'watermark' | 'keepBefore'>,
  boundaryTools: readonly string[],
): Watermark {
  const calls = callsOf(messages)
  const mark = advanceWatermark(NO_WATERMARK, calls, boundaryTools)
  if (!named) return mark
  const seq = 'seq' in named ? named.seq : namedCall(calls, named)?.seq
  if (seq === undefined || seq > messages.length) {
    throw new DomainError('not_found', 'The watermark names a message or call that is not in the request.', {
      ...named,
    })
  }
  return { ...mark, seq: Math.max(mark.seq, seq), ...(keepBefore === undefined ? {} : { keepBefore }) }
}

/** Returns the first call of a tool, or the newest call with an id, because clients reuse ids. [D4] */
function namedCall(calls: readonly BoundaryCall[], named: Exclude<BoundaryName, { seq: number }>) {
  return 'toolName' in named
    ? calls.find((call) => matches(call, named))
    : calls.findLast((call) => matches(call, named))
}

function matches({ callId, name }: BoundaryCall, named: Exclude<BoundaryName, { seq: number }>): boolean {
  return 'toolCallId' in named ? callId === named.toolCallId : isNamed(name, named.toolName)
}
