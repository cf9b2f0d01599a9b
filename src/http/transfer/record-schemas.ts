import { z } from 'zod'
import { StandingRecord } from './standing-schema.js'
import { SNAPSHOT_PURPOSES } from '../../domain/time/snapshot.js'
import { MODES } from '../../domain/session/policy.js'
import { LINE_KINDS } from '../../domain/source/types.js'
import { COMPRESSION_TRIGGERS, STAGES } from '../../domain/compression/compression.js'
import { CUT_KINDS } from '../../domain/context/cut.js'
import { LEDGER_KINDS, LEDGER_STATES } from '../../domain/ledger/ledger.js'
import { FORMATS, ROLES } from '../../domain/message.js'
import { RECALL_REASONS } from '../../domain/recall/recall.js'
import { REDUCTION_KINDS } from '../../domain/context/reduction.js'
import type { ArchiveSection } from '../../domain/archive/archive.js'
import { Goal, GoalAct } from './goal-schemas.js'
import { Count, Id, Range, Ranges, Seq, When } from './record-fields.js'
import { ArchivedSession } from './session-schema.js'

/** Schemas of archived records, as strict as their readers rely on. Members that this version does not know pass
 * through, so that a file of a newer one with the same format version can be read. */

const PartShape = z.union([
  z.looseObject({ kind: z.enum(['text', 'reasoning', 'image', 'file', 'opaque']), tokens: Count }),
  z.looseObject({ kind: z.literal('tool_call'), tokens: Count, callId: z.string(), name: z.string() }),
  z.looseObject({
    kind: z.literal('tool_result'),
    tokens: Count,
    callId: z.string(),
    name: z.string(),
    isError: z.boolean(),
    callSeq: Seq.nullable(),
    late: z.boolean(),
  }),
])

const Message = z.looseObject({
  seq: Seq,
  id: Id,
  role: z.enum(ROLES),
  origin: z.enum(['human', 'app']),
  pinned: z.boolean(),
  format: z.enum(FORMATS),
  externalId: z.string().nullable(),
  createdAt: When,
  tokens: Count,
  turn: Count,
  irregular: z.boolean(),
  digest: z.string(),
  shape: z.array(PartShape),
  state: z.enum(['raw', 'reduced', 'covered', 'evicted', 'withdrawn']),
  pin: z.boolean().nullable(),
  viewTokens: Count,
})

const Line = z.looseObject({
  kind: z.enum(LINE_KINDS),
  text: z.string(),
  importance: z.number(),
  sources: z.array(Seq),
  by: z.enum(['model', 'extract']),
  tokens: Count,
})
const Summarizer = z.looseObject({ kind: z.enum(['llm', 'extractive', 'mixed']), model: z.string().optional() })
const Verification = z.looseObject({
  anchors: Count,
  kept: Count,
  important: Count,
  importantKept: Count,
  score: z.number(),
  invented: Count,
})
const Checkpoint = z.looseObject({
  id: Id,
  number: Count,
  level: z.literal([0, 1, 2, 3]),
  generation: Count,
  range: Range,
  covered: Ranges.min(1),
  sourceDigest: z.string(),
  lines: z.array(Line).min(1),
  reserve: z.array(Line).optional(),
  text: z.string(),
  tokens: Count,
  originalTokens: Count,
  joined: Count,
  summarizer: Summarizer,
  verification: Verification,
  compressionId: z.string(),
  supersedes: z.array(z.string()),
  supersededBy: z.string().nullable(),
  createdAt: When,
  recompressedAt: When.nullable(),
  sinceVersion: Count.nullish(),
})

const Reduction = z.looseObject({
  id: Id,
  seq: Seq,
  part: Count,
  kind: z.enum(REDUCTION_KINDS),
  toolName: z.string(),
  placeholder: z.string().nullable(),
  tokensBefore: Count,
  tokensAfter: Count,
  cutId: z.string().nullable(),
  returns: z.string().optional(),
})

const Cut = z.looseObject({
  id: Id,
  kind: z.enum(CUT_KINDS),
  version: Count,
  reason: z.string(),
  evicted: Ranges,
  returned: Ranges.optional(),
  tokensBefore: Count,
  tokensAfter: Count,
  restores: Count.optional(),
  checkpointId: z.string().nullable(),
  compressionId: z.string().nullable(),
})

const LedgerEntry = z.looseObject({
  id: z.string(),
  kind: z.enum(LEDGER_KINDS),
  text: z.string(),
  action: z.string().nullable(),
  movedTo: z.string().optional(),
  seq: Seq,
  n: Count,
  state: z.enum([...LEDGER_STATES, 'hidden']),
  shown: z
    .string()
    .regex(/^\{(\[\d{1,9},\d{0,9}\)(,\[\d{1,9},\d{0,9}\))*)?\}$/)
    .optional(),
})

const Ended = z.discriminatedUnion('status', [
  z.looseObject({ status: z.literal('completed'), finishedAt: When }),
  z.looseObject({ status: z.literal(['skipped', 'failed']), reason: z.string(), finishedAt: When }),
])
const Compression = z.looseObject({
  id: Id,
  trigger: z.enum(COMPRESSION_TRIGGERS),
  strategy: z.enum(['auto', 'extractive', 'truncate']),
  instructions: z.string().nullable(),
  state: Ended,
  stages: z.array(z.looseObject({ stage: z.enum(STAGES), startedAt: z.string(), durationMs: z.number() })),
  attempts: z.array(z.looseObject({ model: z.string(), range: Range, verdict: z.string() })),
  covered: Ranges,
  messages: Count,
  tokensBefore: Count.nullable(),
  tokensAfter: Count.nullable(),
  checkpointId: z.string().nullable(),
  runs: Count,
  createdAt: When,
})

const Prompt = z.looseObject({ untilVersion: Count, systemPrompt: z.string().nullable(), tools: z.string().nullable() })

const State = ArchivedSession.pick({
  ...{ version: true, limit: true, scale: true, ledger: true, goals: true, lastSeq: true, turn: true },
  ...{ lastSpokenSeq: true, openCalls: true, tokenCounts: true, level: true, checkpointCount: true },
  ...{ compressionCount: true, compressedAtSeq: true, evictedCount: true, quality: true, pressedOut: true },
  ...{ ledgerRules: true, standing: true },
})
const Moment = z.looseObject({
  version: Count,
  startSeq: Count,
  members: Ranges,
  reductions: Count,
  pinned: z.array(Seq),
  checkpoints: z.array(Id),
  state: State.omit({ ledger: true, goals: true }),
  before: State.nullable(),
})
const Snapshot = z.looseObject({
  id: Id,
  name: z.string().nullable(),
  purpose: z.enum(SNAPSHOT_PURPOSES),
  auto: z.boolean(),
  tokenCount: Count,
  messageCount: Count,
  checkpointCount: Count,
  model: z.string(),
  tier: z.string(),
  mode: z.enum(MODES),
  version: Count,
  seq: Count,
  createdAt: When,
  state: State,
})

const Recall = z.looseObject({
  seq: Seq,
  excerpts: z.array(
    z.looseObject({
      ...{ sessionId: z.string(), seq: Seq, part: Count, start: Count, text: z.string() },
      ...{ score: z.number(), tokens: Count },
    }),
  ),
  tokens: Count,
  ms: Count,
  reason: z.enum(RECALL_REASONS).nullable(),
  at: z.iso.datetime(),
})

export const RECORD_SCHEMAS: Readonly<Record<ArchiveSection, z.ZodType>> = {
  messages: Message,
  goals: Goal,
  goalActs: GoalAct,
  replacedPrompts: Prompt,
  checkpoints: Checkpoint,
  reductions: Reduction,
  cuts: Cut,
  ledger: LedgerEntry,
  compressions: Compression,
  moments: Moment,
  snapshots: Snapshot,
  recalls: Recall,
  standing: StandingRecord,
}
