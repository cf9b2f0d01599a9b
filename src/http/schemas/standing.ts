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
    .meta({ description: 'Name of the scope, percent-encoded: `user%3A42`.' }),
})
export const EntryPath = ScopePath.extend({ entryId: z.string().meta({ description: 'Id of the entry.' }) })

export const StandingQuery = z.strictObject({
  limit: PageLimit,
  after: listCursor('std').optional(),
  state: z.enum(STANDING_STATES).optional().meta({ description: 'Only entries in this state.' }),
  format: z.enum(['json', 'markdown']).optional().meta({ description: 'Default: `json`.' }),
  appId: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'an app id')
    .optional()
    .meta({ description: 'App of the scope. Default: that of the key. Another one needs an admin key.' }),
})

export const EntryText = z
  .string()
  .min(1)
  .max(MAX_ENTRY_CHARS)
  .refine((text) => text.trim() !== '', 'more than blanks')
  .meta({ description: `What holds in all sessions of the scope, at most ${MAX_ENTRY_CHARS} characters.` })
export const EntryKind = z.enum(STANDING_KINDS)

export const NewEntryBody = z.strictObject({
  text: EntryText,
  kind: EntryKind.optional().meta({ description: 'Default: what the words say, else `rule`.' }),
  sessionId: Id.optional().meta({ description: 'Session in which it was said.' }),
  seq: z.int().min(1).max(2_147_483_647).optional().meta({ description: 'Message that has the words.' }),
})

export const EditEntryBody = z
  .strictObject({
    text: EntryText.optional().meta({ description: 'Makes a new entry, which supersedes this one.' }),
    kind: EntryKind.optional(),
    state: z.enum(['open', 'ended']).optional().meta({ description: '`ended`: it holds no longer.' }),
  })
  .refine((body) => Object.keys(body).length > 0, 'at least one of text, kind, state')

export const StandingEntryReply = z
  .strictObject({
    id: Id,
    kind: EntryKind,
    text: z.string().meta({ description: 'Verbatim words of the message, or the text that the app gave.' }),
    source: z.enum(STANDING_SOURCES),
    sessionId: Id.nullable().meta({ description: 'Session in which it was said; null: none.' }),
    seq: z.int().nullable().meta({ description: 'Message that has the words; null: none.' }),
    at: Timestamp.meta({ description: 'When it was said.' }),
    state: z.enum(STANDING_STATES),
    closedAt: Timestamp.nullable().meta({ description: 'When it was superseded or ended; null: it is open.' }),
    supersededBy: Id.nullable().meta({ description: 'Entry that replaced it.' }),
    reason: z.string().nullable().meta({ description: 'Words that ended it.' }),
  })
  .meta({ id: 'StandingEntry' })

export const StandingReply = z.strictObject({
  scope: z.string(),
  entries: z.array(StandingEntryReply),
  nextAfter: NextAfter,
})

export const DeletedScopeReply = z.strictObject({
  entries: z.int().meta({ description: 'Number of deleted entries.' }),
  sessions: z.int().meta({ description: 'Sessions whose contexts showed any, or words recalled from each other.' }),
})
