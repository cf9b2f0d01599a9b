import { z } from 'zod'
import { REMOVED } from '../app.js'
import { Id, NextAfter, Timestamp } from '../common.js'

const count = z.int()

export const DeletionBody = z
  .strictObject({
    user: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .describe(
        'Deletes the sessions whose `metadata.user` is this, and those of doors whose client sent this id of its user.',
      ),
    memoryScope: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Deletes the sessions of this scope, and what it keeps for them.'),
  })
  .refine(({ user, memoryScope }) => (user === undefined) !== (memoryScope === undefined), {
    message: 'either user or memoryScope',
  })
  .meta({ id: 'NewDeletion' })

export const DeletionReply = z
  .strictObject({
    id: Id,
    appId: Id,
    kind: z.enum(['app', 'user', 'scope']),
    state: z.enum(['running', 'done']).describe('`running`: workers go on, also after a restart.'),
    createdAt: Timestamp,
    finishedAt: Timestamp.nullable(),
    removed: z
      .strictObject({ sessions: count, ...REMOVED, keys: count, standingEntries: count })
      .describe('What was removed so far; when it is done, the report.'),
  })
  .meta({ id: 'Deletion' })

export const DeletionListReply = z.strictObject({ deletions: z.array(DeletionReply), nextAfter: NextAfter })
