import { z } from 'zod'
import { STANDING_KINDS, STANDING_SOURCES, STANDING_STATES } from '../../../domain/standing/entry.js'
import { Id } from '../common.js'
import { Seq, type EventDocs } from './event-doc.js'

const Scope = z.string().describe('Name of the scope.')

export const standingEvents = {
  'standing-added': {
    when: 'A rule, preference, decision, or fact now holds in all sessions of a scope.',
    data: z.strictObject({
      scope: Scope,
      entryId: Id,
      kind: z.enum(STANDING_KINDS),
      source: z.enum(STANDING_SOURCES).describe('Who wrote it.'),
      seq: Seq.optional().describe('Message of the session that has the words.'),
    }),
    example: { scope: 'user:42', entryId: 'std_01', kind: 'rule', source: 'message', seq: 7 },
  },
  'standing-changed': {
    when: 'A standing entry was superseded, ended, opened again, or edited.',
    data: z.strictObject({
      scope: Scope,
      entryId: Id,
      state: z.enum(STANDING_STATES),
      supersededBy: Id.optional().describe('Entry that replaced it.'),
    }),
    example: { scope: 'user:42', entryId: 'std_01', state: 'superseded', supersededBy: 'std_02' },
  },
  'standing-deleted': {
    when: 'A standing entry, or all entries of a scope, were deleted.',
    data: z.strictObject({
      scope: Scope,
      entryId: Id.optional().describe('The entry. Absent: all of the scope.'),
      entries: z.int().describe('Number of deleted entries.'),
    }),
    example: { scope: 'user:42', entries: 12 },
  },
} satisfies EventDocs
