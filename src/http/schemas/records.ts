import { z } from 'zod'
import { LINE_KINDS } from '../../domain/source/types.js'
import { COMPRESSION_TRIGGERS, STAGES, WITHOUT_MODEL } from '../../domain/compression/compression.js'
import { Id, listCursor, NextAfter, PageLimit, queryFlag, SeqRange, Timestamp, Tokens } from './common.js'
import { ContextStatusReply } from './session.js'

/** Compressions and checkpoints in replies. */

export const CompressBody = z
  .strictObject({
    strategy: z.enum(['auto', 'extractive', 'truncate']).optional().describe('Default: `auto`.'),
    instructions: z.string().max(2_000).optional().describe('Instructions for the summarizer.'),
    waitMs: z
      .int()
      .min(0)
      .max(60_000)
      .optional()
      .describe('Milliseconds to wait for the end of the compression. Default: 0.'),
  })
  .meta({ id: 'RequestCompression' })

const CompressionReply = z
  .strictObject({
    id: Id,
    sessionId: Id,
    trigger: z.enum(COMPRESSION_TRIGGERS),
    strategy: z.enum(['auto', 'extractive', 'truncate']),
    instructions: z.string().nullable(),
    status: z.enum(['queued', 'running', 'completed', 'skipped', 'failed']),
    stage: z
      .enum(STAGES)
      .optional()
      .describe(
        'Only while running: `summarize` from the first model call on, before `prepare`. The other stages take milliseconds; `stages` has them at the end.',
      ),
    reason: z.string().optional().describe('Why it was skipped or failed.'),
    detail: z.string().optional().describe('Details of the failure.'),
    startedAt: Timestamp.optional(),
    finishedAt: Timestamp.optional(),
    stages: z.array(z.strictObject({ stage: z.enum(STAGES), startedAt: Timestamp, durationMs: z.number() })),
    attempts: z.array(
      z.strictObject({
        model: z.string(),
        range: SeqRange,
        promptTokens: Tokens,
        outputTokens: Tokens,
        durationMs: z.number(),
        verdict: z
          .string()
          .describe('`accepted`, or why the summary was refused. `no-help`: the checkpoint says more without it.'),
      }),
    ),
    covered: z.array(SeqRange).describe('Messages it covers, once planned.'),
    messages: z.int().describe('Number of covered messages.'),
    tokensBefore: Tokens.nullable().describe('Context tokens before. Null until completed.'),
    tokensAfter: Tokens.nullable().describe('Context tokens after. Null until completed.'),
    checkpointId: Id.nullable().describe('The checkpoint it created.'),
    validation: z
      .strictObject({ used: Tokens, fits: Tokens, covered: z.int(), uncovered: z.int() })
      .optional()
      .describe(
        'What the stage `validate` found: tokens in the context after the swap, tokens that fit, covered messages, ' +
          'and those not covered exactly once.',
      ),
    upgrades: Id.optional().describe(
      'The checkpoint that the model should rewrite: an extractive one, or one that aged.',
    ),
    replaces: Id.optional().describe(
      'The provisional checkpoint whose messages it covers again, together with its own.',
    ),
    requested: z.literal(true).optional().describe('An app requested a compression while it was queued.'),
    withoutModel: z
      .enum(WITHOUT_MODEL)
      .optional()
      .describe(
        'Why the summary was not written by a model, or only in part. `small-span`: the checkpoint is provisional, and the ' +
          'next compression asks the model about its messages and those that follow. `in-conversation`: the model needs more than ' +
          '15 seconds for a summary and answers this conversation, so it writes when the session has been idle for five minutes.',
      ),
    runs: z.int().describe('How many times a worker started it.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Compression' })
export const CompressionStatusReply = z
  .strictObject({ ...CompressionReply.shape, contextStatus: ContextStatusReply })
  .meta({ id: 'CompressionWithStatus' })
export const CompressionListReply = z.strictObject({
  compressions: z.array(CompressionReply),
  nextAfter: NextAfter,
  contextStatus: ContextStatusReply,
})

export const CheckpointsQuery = z.strictObject({
  limit: PageLimit,
  after: listCursor('cp').optional(),
  superseded: queryFlag.optional().describe('Also list checkpoints replaced by aging.'),
})

const CheckpointReply = z
  .strictObject({
    id: Id,
    sessionId: Id,
    number: z.int().describe('Number of its compression in the session: 1, 2, 3 …'),
    level: z.int().min(0).max(3).describe('3 detailed, 2 moderate, 1 brief, 0 ultra.'),
    generation: z.int().describe('How many times it has aged.'),
    range: SeqRange.describe('First and last message it replaces.'),
    covered: z.array(SeqRange).describe('Exactly the messages it replaces.'),
    sourceDigest: z.string().describe('SHA-256 over the digests of the covered messages.'),
    lines: z.array(
      z.strictObject({
        kind: z.enum(LINE_KINDS),
        text: z.string(),
        importance: z.number().describe('0 to 1. Aging drops the least important lines first.'),
        sources: z.array(z.int()).describe('Numbers of the source messages.'),
        by: z.enum(['model', 'extract']).describe('Written by the model, or copied from the source.'),
        tokens: Tokens,
      }),
    ),
    summary: z.string().describe('The text that replaces the messages in the context, including its heading.'),
    keyDecisions: z
      .array(z.string())
      .describe('Decisions of its span: in its lines, in the ledger, and in the goals. So are the next two lists.'),
    filesModified: z.array(z.string()).describe('Lines about files, and paths with their last action.'),
    nextSteps: z.array(z.string()),
    exactFacts: z
      .array(z.string())
      .describe('Facts extracted verbatim that name an exact string: a path, identifier, number or error.'),
    currentTokens: Tokens.describe('Tokens of the checkpoint in the context.'),
    originalTokens: Tokens.describe('Tokens of the messages it replaces.'),
    compressionRatio: z.number().describe('`currentTokens` per original token.'),
    compressions: z.int().describe('How many times it was compressed: once at creation, once per aging.'),
    joined: z.int().describe('Number of checkpoints merged into it.'),
    summarizer: z.strictObject({ kind: z.enum(['llm', 'extractive', 'mixed']), model: z.string().optional() }),
    verification: z.strictObject({
      anchors: z.int().describe('Anchors in the source messages.'),
      kept: z.int().describe('Anchors kept verbatim.'),
      important: z.int().describe('Important anchors in the source messages.'),
      importantKept: z.int().describe('Important anchors kept verbatim.'),
      score: z.number().describe('Share of anchors kept, by weight.'),
      invented: z.int().describe('Anchors absent from the source. Their lines were dropped.'),
    }),
    compressionId: Id,
    supersedes: z.array(Id).describe('Checkpoints that this one replaces.'),
    supersededBy: Id.nullable().describe(
      'Checkpoint that replaces this one, or the cut of a restore that took it back. Null while live.',
    ),
    createdAt: Timestamp,
    recompressedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Checkpoint' })
export const CheckpointStatusReply = z
  .strictObject({ ...CheckpointReply.shape, contextStatus: ContextStatusReply })
  .meta({ id: 'CheckpointWithStatus' })
export const CheckpointListReply = z.strictObject({
  checkpoints: z.array(CheckpointReply),
  nextAfter: NextAfter,
  contextStatus: ContextStatusReply,
})
