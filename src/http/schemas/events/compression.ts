import { z } from 'zod'
import { COMPRESSION_TRIGGERS } from '../../../domain/compression/compression.js'
import { Id, Tokens } from '../common.js'
import { Seq, Share, type EventDocs } from './event-doc.js'

const Aged = z.strictObject({
  checkpointId: Id,
  replaces: z.array(Id),
  levelBefore: z.int().min(0).max(3).describe('The highest level of those it replaces.'),
  level: z.int().min(0).max(3),
  generation: z.int(),
  tokensBefore: Tokens,
  tokensAfter: Tokens,
  lines: z.int(),
  returned: z
    .int()
    .describe('Lines that had waited for free tokens and came back. Only they can make a checkpoint larger.'),
})

export const compressionEvents = {
  'compression-queued': {
    when: 'A compression became pending: the context reached the trigger, or the app requested it.',
    data: z.strictObject({
      compressionId: Id,
      trigger: z.enum(COMPRESSION_TRIGGERS),
      strategy: z.enum(['auto', 'extractive', 'truncate']),
      used: Tokens,
      limit: Tokens,
    }),
    example: { compressionId: 'cmp_01', trigger: 'budget', strategy: 'auto', used: 11_100, limit: 13_600 },
  },
  'compression-started': {
    when: 'A worker started a compression. With `upgrades` it rewrites that checkpoint with the model. With `replaces` it covers the messages of that provisional checkpoint again, together with its own.',
    data: z.strictObject({
      compressionId: Id,
      messages: z.int(),
      from: Seq,
      to: Seq,
      tokens: Tokens,
      upgrades: Id.optional(),
      replaces: Id.optional(),
    }),
    example: { compressionId: 'cmp_01', messages: 34, from: 2, to: 40, tokens: 8_900 },
  },
  'compression-progress': {
    when:
      'The model is asked for a summary of these messages, with 0 tokens, or is writing it. While it writes, at most one event ' +
      'every 2 seconds.',
    data: z.strictObject({ compressionId: Id, from: Seq, to: Seq, outputTokens: Tokens }),
    example: { compressionId: 'cmp_01', from: 2, to: 22, outputTokens: 140 },
  },
  compressed: {
    when: 'A compression completed. `checkpointId` is null when the messages were evicted without a summary. With `withoutModel: "small-span"`, the next compression asks the model about these messages too; with `in-conversation`, it is asked when the session is idle.',
    data: z.strictObject({
      compressionId: Id,
      checkpointId: Id.nullable(),
      messages: z.int(),
      tokensBefore: Tokens,
      tokensAfter: Tokens,
      modelCalls: z.int(),
      withoutModel: z.string().nullable(),
      durationMs: z.number(),
    }),
    example: {
      ...{ compressionId: 'cmp_01', checkpointId: 'cp_01', messages: 34, tokensBefore: 11_100, tokensAfter: 3_400 },
      ...{ modelCalls: 2, withoutModel: null, durationMs: 18_200 },
    },
  },
  'compression-skipped': {
    when: 'A compression ended without a cut, because none was possible or worth it.',
    data: z.strictObject({ compressionId: Id, reason: z.string() }),
    example: { compressionId: 'cmp_02', reason: 'gain-too-small' },
  },
  'compression-error': {
    when: 'A compression failed. The context is unchanged and a new compression stays pending.',
    data: z.strictObject({ compressionId: Id, reason: z.string(), detail: z.string() }),
    example: { compressionId: 'cmp_02', reason: 'gave-up', detail: 'started 5 times without an end' },
  },
  'compression-stuck': {
    when: 'The session cannot get below its trigger. Emitted once; compression resumes when the session changes.',
    data: z.strictObject({
      reason: z.string(),
      used: Tokens,
      limit: Tokens,
      filledBy: z.array(z.strictObject({ seq: Seq, role: z.string(), tokens: Tokens })),
    }),
    example: {
      ...{ reason: 'nothing-to-compress', used: 12_100, limit: 13_600 },
      filledBy: [{ seq: 3, role: 'user', tokens: 7_400 }],
    },
  },
  'checkpoint-created': {
    when: 'A checkpoint replaced messages. `score` is the share of exact facts (names, numbers, error texts) that its text shows, by weight. All others can be read back.',
    data: z.strictObject({
      checkpointId: Id,
      number: z.int(),
      level: z.int().min(0).max(3),
      from: Seq,
      to: Seq,
      messages: z.int(),
      tokens: Tokens,
      originalTokens: Tokens,
      summarizer: z.enum(['llm', 'extractive', 'mixed']),
      score: Share,
      saved: z.int(),
      replaces: Id.optional(),
    }),
    example: {
      ...{ checkpointId: 'cp_01', number: 1, level: 3, from: 2, to: 40, messages: 34, tokens: 1_150 },
      ...{ originalTokens: 8_900, summarizer: 'llm', score: 0.93, saved: 7_700 },
    },
  },
  'checkpoint-aged': {
    when:
      'An older checkpoint was written again at the same or a lower level. Its least important lines leave first; lines that ' +
      'waited for free tokens come back while there are some, so that it may also grow.',
    data: Aged,
    example: {
      ...{ checkpointId: 'cp_02', replaces: ['cp_01'], levelBefore: 3, level: 2, generation: 1 },
      ...{ tokensBefore: 1_150, tokensAfter: 590, lines: 21, returned: 0 },
    },
  },
  'checkpoint-merged': {
    when:
      'Checkpoints were merged into the ultra checkpoint, or into the running summary of preset `simple`. Lines that waited ' +
      'for free tokens come back in it.',
    data: Aged,
    example: {
      ...{ checkpointId: 'cp_09', replaces: ['cp_05', 'cp_06'], levelBefore: 1, level: 0, generation: 3 },
      ...{ tokensBefore: 610, tokensAfter: 420, lines: 18, returned: 2 },
    },
  },
  'checkpoint-upgraded': {
    when: 'A model rewrote an extractive checkpoint from the original messages.',
    data: z.strictObject({
      compressionId: Id,
      checkpointId: Id,
      replaces: Id,
      number: z.int(),
      summarizer: z.enum(['llm', 'extractive', 'mixed']),
      tokensBefore: Tokens,
      tokensAfter: Tokens,
      scoreBefore: Share,
      scoreAfter: Share,
    }),
    example: {
      ...{ compressionId: 'cmp_07', checkpointId: 'cp_08', replaces: 'cp_04', number: 4, summarizer: 'llm' },
      ...{ tokensBefore: 1_190, tokensAfter: 1_020, scoreBefore: 0.9, scoreAfter: 0.95 },
    },
  },
} satisfies EventDocs
