import { z } from 'zod'
import { isAddressable } from '../../domain/recall/scope.js'
import { MODES, PRESETS } from '../../domain/session/policy.js'

/** Name that sessions share to recall from each other. */
export const MemoryScope = z
  .string()
  .min(1)
  .max(200)
  .refine(isAddressable, 'a name without control characters, but no dots alone')
  .describe(
    '`session`: only the session itself. Else a name: sessions of the app with the same name recall from each other. ' +
      'A new session replaces `{user}` with `metadata.user`; without it, it is `session`.',
  )

/** Policies, and the fields a session may override. Shares are 0 to 1. [10.3] */

const share = z.number().min(0).max(1)
const tokens = z.int().min(0).max(4_000_000)
const offload = z.strictObject({ tokens, share })
const names = z.array(z.string().min(1).max(200)).max(200)
const kinds = z.strictObject({ search: names, file: names, query: names, api: names })
const many = z.int().min(1).max(4_000_000)
const condense = z.strictObject({
  kinds: kinds.describe('Tool names by the kind of their results. `*` matches any characters.'),
  fileLines: many.describe('Longer files become an outline.'),
  queryRows: many.describe('Results with more rows are sampled.'),
  minTokens: many.describe('Smaller results stay unchanged.'),
  structuredTokens: many.describe('Smaller structured data stays unchanged.'),
  verbosity: z
    .enum(['normal', 'debug'])
    .describe('`debug` switches off every reduction; checkpoints and evictions remain.'),
})
const mask = z.strictObject({ above: share, keepGroups: z.int().min(0).max(1_000) })
const toolNames = z.array(z.string().min(1).max(200)).max(100)
const truncateInputs = z.strictObject({ above: share, tools: toolNames })
const watermark = z.strictObject({
  tools: toolNames,
  keepBefore: z
    .int()
    .min(0)
    .max(1_000)
    .optional()
    .describe('The newest tool groups before the boundary that stay. Default: 0.'),
  onDrift: z
    .boolean()
    .optional()
    .describe('A step of the assistant that drifted ends the task before it, too. Default: false.'),
})
/** The minimum is above 0: at 0, every append would make a compression pending. Null switches the rule off. */
const summarize = z.strictObject({ at: z.number().min(0.01).max(1), of: z.enum(['available', 'limit']) })
const tail = z.strictObject({ tokens, messages: z.int().min(1).max(10_000) })
const minGain = z.strictObject({ tokens, share })
const checkpoints = z.strictObject({
  detailed: tokens,
  moderate: tokens,
  brief: tokens,
  totalShare: share.describe(
    'Share of the limit for all checkpoints. Up to a third more where an agent works (five messages or more for each of a person; less of it from three on), while human words take little.',
  ),
  running: tokens.nullable(),
})
const snapshots = z.strictObject({
  enabled: z.boolean().describe('Whether snapshots can be made at all.'),
  auto: z.boolean().describe('Whether rules make snapshots as well.'),
  threshold: share.describe('The first cut above this share of the limit is preceded by a snapshot.'),
  keep: z.int().min(1).max(100).describe('How many automatic snapshots stay, the newest ones.'),
})
const recall = z.strictObject({
  mode: z.enum(['auto', 'off']).describe('Whether earlier words come back by themselves.'),
  maxTokens: tokens
    .nullable()
    .describe(
      'Maximum tokens for one message. Null: 15% of what system text, tools, and goals leave of the limit; few messages need as much.',
    ),
  scope: MemoryScope,
})
const reliability = z.strictObject({
  penalty: z
    .enum(['linear', 'geometric'])
    .describe('Factor after n compressions. linear: max(1 − 0.15 n, 0.3); geometric: 0.9 to the power of n.'),
})

export const ModeName = z.enum(MODES)
export const PresetName = z.enum(PRESETS).describe('Preset policy. Default: `checkpointed`.')

/** The rules of a policy. */
const rules = {
  offload: offload
    .nullable()
    .describe('Offload tool results larger than the smaller of `tokens` and `share` of the limit.'),
  condense: condense.nullable().describe('Condense tool results by the kind of their tool during the append.'),
  mask: mask
    .nullable()
    .describe(
      'Mask tool results above this share of what system text, tools, and goals leave of the limit, except the newest `keepGroups` tool groups.',
    ),
  truncateInputs: truncateInputs
    .nullable()
    .describe(
      'Replace long arguments of old calls of these tools above this share of what system text, tools, and goals leave of the limit, once the call succeeded.',
    ),
  reasoning: z
    .enum(['auto', 'keep', 'drop'])
    .describe(
      'Reasoning of closed turns: auto drops it with the next cut, drop as soon as the turn closes, keep only so that ' +
        'no message is refused because of it.',
    ),
  watermark: watermark.nullable().describe('Calls of these tools end a task.'),
  humanTools: toolNames.describe('Results of these tools contain words of the user and are never reduced.'),
  summarize: summarize
    .nullable()
    .describe(
      'Share (`at`) at which a compression becomes pending: of `available`, reached by the conversation, or of `limit`, ' +
        'reached by everything in the context. Null: never.',
    ),
  tail: tail.describe('The newest messages, which stay raw.'),
  minGain: minGain.describe('Minimum tokens a cut must free.'),
  checkpoints: checkpoints.describe(
    'Token limits of checkpoint levels, and their total share of the limit. `running`: one checkpoint of this ' +
      'size, no levels.',
  ),
  aging: z
    .enum(['lines', 'llm'])
    .describe(
      'How older checkpoints shrink. lines: whole lines leave, least important first; llm: the model then rewrites each ' +
        'one level down, and the lines stay if its text is refused.',
    ),
  makeRoom: z
    .enum(['copy', 'evict'])
    .describe(
      'How an emergency frees tokens without a model. copy: an extractive checkpoint; evict: remove the oldest messages.',
    ),
  overflow: z
    .enum(['rollover', 'reject'])
    .describe(
      'When nothing but messages of the user is left to shrink: `rollover` starts a new epoch, with a snapshot of the ' +
        'state before; `reject` evicts none of them and refuses the message that would not fit.',
    ),
  oversized: z
    .enum(['refuse', 'offload'])
    .describe(
      'Treatment of a human message that cannot fit whole. refuse: 422; offload: the context shows its head and tail, ' +
        'and the offload reads the rest.',
    ),
  snapshots: snapshots.describe(
    'Saved states that the session can return to, and when they are made without a request.',
  ),
  recall: recall.describe('Words from earlier that come back with a message of a person.'),
  priority: z
    .enum(['detail', 'cache'])
    .describe(
      'What cuts prefer. `detail`: as much as fits stays in the context. `cache`: the prompt changes rarely, so that a model ' +
        'server evaluates less again; cuts go deeper, recalled words are fewer, and the context holds less.',
    ),
  warmUp: z
    .boolean()
    .describe(
      'Whether Ollama evaluates a prompt that a compression changed before the user speaks, with one call for one token. It ' +
        'gives way to everything else.',
    ),
  titles: z
    .enum(['auto', 'off'])
    .describe(
      'auto: a model names the session once it is idle; its title is checked against the conversation. off: none does.',
    ),
  reliability: reliability.describe('How compressions lower the reliability score.'),
}

export const PolicyReply = z.strictObject(rules).meta({
  id: 'Policy',
  description:
    'Every number that controls the context of a session. Token numbers apply to a limit of 13,600 and scale ' +
    'down with smaller limits.',
})

export const PolicyOverrides = z
  .strictObject({
    ...rules,
    offload: offload.partial().nullable(),
    condense: condense.extend({ kinds: kinds.partial() }).partial().nullable(),
    mask: mask.partial().nullable(),
    truncateInputs: truncateInputs.partial().nullable(),
    watermark: watermark.partial().nullable(),
    summarize: summarize.partial().nullable(),
    tail: tail.partial(),
    minGain: minGain.partial(),
    checkpoints: checkpoints.partial(),
    snapshots: snapshots.partial(),
    recall: recall.partial(),
    reliability: reliability.partial(),
  })
  .partial()
  .meta({ id: 'PolicyOverrides', description: 'Overrides of single values of the preset. Null switches a rule off.' })
