import { z } from 'zod'
import { DRIFT_ACTIONS } from '../../../domain/drift/advice.js'
import { ITEM_KINDS } from '../../../domain/goal/goal.js'
import { Id, Tokens } from '../common.js'
import { Seq, Share, type EventDocs } from './event-doc.js'

const act = { act: z.int(), by: z.enum(['app', 'marker']), afterSeq: Seq }

export const goalEvents = {
  'goal-updated': {
    when: 'The API or markers in assistant text changed the goals. `refused` lists markers without effect.',
    data: z.strictObject({
      ...act,
      changes: z.array(
        z.strictObject({
          change: z.enum(['goal-added', 'goal-changed', 'goal-removed', 'item-added', 'item-changed', 'item-removed']),
          goalId: Id,
          itemId: Id.optional(),
          kind: z.enum(ITEM_KINDS).optional(),
          status: z.string().optional(),
          priority: z.string().optional(),
          locked: z.boolean().optional(),
          supersededBy: Id.nullable().optional(),
          action: z.string().optional(),
        }),
      ),
      refused: z.array(
        z.strictObject({
          reason: z.string(),
          kind: z.string(),
          tokens: Tokens.optional(),
          freeTokens: z.int().optional(),
        }),
      ),
    }),
    example: {
      ...{ act: 3, by: 'marker', afterSeq: 28 },
      changes: [{ change: 'item-changed', goalId: 'goal_01', itemId: 'itm_02', kind: 'step', status: 'completed' }],
      refused: [],
    },
  },
  'decision-locked': {
    when: 'A decision was locked: it stays in every context verbatim, and no text can change it.',
    data: z.strictObject({ ...act, goalId: Id, itemId: Id }),
    example: { act: 4, by: 'app', afterSeq: 28, goalId: 'goal_01', itemId: 'itm_05' },
  },
  'drift-detected': {
    when:
      'The newest action no longer serves the intent of the session. ' +
      'Checked after every compression and on `POST …/drift`.',
    data: z.strictObject({
      seq: Seq.nullable(),
      score: Share,
      action: z.enum(DRIFT_ACTIONS),
      recommendation: z.string(),
      indicators: z.record(z.string(), z.number().nullable()),
      intent: z.string(),
      excerpts: z.array(Seq).describe('Messages with sentences to recover from.'),
      compressionId: Id.nullable(),
    }),
    example: {
      ...{ seq: 91, score: 0.22, action: 'recover', recommendation: 'Recover context: …' },
      ...{ indicators: { intent: 0.1, trajectory: 0.3, clarification: null, completion: null } },
      ...{ intent: 'goal', excerpts: [1, 14], compressionId: 'cmp_04' },
    },
  },
} satisfies EventDocs
