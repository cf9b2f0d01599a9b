import { z } from 'zod'
import { FORMATS } from '../../domain/message.js'
import { Id, Tokens } from './common.js'
import { ContextStatusReply } from './session.js'

export const ExportQuery = z.strictObject({
  format: z.enum(['json', 'jsonl', 'markdown']).optional().meta({ description: 'Default: `json`.' }),
})

export const ImportReply = z
  .strictObject({
    sessionId: Id,
    originalId: Id.nullable().meta({ description: 'Id in the file, if it was in use here and was replaced.' }),
    externalId: z
      .string()
      .nullable()
      .meta({ description: 'Null also if another session of the app has the one in the file.' }),
    format: z.enum(['palimpsest', ...FORMATS]).meta({ description: '`palimpsest`, or the format of the messages.' }),
    imported: z.int().meta({ description: 'Number of messages.' }),
    skipped: z
      .array(z.strictObject({ line: z.int(), reason: z.string() }))
      .meta({ description: 'The first 100 lines, or elements of a document, that were skipped.' }),
    skippedCount: z.int(),
    tokens: Tokens.meta({ description: 'Tokens in the context.' }),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'Import' })
