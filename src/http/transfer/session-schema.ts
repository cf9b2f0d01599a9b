import { z } from 'zod'
import { BUDGET_LEVELS } from '../../domain/session/budget.js'
import { MODES, PRESETS } from '../../domain/session/policy.js'
import { FORMATS } from '../../domain/message.js'
import { MAX_READER_CHARS } from '../../domain/warm-up/warm-up.js'
import { withoutRetired } from '../../domain/session/policy-overrides.js'
import { TOKEN_BASES } from '../../domain/session/token-scale.js'
import { PolicyReply } from '../schemas/policy.js'
import { MAX_METADATA_BYTES } from '../schemas/session.js'
import { Count, When } from './record-fields.js'

/** The session in the head of an archive, as strict as its readers rely on. */

const Block = z.looseObject({ text: z.string(), tokens: Count, shown: z.array(z.string()) })

const Goals = z.looseObject({
  acts: Count,
  flushed: Count,
  goal: Block.nullable(),
  progress: Block.nullable(),
  maxTokens: Count,
  notes: z.array(z.strictObject({ afterSeq: Count, text: z.string(), tokens: Count })),
  touched: z.array(z.string()),
  protectedTokens: Count,
})

const Recalled = z.looseObject({
  seq: Count,
  text: z.string(),
  tokens: Count,
  shows: z.array(z.looseObject({ sessionId: z.string(), seq: Count })),
})

/** Text of a JSON value of one kind. */
function jsonTextOf(expected: 'an array' | 'an object') {
  return z.string().refine((text) => {
    try {
      const value: unknown = JSON.parse(text)
      return Array.isArray(value) === (expected === 'an array') && typeof value === 'object' && value !== null
    } catch {
      return false
    }
  }, `the JSON text of ${expected}`)
}

export const ArchivedSession = z.looseObject({
  id: z.string().regex(/^ses_[\w-]{1,60}$/, 'the id of a session'),
  externalId: z.string().min(1).max(255).nullable(),
  model: z.string().min(1).max(200),
  provider: z.string().max(100).nullable(),
  contextSize: z.union([z.string().max(10), Count]).nullable(),
  limit: z.int().min(1).max(100_000_000),
  reserve: Count,
  tier: z.string(),
  window: z.union([Count, z.literal('unverified')]),
  mode: z.enum(MODES),
  preset: z.enum(PRESETS),
  policy: z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? withoutRetired(value) : value),
    PolicyReply.partial(),
  ),
  systemPrompt: z.string().nullable(),
  tools: jsonTextOf('an array').nullable(),
  metadata: jsonTextOf('an object').refine(
    (text) => Buffer.byteLength(text) <= MAX_METADATA_BYTES,
    `at most ${MAX_METADATA_BYTES} bytes of JSON`,
  ),
  ledger: Block.extend({ maxTokens: Count }).nullable(),
  goals: Goals.nullable(),
  standing: Block.extend({
    ...{ scope: z.string().min(1).max(200), upTo: Count.optional() },
    closedHere: z.array(z.string()).optional(),
    notes: z
      .array(
        z.strictObject({
          ...{ seq: Count, text: z.string(), tokens: Count },
          ...{ added: z.array(z.string()), closed: z.array(z.string()), sources: z.array(z.string()) },
        }),
      )
      .optional(),
  }).optional(),
  recall: z.array(Recalled).optional(),
  recalledSeq: Count.optional(),
  title: z.strictObject({ text: z.string().max(80).nullable(), seq: Count, model: z.string().max(200) }).optional(),
  reader: z
    .strictObject({
      format: z.enum(FORMATS),
      isDoor: z.boolean(),
      members: jsonTextOf('an object').max(MAX_READER_CHARS),
    })
    .optional(),
  coldPrompt: z.strictObject({ seq: Count, since: z.iso.datetime() }).optional(),
  status: z.literal('active'),
  epoch: Count,
  lastSeq: Count,
  version: Count,
  turn: Count,
  lastSpokenSeq: Count,
  openCalls: z.array(z.looseObject({ seq: Count, callId: z.string(), name: z.string() })),
  tokenCounts: z.strictObject({
    ...{ system: Count, tools: Count, goals: Count, checkpoints: Count },
    ...{ user: Count, assistant: Count, tool: Count, recall: Count.optional(), standing: Count.optional() },
  }),
  level: z.enum(BUDGET_LEVELS),
  checkpointCount: Count,
  compressionCount: Count,
  evictedCount: Count,
  inViewCount: Count.optional(),
  lostCount: Count.optional(),
  compressor: z.looseObject({ state: z.enum(['idle', 'queued', 'running', 'backing-off', 'stuck']) }),
  quality: z.looseObject({
    parameters: z.number().nullable(),
    verification: z.number().min(0).max(1),
    extractiveShare: z.number().min(0).max(1),
  }),
  refills: Count,
  compressedAtSeq: Count,
  ledgerRules: Count.optional(),
  pressedOut: z.array(z.looseObject({ seq: Count, tokens: Count })).optional(),
  scale: z.looseObject({
    ratio: z.number().min(0.1).max(10),
    margin: z.number().min(0).max(1),
    basis: z.enum(TOKEN_BASES),
  }),
  createdAt: When,
  lastActivityAt: When,
})
