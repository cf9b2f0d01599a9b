import { z } from 'zod'
import { FORMATS } from '../../domain/message.js'
import { ARCHIVE_FORMAT } from '../../domain/archive/archive.js'
import { Id, queryInt, Timestamp, Tokens } from './common.js'
import { MemoryScope, PresetName } from './policy.js'
import { ContextStatusReply } from './session.js'

export const ExportQuery = z.strictObject({
  format: z.enum(['json', 'jsonl', 'markdown']).optional().describe('Default: `json`.'),
})

const Records = z.array(z.looseObject({}))
/** The document of an export. Its records are as stored, so their shapes belong to the version of the format. */
export const ExportReply = z
  .strictObject({
    format: z.literal(ARCHIVE_FORMAT),
    version: z.int(),
    session: z.looseObject({ id: Id, model: z.string(), createdAt: Timestamp, lastActivityAt: Timestamp }),
    messages: Records.describe('Every message with its exact text in `message`.'),
    goals: Records,
    goalActs: Records,
    replacedPrompts: Records,
    checkpoints: Records.describe('Superseded ones included.'),
    reductions: Records,
    cuts: Records,
    ledger: Records,
    compressions: Records.describe('Those that ended.'),
    moments: Records.describe('What a context of an earlier message needs.'),
    snapshots: Records,
    recalls: Records,
    standing: Records.describe('Entries that were stated in the session for its memory scope.'),
    end: z.strictObject({ records: z.int(), digest: z.string() }),
  })
  .meta({ id: 'Export', description: 'An exported session. `jsonl` has the same records, one per line.' })

/** Settings for logs of other programs. Our own exports name theirs. */
export const ImportQuery = z.strictObject({
  model: z.string().min(1).max(200).optional().describe('Default: the model that the log names.'),
  contextSize: z.string().max(10).optional().describe('Default: that of a new session.'),
  preset: PresetName.optional(),
  externalId: z.string().min(1).max(255).optional(),
  memoryScope: MemoryScope.optional().describe(
    'Scope of the imported session, which its standing entries join. Default: the one in the file, else none.',
  ),
  conversation: queryInt(1, 1_000_000).optional().describe('Which conversation of a log with several, counted from 1.'),
})

export const ImportReply = z
  .strictObject({
    sessionId: Id,
    originalId: Id.nullable().describe('Id in the file, if it was in use here and was replaced.'),
    externalId: z.string().nullable().describe('Null also if another session of the app has the one in the file.'),
    format: z.enum(['palimpsest', ...FORMATS]).describe('`palimpsest`, or the format of the messages.'),
    imported: z.int().describe('Number of messages.'),
    skipped: z
      .array(z.strictObject({ line: z.int(), reason: z.string() }))
      .describe('The first 100 lines, or elements of a document, that were skipped.'),
    skippedCount: z.int(),
    tokens: Tokens.describe('Tokens in the context.'),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'Import' })
