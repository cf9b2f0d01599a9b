import { z } from 'zod'
import { LINE_KINDS } from '../../domain/compression/checkpoint.js'
import { STAGES } from '../../domain/compression/compression.js'
import { Id, ListCursor, NextAfter, PAGE_MAX, queryFlag, queryInt, SeqRange, Timestamp, Tokens } from './common.js'

/** Compressions, checkpoints and offloads as replies. */

export const CompressBody = z
  .strictObject({
    strategy: z.enum(['auto', 'extractive', 'truncate']).optional(),
    instructions: z.string().max(2_000).optional().meta({ description: 'Words for the summarizer.' }),
    waitMs: z.int().min(0).max(60_000).optional().meta({ description: 'Wait so long for it to end; 0 unless said.' }),
  })
  .meta({ id: 'RequestCompression' })

export const CompressionReply = z
  .strictObject({
    id: Id,
    sessionId: Id,
    trigger: z.enum(['budget', 'manual', 'emergency', 'upgrade']),
    strategy: z.enum(['auto', 'extractive', 'truncate']),
    instructions: z.string().nullable(),
    status: z.enum(['queued', 'running', 'completed', 'skipped', 'failed']),
    stage: z.enum(STAGES).optional(),
    reason: z.string().optional(),
    detail: z.string().optional(),
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
        verdict: z.string(),
      }),
    ),
    covered: z.array(SeqRange),
    messages: z.int(),
    tokensBefore: Tokens.nullable(),
    tokensAfter: Tokens.nullable(),
    checkpointId: Id.nullable(),
    upgrades: Id.optional().meta({ description: 'The copied checkpoint a model shall write anew.' }),
    withoutModel: z
      .enum(['model-unavailable', 'model-unfit'])
      .optional()
      .meta({ description: 'Why no model was asked, or not to the end.' }),
    runs: z.int(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Compression' })
export const CompressionListReply = z.strictObject({ compressions: z.array(CompressionReply), nextAfter: NextAfter })

export const CheckpointsQuery = z.strictObject({
  limit: queryInt(1, PAGE_MAX).optional(),
  after: ListCursor.optional(),
  superseded: queryFlag.optional().meta({ description: 'Also those that aged into others.' }),
})

export const CheckpointReply = z
  .strictObject({
    id: Id,
    sessionId: Id,
    number: z.int(),
    level: z.int().min(0).max(3).meta({ description: '3 detailed, 2 moderate, 1 brief, 0 ultra.' }),
    generation: z.int(),
    range: SeqRange,
    covered: z.array(SeqRange),
    sourceDigest: z.string(),
    lines: z.array(
      z.strictObject({
        kind: z.enum(LINE_KINDS),
        text: z.string(),
        importance: z.number(),
        sources: z.array(z.int()),
        by: z.enum(['model', 'extract']),
        tokens: Tokens,
      }),
    ),
    summary: z.string().meta({ description: 'What the model reads in place of the messages, heading included.' }),
    keyDecisions: z.array(z.string()),
    filesModified: z.array(z.string()),
    nextSteps: z.array(z.string()),
    exactFacts: z
      .array(z.string())
      .meta({ description: 'Facts kept word for word because the summary left them out.' }),
    currentTokens: Tokens,
    originalTokens: Tokens,
    compressions: z
      .int()
      .meta({ description: 'How often it was compressed: once when it was made, once more for each aging.' }),
    joined: z.int().meta({ description: 'Checkpoints that joined in it.' }),
    summarizer: z.strictObject({ kind: z.enum(['llm', 'extractive', 'mixed']), model: z.string().optional() }),
    verification: z.strictObject({
      anchors: z.int(),
      kept: z.int(),
      important: z.int(),
      importantKept: z.int(),
      score: z.number(),
      invented: z.int(),
    }),
    compressionId: Id,
    supersedes: z.array(Id),
    supersededBy: Id.nullable(),
    createdAt: Timestamp,
    recompressedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Checkpoint' })
export const CheckpointListReply = z.strictObject({ checkpoints: z.array(CheckpointReply), nextAfter: NextAfter })
