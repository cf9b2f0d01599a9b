import { ID_PATTERN } from '../../domain/texts.js'
import { z } from 'zod'
import { MAX_ENTRY_CHARS, STANDING_KINDS, STANDING_SOURCES, STANDING_STATES } from '../../domain/standing/entry.js'
import { Id, listCursor, NextAfter, PageLimit, Timestamp } from './common.js'

export const ScopePath = z.strictObject({
  scope: z
    .string()
    .min(1)
    .max(200)
    // The database holds no NUL, so no scope has one.
    .refine((scope) => !scope.includes('\0'), 'a name without NUL')
    .describe('Name of the scope, percent-encoded: `user%3A42`.'),
})
export const EntryPath = ScopePath.extend({ entryId: z.string().describe('Id of the entry.') })

const ofApp = {
  appId: z
    .string()
    .regex(ID_PATTERN, 'an app id')
    .optional()
    .describe('App of the scope. Default: that of the key. Another one needs an admin key.'),
}
export const ScopeQuery = z.strictObject({
  format: z.enum(['json', 'markdown']).optional().describe('Default: `json`.'),
  ...ofApp,
})
export const ScopesQuery = z.strictObject({
  limit: PageLimit,
  after: ScopePath.shape.scope.optional().describe('Name of the last scope of the previous page.'),
  ...ofApp,
})

export const StandingQuery = z.strictObject({
  limit: PageLimit,
  after: listCursor('std').optional(),
  state: z.enum(STANDING_STATES).optional().describe('Only entries in this state.'),
  ...ScopeQuery.shape,
})

export const EntryText = z
  .string()
  .min(1)
  .max(MAX_ENTRY_CHARS)
  .refine((text) => text.trim() !== '', 'more than blanks')
  .describe(`What holds in all sessions of the scope, at most ${MAX_ENTRY_CHARS} characters.`)
export const EntryKind = z.enum(STANDING_KINDS)

export const NewEntryBody = z.strictObject({
  text: EntryText,
  kind: EntryKind.optional().describe('Default: what the words say, else `rule`.'),
  sessionId: z.string().regex(ID_PATTERN, 'the id of a session').optional().describe('Session in which it was said.'),
  seq: z.int().min(1).max(2_147_483_647).optional().describe('Message that has the words.'),
})

export const EditEntryBody = z
  .strictObject({
    text: EntryText.optional().describe('Makes a new entry, which supersedes this one.'),
    kind: EntryKind.optional(),
    state: z.enum(['open', 'ended']).optional().describe('`ended`: it holds no longer.'),
  })
  .refine((body) => Object.keys(body).length > 0, 'at least one of text, kind, state')

export const StandingEntryReply = z
  .strictObject({
    id: Id,
    kind: EntryKind,
    text: z.string().describe('Verbatim words of the message, or the text that the app gave.'),
    source: z.enum(STANDING_SOURCES),
    sessionId: Id.nullable().describe('Session in which it was said; null: none.'),
    seq: z.int().nullable().describe('Message that has the words; null: none.'),
    at: Timestamp.describe('When it was said.'),
    state: z.enum(STANDING_STATES),
    closedAt: Timestamp.nullable().describe('When it was superseded or ended; null: it is open.'),
    supersededBy: Id.nullable().describe('Entry that replaced it.'),
    reason: z.string().nullable().describe('Words that ended it.'),
  })
  .meta({ id: 'StandingEntry' })

export const StandingReply = z.strictObject({
  scope: z.string(),
  entries: z.array(StandingEntryReply),
  nextAfter: NextAfter,
})

export const DeletedScopeReply = z.strictObject({
  entries: z.int().describe('Number of deleted entries.'),
  sessions: z.int().describe('Sessions whose contexts showed any, or words recalled from each other.'),
  keptSessions: z
    .int()
    .describe(
      'Sessions of the scope, which keep their messages (at most 10,000 are counted). `GET /v1/scopes/{scope}` lists them, and ' +
        '`POST /v1/deletions {"memoryScope": …}` deletes them.',
    ),
})

const Count = z.int().min(0)

export const ScopeReply = z
  .strictObject({
    scope: z.string(),
    counts: z
      .strictObject({ open: Count, superseded: Count, ended: Count, sessions: Count })
      .describe('Entries of each state, and sessions (at most 10,000 are counted).'),
    open: z.array(StandingEntryReply).describe('What holds: the newest 200, newest first.'),
    superseded: z.array(StandingEntryReply).describe('What a newer entry replaced: the newest 200.'),
    ended: z.array(StandingEntryReply).describe('What was ended: the newest 200.'),
    sessions: z
      .array(
        z.strictObject({
          id: Id,
          externalId: z.string().nullable(),
          messageCount: Count,
          createdAt: Timestamp,
          lastActivityAt: Timestamp,
        }),
      )
      .describe('The newest 200 sessions of the scope. Their messages are kept as well.'),
  })
  .meta({ id: 'Scope' })

export const ScopesReply = z.strictObject({
  scopes: z.array(
    z.strictObject({
      scope: z.string(),
      openEntries: Count,
      newestSession: Id.nullable().describe(
        'The session of the scope that was opened last. Null: the scope only has entries.',
      ),
    }),
  ),
  nextAfter: NextAfter,
})
