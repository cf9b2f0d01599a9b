import { ID_PATTERN } from '../../domain/texts.js'
import { z } from 'zod'
import { BUDGET_LEVELS } from '../../domain/session/budget.js'
import { TOKEN_BASES } from '../../domain/session/token-scale.js'
import { fixedFields } from '../input/validation.js'
import { Id, NextAfter, pageLimit, pageQuery, Timestamp, Tokens } from './common.js'
import { FirstGoal } from './goal-input.js'
import { MemoryScope, ModeName, PolicyOverrides, PolicyReply, PresetName } from './policy.js'

const Model = z.string().min(1).max(200).describe('Model name, as the model server knows it.')
const ContextSize = z
  .union([z.string().max(10), z.int()])
  .describe('A label such as "2K", "128K" or "1M" (K = 1,000), or a number of tokens. The limit is 85% of it.')
export const SystemPrompt = z.string().nullable().describe('Included verbatim at the start of every context.')
export const Tools = z
  .array(z.unknown())
  .max(1_000)
  .nullable()
  .describe('Tool schemas, stored and returned exactly as received.')
/** Bytes of metadata that a session may have, as JSON: every list of sessions reads them. [13] */
export const MAX_METADATA_BYTES = 16_384
/** As stored: builds without the limit may have stored more. */
const Metadata = z
  .record(z.string(), z.unknown())
  .describe('Data of the app, returned exactly as received. At most 16,384 bytes of JSON.')
const NewMetadata = Metadata.refine((metadata) => bytesOf(metadata) <= MAX_METADATA_BYTES, {
  error: ({ input }) => `at most ${MAX_METADATA_BYTES} bytes of JSON, not ${bytesOf(input)}`,
})

function bytesOf(metadata: unknown): number {
  return Buffer.byteLength(JSON.stringify(metadata))
}

const Provider = z.string().min(1).max(100).describe("Name of the model's provider, for the app's own use.")
const ExternalId = z.string().min(1).max(255).describe('Key of the session in the app, unique per app.')

/** Size of the context of a new session. */
export const SizeFields = {
  contextSize: ContextSize.optional(),
  contextLimit: z.int().optional().describe('Token limit of the context. Alternative to `contextSize`.'),
  reserve: z.int().min(0).optional().describe('Tokens kept free for the reply. Default: min(1000, 15% of the limit).'),
}

export const CreateSessionBody = z
  .strictObject({
    model: Model,
    provider: Provider.optional(),
    externalId: ExternalId.optional(),
    ...SizeFields,
    clamp: z.boolean().optional().describe('Use the real window of the model instead of refusing a larger size.'),
    systemPrompt: SystemPrompt.optional(),
    tools: Tools.optional(),
    mode: ModeName.optional(),
    preset: PresetName.optional(),
    policy: PolicyOverrides.optional(),
    memoryScope: MemoryScope.optional().describe('Short for `policy.recall.scope`.'),
    goal: FirstGoal.optional(),
    metadata: NewMetadata.optional(),
  })
  .meta({ id: 'CreateSession' })

export const ForkSessionBody = z
  .strictObject({
    snapshotId: z
      .string()
      .regex(ID_PATTERN, 'the id of a snapshot')
      .optional()
      .describe('Continue from this snapshot.'),
    seq: z.int().optional().describe('Continue from the context at this message.'),
    externalId: ExternalId.optional(),
    metadata: NewMetadata.optional().describe('Default: that of the parent.'),
    model: Model.optional().describe('Default: that of the parent.'),
    contextSize: ContextSize.optional(),
  })
  .meta({ id: 'ForkSession' })

export const UpdateSessionBody = z
  .strictObject({
    mode: ModeName.optional(),
    policy: PolicyOverrides.optional(),
    memoryScope: MemoryScope.optional().describe('Short for `policy.recall.scope`.'),
    systemPrompt: SystemPrompt.optional(),
    tools: Tools.optional(),
    metadata: NewMetadata.optional(),
  })
  .meta({ id: 'UpdateSession' })
  .register(fixedFields, {
    fields: [
      'model',
      'provider',
      'externalId',
      'contextSize',
      'contextLimit',
      'limit',
      'reserve',
      'clamp',
      'preset',
      'goal',
    ],
  })

export const Breakdown = z.strictObject({
  system: Tokens,
  tools: Tokens,
  goals: Tokens,
  checkpoints: Tokens,
  recall: Tokens,
  standing: Tokens,
  user: Tokens,
  assistant: Tokens,
  tool: Tokens,
})

export const ContextStatusReply = z
  .strictObject({
    limit: Tokens.describe('Token limit of the context.'),
    reserve: Tokens.describe('Tokens kept free for the reply.'),
    used: Tokens.describe('Tokens of the context that the next read returns, at most.'),
    waiting: Tokens.describe(
      'Tokens stored beyond `used`. They leave the context before it is next returned, and stay readable.',
    ),
    available: Tokens.describe(
      'Tokens for the conversation: the limit minus system prompt, tools, goals and checkpoints.',
    ),
    trigger: Tokens.nullable().describe('Conversation tokens at which a compression becomes pending. Null: never.'),
    untilCompression: Tokens.nullable().describe(
      'Tokens left until a compression becomes pending; 0: it is due. While the count has a margin, that is before the ' +
        'trigger. Null: never.',
    ),
    utilization: z.number().describe('used / limit'),
    level: z.enum(BUDGET_LEVELS).describe('Budget level, from utilization.'),
    basis: z
      .enum(TOKEN_BASES)
      .describe(
        'Source of the ratio. `exact`: the encoding of the model is known; `measured`: from real prompts of the model; ' +
          '`family`: from its family; `estimated`: unknown model.',
      ),
    ratio: z.number().describe('Tokens of the model per stored token. All figures here include it.'),
    margin: z
      .number()
      .describe('Possible error of the ratio, as a share. A context fits if `used × (1 + margin)` does.'),
    breakdown: Breakdown.describe('Tokens in the context by type. They add up to `used + waiting`.'),
    checkpoints: z.int().describe('Live checkpoints.'),
    compressions: z.int().describe('Completed compressions.'),
    reliability: z.strictObject({
      score: z.number().min(0).max(1),
      level: z.enum(['High', 'Medium', 'Low', 'Critical']),
      reachable: z.number().min(0).max(1).describe('The best score that a session with this model can have.'),
      factsKept: z
        .number()
        .min(0)
        .max(1)
        .nullable()
        .describe(
          'Share of the exact facts behind checkpoints that these keep; the others stay readable. Null before the first ' +
            'compression.',
        ),
      reasons: z.array(z.string()).describe('Each factor of the score that is not 1.'),
      warning: z.string().optional(),
    }),
    compressor: z.strictObject({
      state: z.enum(['idle', 'queued', 'running', 'backing-off', 'stuck']),
      reason: z.string().optional(),
    }),
    degraded: z.array(z.string()).describe('Conditions that lower the quality of the context.'),
    display: z.string().describe('One line of facts for people. `readable`: in history, not in view.'),
  })
  .meta({ id: 'ContextStatus', description: 'Token usage of the context, its reliability, and the next compression.' })

const summary = {
  id: Id,
  externalId: ExternalId.nullable(),
  appId: Id,
  model: Model,
  provider: Provider.nullable(),
  contextSize: ContextSize.nullable(),
  limit: Tokens.describe('Token limit of the context.'),
  reserve: Tokens.describe('Tokens kept free for the reply.'),
  tier: z.string().describe('Size class of the limit.'),
  window: z
    .union([z.int(), z.literal('unverified')])
    .describe('Real window of the model in tokens, or `unverified` while no server has reported it.'),
  mode: ModeName,
  preset: PresetName,
  memoryScope: MemoryScope.nullable().describe(
    'Sessions of the app with the same name recall from each other; null: none do.',
  ),
  status: z.enum(['active']),
  epoch: z.int(),
  version: z.int().describe('Increases with every change. Also the ETag of the session.'),
  title: z
    .string()
    .nullable()
    .describe('What a model named the session (`policy.titles`). Null: it has no title that the check accepted.'),
  opening: z
    .string()
    .nullable()
    .describe(
      'First words of the first message of a person, on one line, without what a program put around them. Null: there is none yet.',
    ),
  messageCount: z.int().describe('Messages in the history.'),
  compressionCount: z.int().describe('Completed compressions.'),
  createdAt: Timestamp,
  lastActivityAt: Timestamp,
  metadata: Metadata,
  contextStatus: ContextStatusReply,
}

export const SessionSummaryReply = z
  .strictObject(summary)
  .meta({ id: 'SessionSummary', description: 'A session in a list, without policy, system prompt and tools.' })
export const SessionReply = z
  .strictObject({ ...summary, policy: PolicyReply, systemPrompt: SystemPrompt, tools: Tools })
  .meta({ id: 'Session' })
export const SessionListReply = z
  .strictObject({ sessions: z.array(SessionSummaryReply), nextAfter: NextAfter })
  .meta({ id: 'SessionList' })

const METADATA = 'metadata.'
/** Maximum metadata members in one look-up. */
const MAX_METADATA_FILTERS = 5

/** Maximum number of sessions per page. Who shows all of them reads some thousands. */
const SESSIONS_MAX = 500

export const SessionListQuery = pageQuery('ses')
  .extend({
    limit: pageLimit(SESSIONS_MAX),
    externalId: ExternalId.optional().describe('Only the session with this key.'),
  })
  .catchall(z.string())
  .superRefine((query, context) => {
    const others = Object.keys(query).filter((name) => !Object.hasOwn(SessionListQuery.shape, name))
    const keys = others.filter((name) => !name.startsWith(METADATA) || name === METADATA)
    if (keys.length > 0) context.addIssue({ code: 'unrecognized_keys', keys, input: query })
    if (others.length > MAX_METADATA_FILTERS)
      context.addIssue({ code: 'custom', message: `at most ${MAX_METADATA_FILTERS} metadata filters`, input: query })
  })

/** Returns the metadata members that a query asks for, without the prefix. */
export function metadataFilters(query: z.output<typeof SessionListQuery>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      name.startsWith(METADATA) && typeof value === 'string' ? [[name.slice(METADATA.length), value]] : [],
    ),
  )
}
