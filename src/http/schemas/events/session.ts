import { z } from 'zod'
import { REMOVED } from '../app.js'
import { BUDGET_LEVELS, NO_TOKENS } from '../../../domain/session/budget.js'
import { FORMATS, ROLES } from '../../../domain/message.js'
import { TOKEN_BASES } from '../../../domain/session/token-scale.js'
import { Id, Tokens } from '../common.js'
import { ContextStatusReply } from '../session.js'
import { Seq, Share, type EventDocs } from './event-doc.js'

const RELIABILITY = z.enum(['High', 'Medium', 'Low', 'Critical'])

export const sessionEvents = {
  'session-created': {
    when: 'A session was opened.',
    data: z.strictObject({
      model: z.string(),
      limit: Tokens,
      reserve: Tokens,
      tier: z.string(),
      window: z.union([Tokens, z.literal('unverified')]),
      preset: z.string(),
      mode: z.string(),
    }),
    example: {
      model: 'qwen2.5:7b',
      limit: 13_600,
      reserve: 1_000,
      tier: 'TIER_3_STANDARD',
      window: 32_768,
      preset: 'checkpointed',
      mode: 'ASSISTANT',
    },
  },
  'session-updated': {
    when:
      'The app updated the session, or the real window of the model became known. The second case adds `window`, ' +
      '`limit` and `reserve`.',
    data: z.strictObject({
      changed: z.array(z.string()),
      version: z.int(),
      window: Tokens.optional(),
      limit: Tokens.optional(),
      reserve: Tokens.optional(),
    }),
    example: { changed: ['policy', 'systemPrompt'], version: 12 },
  },
  'session-deleted': {
    when: 'The session and its whole history were deleted. This is the last event of the session.',
    data: z.strictObject({
      ...REMOVED,
      by: z.enum(['request', 'retention']).describe('A request, or the retention of the app.'),
    }),
    example: {
      ...{ messages: 240, checkpoints: 9, compressions: 7, reductions: 61, snapshots: 3, events: 410, searchRows: 260 },
      by: 'request',
    },
  },
  'session-expiring': {
    when: 'The session was idle for as long as its app keeps sessions. It is deleted whole unless it becomes active again.',
    data: z.strictObject({
      retentionDays: z.int().describe('Days without activity that the app allows.'),
      deletesAt: z.string().describe('ISO 8601.'),
    }),
    example: { retentionDays: 90, deletesAt: '2026-05-02T10:00:00.000Z' },
  },
  'session-imported': {
    when: 'An import ended and its session became visible. Events of the session before the import are not restored.',
    data: z.strictObject({
      format: z.enum(['palimpsest', ...FORMATS]).describe('`palimpsest`: an export of this service.'),
      messages: z.int(),
      originalId: Id.nullable().describe('Id of the session in the file, if it was already in use.'),
    }),
    example: { format: 'palimpsest', messages: 240, originalId: null },
  },
  'message-appended': {
    when:
      'Messages were appended: one event per request. ' +
      'With `?include=content`, each message also carries its exact `content`.',
    data: z.strictObject({
      messages: z.array(
        z.strictObject({
          id: Id,
          seq: Seq,
          role: z.enum(ROLES),
          tokens: Tokens,
          content: z.unknown().optional().describe('The exact message; only with `include=content`.'),
        }),
      ),
      used: Tokens,
      limit: Tokens,
      version: z.int(),
      interrupted: z.boolean().optional().describe('An answer that ended early, at a door.'),
    }),
    example: {
      messages: [{ id: 'msg_01', seq: 41, role: 'user', tokens: 18 }],
      used: 4_210,
      limit: 13_600,
      version: 41,
    },
  },
  'budget-updated': {
    when:
      'The context changed through an append, a cut, a goal, the system prompt or the policy. The data is the whole ' +
      '`contextStatus`. ' +
      'An append that moves `used` by less than 1% of the limit since the last such event emits none.',
    data: ContextStatusReply,
    example: {
      ...{ limit: 13_600, reserve: 1_000, used: 4_210, waiting: 0, available: 12_600 },
      ...{ trigger: 10_080, untilCompression: 6_870 },
      ...{ utilization: 0.31, level: 'YELLOW', basis: 'family', ratio: 1.06, margin: 0.05 },
      breakdown: { ...NO_TOKENS, recall: 0, standing: 0, system: 1_000, user: 310, assistant: 900, tool: 2_000 },
      ...{ checkpoints: 0, compressions: 0 },
      reliability: { score: 0.475, level: 'Low', reachable: 0.475, factsKept: null, reasons: ['model size 7B: × 0.5'] },
      compressor: { state: 'idle' },
      degraded: [],
      display: 'Context: 4,210/13,600 (31%) · 0 compressions · 41 stored, 0 lost · 41 in view, 0 readable',
    },
  },
  'budget-warning': {
    when: 'The context grew past 70% of the limit.',
    data: z.strictObject({ used: Tokens, limit: Tokens, utilization: z.number() }),
    example: { used: 9_600, limit: 13_600, utilization: 0.7059 },
  },
  'level-changed': {
    when:
      'The budget level changed. ' +
      'It drops only 2 points below a threshold, so that a size near the threshold emits one event.',
    data: z.strictObject({ from: z.enum(BUDGET_LEVELS), to: z.enum(BUDGET_LEVELS), used: Tokens, limit: Tokens }),
    example: { from: 'YELLOW', to: 'ORANGE', used: 6_900, limit: 13_600 },
  },
  'tokens-recalibrated': {
    when:
      'The session adopted another ratio of model tokens to stored tokens, because it moved by more than 3%. ' +
      'All later figures use it. A context that no longer fits shrinks in a recorded cut.',
    data: z.strictObject({
      basis: z.enum(TOKEN_BASES),
      ratio: z.number(),
      margin: z.number(),
      ratioBefore: z.number(),
      usedBefore: Tokens,
      usedAfter: Tokens,
      limit: Tokens,
    }),
    example: {
      ...{ basis: 'measured', ratio: 1.281, margin: 0.041, ratioBefore: 1 },
      ...{ usedBefore: 5_580, usedAfter: 7_148, limit: 13_600 },
    },
  },
  'count-deviation': {
    when:
      'A second encoder counted a sample of stored messages again and got other numbers. Counts are in stored tokens, ' +
      'not in tokens of the model.',
    data: z.strictObject({
      checked: z.int().min(1).describe('Messages counted again.'),
      deviations: z.array(z.strictObject({ seq: Seq, stored: Tokens, recounted: Tokens })),
    }),
    example: { checked: 8, deviations: [{ seq: 12, stored: 40_960, recounted: 11_204 }] },
  },
  'reliability-changed': {
    when: 'The reliability level changed, after a compression, a report of real token counts, or a policy change.',
    data: z.strictObject({
      from: RELIABILITY,
      to: RELIABILITY,
      score: Share,
      reasons: z.array(z.string()),
      compressions: z.int(),
      warning: z.string().optional(),
    }),
    example: { from: 'Medium', to: 'Low', score: 0.58, reasons: ['model size 13B: × 0.7'], compressions: 1 },
  },
  'reliability-warning': {
    when:
      'The session had as many compressions as a model of its size handles (3 up to 3B, 5 up to 7B, 7 up to 13B, else ' +
      '10), or its reliability score fell under 40%.',
    data: z.strictObject({
      cause: z.enum(['compressions', 'score']),
      model: z.string(),
      compressions: z.int(),
      score: Share,
      level: RELIABILITY,
      recommendation: z.string(),
    }),
    example: {
      cause: 'compressions',
      model: 'qwen2.5:7b',
      compressions: 5,
      score: 0.15,
      level: 'Critical',
      recommendation: 'Continue while it makes good progress; at the next finished step, start a fresh session.',
    },
  },
  'fresh-session-advised': {
    when:
      'The context is above 85% of the limit, and a compression could not change that, or the policy wants none. Emitted ' +
      'once until the context falls under 85%.',
    data: z.strictObject({ used: Tokens, limit: Tokens, utilization: z.number(), recommendation: z.string() }),
    example: {
      used: 11_700,
      limit: 13_600,
      utilization: 0.8603,
      recommendation: 'The context is nearly full. Start a fresh session at the next finished step.',
    },
  },
  'audit-failed': {
    when: 'The periodic audit found records that contradict each other. This is a bug in Palimpsest; please report it.',
    data: z.strictObject({
      version: z.int(),
      violations: z.array(z.strictObject({ rule: z.string(), seq: Seq.nullable(), found: z.string() })),
    }),
    example: { version: 88, violations: [{ rule: 'P2', seq: 17, found: 'covered by two checkpoints' }] },
  },
  'system-prompt-over-budget': {
    when: 'The system prompt exceeds the budget of the session tier. It still stays in the context unchanged.',
    data: z.strictObject({ tokens: Tokens, budget: Tokens }),
    example: { tokens: 1_480, budget: 1_000 },
  },
  'fixed-part-over-budget': {
    when: 'System prompt, tools and goals take more than half of the limit: when the session is opened or forked, and when a change takes them past the half. They stay in the context unchanged.',
    data: z.strictObject({
      tokens: Tokens,
      budget: Tokens,
      parts: z.array(z.strictObject({ name: z.enum(['system', 'tools', 'goals']), tokens: Tokens })),
    }),
    example: {
      tokens: 7_310,
      budget: 6_800,
      parts: [
        { name: 'system', tokens: 940 },
        { name: 'tools', tokens: 6_210 },
        { name: 'goals', tokens: 160 },
      ],
    },
  },
} satisfies EventDocs
