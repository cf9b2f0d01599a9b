import { z } from 'zod'
import { WATERMARK_BY } from '../../../domain/session/watermark.js'
import { CUT_KINDS } from '../../../domain/context/cut.js'
import { REDUCTION_EVENTS, type ReductionEventType } from '../../../domain/reductions/registry.js'
import { RECALL_REASONS } from '../../../domain/recall/recall.js'
import { Id, SeqRange, Tokens } from '../common.js'
import { Seq, type EventDoc, type EventDocs } from './event-doc.js'
import { standingEvents } from './standing.js'

const Reduced = z.strictObject({
  parts: z.array(
    z.strictObject({
      id: Id,
      seq: Seq,
      resultKind: z.string().optional(),
      toolName: z.string().nullable(),
      tokensBefore: Tokens,
      tokensAfter: Tokens,
    }),
  ),
})
const part = { id: 'off_01', seq: 12, toolName: 'read_file', tokensBefore: 5_200, tokensAfter: 180 }

/** Documentation of the events that report reduced parts. */
const reductionEvents = Object.fromEntries(
  REDUCTION_EVENTS.map(({ type, when, example }): [ReductionEventType, EventDoc<ReductionEventType>] => [
    type,
    { when, data: Reduced, example: { parts: [{ ...part, ...example }] } },
  ]),
) as Record<ReductionEventType, EventDoc<ReductionEventType>>

const Pin = z.strictObject({ seq: Seq, tokens: Tokens })

export const contextEvents = {
  'context-rewritten': {
    when: 'A cut was recorded. It changes how older messages appear and invalidates the prompt cache once.',
    data: z.strictObject({
      kind: z.enum(CUT_KINDS),
      reason: z.string(),
      version: z.int(),
      tokensBefore: Tokens,
      tokensAfter: Tokens,
      removedBlocks: z.int().describe('Number of messages, parts and checkpoints removed or replaced.'),
      checkpointId: Id.optional(),
      returned: z
        .array(SeqRange)
        .optional()
        .describe('Messages of the user that had left because the context did not fit, and came back.'),
    }),
    example: {
      kind: 'mask',
      reason: '12 old tool results masked',
      version: 57,
      tokensBefore: 7_100,
      tokensAfter: 3_900,
      removedBlocks: 12,
    },
  },
  'context-recalled': {
    when: 'It was decided which earlier words come back with a message of a person. Once for each message, before its first context.',
    data: z.strictObject({
      seq: Seq.describe('The message of the person.'),
      excerpts: z.array(
        z.strictObject({
          sessionId: Id,
          seq: Seq,
          part: z.int(),
          score: z.number().describe('Share of the words of the question that are found there, by their rarity.'),
          tokens: Tokens,
        }),
      ),
      tokens: Tokens,
      ms: z.int().describe('Duration in milliseconds.'),
      reason: z.enum(RECALL_REASONS).optional().describe('Why nothing was recalled.'),
    }),
    example: {
      seq: 212,
      excerpts: [{ sessionId: 'ses_01', seq: 31, part: 0, score: 0.82, tokens: 40 }],
      ...{ tokens: 96, ms: 18 },
    },
  },
  'prompt-evaluated': {
    when:
      'A worker had changed the prompt, and the model server read it before the next request (`policy.warmUp`). The context ' +
      'that follows begins with what was read, unless another cut comes first.',
    data: z.strictObject({
      version: z.int().describe('Version of the context that was read.'),
      lastSeq: Seq.describe('Newest message in it.'),
      promptTokens: Tokens.nullable().describe('As the server counted them. Null: it did not.'),
      durationMs: z.int(),
    }),
    example: { version: 57, lastSeq: 212, promptTokens: 5_120, durationMs: 8_400 },
  },
  ...standingEvents,
  ...reductionEvents,
  'messages-evicted': {
    when: 'Messages left the context without a checkpoint. They stay readable in the history.',
    data: z.strictObject({ reason: z.string(), ranges: z.array(SeqRange) }),
    example: { reason: 'task boundary', ranges: [{ from: 4, to: 19 }] },
  },
  'message-pinned': {
    when: 'A message was pinned: it stays in the context verbatim.',
    data: Pin,
    example: { seq: 7, tokens: 44 },
  },
  'message-unpinned': {
    when: 'A message was unpinned.',
    data: Pin,
    example: { seq: 7, tokens: 44 },
  },
  'watermark-advanced': {
    when: 'A task boundary was set: by a tool call, by a request, or by a drift check with `watermark.onDrift`. `to` equals `from` while the named tool (`pending`) has not been called yet.',
    data: z.strictObject({
      from: Seq,
      to: Seq,
      by: z.enum(WATERMARK_BY),
      callId: z.string().nullable().optional(),
      toolName: z.string().nullable().optional(),
      pending: z.string().optional(),
    }),
    example: { from: 0, to: 63, by: 'tool', callId: 'call_9', toolName: 'compress_to_checkpoint' },
  },
  emergency: {
    when: 'A context exceeded its limit and was shrunk immediately, without a model.',
    data: z.strictObject({ tokensBefore: Tokens, tokensAfter: Tokens, limit: Tokens, reserve: Tokens }),
    example: { tokensBefore: 13_900, tokensAfter: 11_200, limit: 13_600, reserve: 1_000 },
  },
} satisfies EventDocs
