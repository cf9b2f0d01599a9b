import { z } from 'zod'
import { BUDGET_LEVELS } from '../../domain/session/budget.js'
import { Id, NextAfter, Timestamp, Tokens } from './common.js'
import { FirstGoal } from './goal-input.js'
import { ModeName, PolicyOverrides, PolicyReply, PresetName } from './policy.js'

const Model = z.string().min(1).max(200).meta({ description: 'Name as the model server knows it.' })
export const ContextSize = z
  .union([z.string().max(10), z.int()])
  .meta({ description: '"2K" … "128K" (K = 1,000), or a number of tokens; the limit is 85 % of it.' })
export const SystemPrompt = z
  .string()
  .nullable()
  .meta({ description: 'Stands word for word at the head of every context.' })
export const Tools = z
  .array(z.unknown())
  .max(1_000)
  .nullable()
  .meta({ description: 'Tool schemas, kept and given back exactly.' })
const Metadata = z.record(z.string(), z.unknown()).meta({ description: 'Yours; given back exactly.' })

export const CreateSessionBody = z
  .strictObject({
    model: Model,
    contextSize: ContextSize.optional(),
    contextLimit: z.int().optional().meta({ description: 'Tokens a context may take, instead of contextSize.' }),
    reserve: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Tokens held back for the reply; min(1000, 15 % of the limit) unless said.' }),
    clamp: z
      .boolean()
      .optional()
      .meta({ description: 'Take the model’s real window instead of refusing a larger size.' }),
    systemPrompt: SystemPrompt.optional(),
    tools: Tools.optional(),
    mode: ModeName.optional(),
    preset: PresetName.optional(),
    policy: PolicyOverrides.optional(),
    goal: FirstGoal.optional(),
    metadata: Metadata.optional(),
  })
  .meta({ id: 'CreateSession' })

export const UpdateSessionBody = z
  .strictObject({
    mode: ModeName.optional(),
    policy: PolicyOverrides.optional(),
    systemPrompt: SystemPrompt.optional(),
    tools: Tools.optional(),
    metadata: Metadata.optional(),
  })
  .meta({ id: 'UpdateSession' })

const Breakdown = z.strictObject({
  system: Tokens,
  tools: Tokens,
  goals: Tokens,
  checkpoints: Tokens,
  user: Tokens,
  assistant: Tokens,
  tool: Tokens,
})

export const ContextStatusReply = z
  .strictObject({
    limit: Tokens,
    reserve: Tokens,
    used: Tokens,
    available: Tokens,
    trigger: Tokens.nullable().meta({
      description: 'Conversation tokens at which a compression is owed; null: never.',
    }),
    untilCompression: Tokens.nullable(),
    utilization: z.number().meta({ description: 'used / limit' }),
    level: z.enum(BUDGET_LEVELS),
    basis: z.enum(['estimated', 'calibrated']),
    errorBar: z.number().meta({ description: 'How far the model’s own count may be from ours, as a share of ours.' }),
    breakdown: Breakdown,
    checkpoints: z.int(),
    compressions: z.int(),
    reliability: z.strictObject({
      score: z.number().min(0).max(1),
      level: z.enum(['High', 'Medium', 'Low', 'Critical']),
      reasons: z.array(z.string()),
      warning: z.string().optional(),
    }),
    compressor: z.strictObject({
      state: z.enum(['idle', 'queued', 'running', 'backing-off', 'stuck']),
      reason: z.string().optional(),
    }),
    degraded: z.array(z.string()),
    display: z.string(),
  })
  .meta({ id: 'ContextStatus', description: 'What is in the window, in tokens, and what comes next.' })

const summary = {
  id: Id,
  appId: Id,
  model: Model,
  contextSize: ContextSize.nullable(),
  limit: Tokens,
  reserve: Tokens,
  tier: z.string(),
  window: z
    .union([z.int(), z.literal('unverified')])
    .meta({ description: 'Tokens of the model’s real window, or that nobody could tell us.' }),
  mode: ModeName,
  preset: PresetName,
  status: z.enum(['active']),
  epoch: z.int(),
  version: z.int().meta({ description: 'Grows with every change; the ETag of the session.' }),
  messageCount: z.int(),
  compressionCount: z.int(),
  createdAt: Timestamp,
  lastActivityAt: Timestamp,
  metadata: Metadata,
  contextStatus: ContextStatusReply,
}

export const SessionSummaryReply = z
  .strictObject(summary)
  .meta({ id: 'SessionSummary', description: 'A session in a list: without its long texts.' })
export const SessionReply = z
  .strictObject({ ...summary, policy: PolicyReply, systemPrompt: SystemPrompt, tools: Tools })
  .meta({ id: 'Session' })
export const SessionListReply = z
  .strictObject({ sessions: z.array(SessionSummaryReply), nextAfter: NextAfter })
  .meta({ id: 'SessionList' })
