import { z } from 'zod'
import { RESULT_KINDS } from '../../domain/reductions/condense/kinds.js'
import { REDUCTION_KINDS } from '../../domain/context/reduction.js'
import { UNITS, type Unit } from '../../domain/originals/slices.js'
import { FormatName, Id, NextAfter, queryInt, Tokens } from './common.js'
import { ContextStatusReply } from './session.js'

const Size = z
  .strictObject({ characters: z.int(), bytes: z.int(), lines: z.int() })
  .meta({ id: 'OriginalSize', description: 'Size of the whole original in UTF-16 code units, UTF-8 bytes and lines.' })
const Sha256 = z.string().describe('SHA-256 of the whole content as UTF-8, in lower-case hex.')

const offload = {
  id: Id,
  seq: z.int().describe('Number of the message.'),
  part: z.int().describe('Index of the part in the message, from 0.'),
  kind: z.enum(REDUCTION_KINDS),
  resultKind: z.enum(RESULT_KINDS).optional().describe('Kind of the tool result. Only for `condense`.'),
  toolName: z.string(),
  placeholder: z.string().nullable().describe('Text in place of the part. Null if the part is omitted.'),
  tokensBefore: Tokens,
  tokensAfter: Tokens,
  cutId: Id.nullable().describe('The cut that made it. Null if made during the append.'),
}
const OffloadReply = z.strictObject({ ...offload, size: Size.nullable(), sha256: Sha256.nullable() }).meta({
  id: 'Offload',
  description: 'A part that is reduced in the context. If size and hash are null, read the offload to get them.',
})
export const OffloadListReply = z.strictObject({
  offloads: z.array(OffloadReply),
  nextAfter: NextAfter,
  contextStatus: ContextStatusReply,
})

/** Maximum characters, bytes or lines per read. */
const READ_MAX = 1_000_000
export const READ_DEFAULT: Record<Unit, number> = { characters: 20_000, bytes: 20_000, lines: 200 }

export const OffloadQuery = z
  .strictObject({
    unit: z
      .enum(UNITS)
      .optional()
      .describe('Unit of offset and limit: `characters` (UTF-16 code units, the default), `bytes` (UTF-8) or `lines`.'),
    offset: queryInt(0, 2_147_483_647)
      .optional()
      .describe('Start of the range. Characters and bytes count from 0, lines from 1.'),
    limit: queryInt(1, READ_MAX)
      .optional()
      .describe(
        'Default: 20,000 characters or bytes, or 200 lines. Lines are returned whole, up to 1,000,000 characters ' +
          'in total.',
      ),
    as: z
      .enum(['text', 'json'])
      .optional()
      .describe(
        '`text` (the default): the exact text, with one line for each image and file. `json`: the exact JSON of ' +
          'the message.',
      ),
  })
  .refine(({ unit, offset }) => unit !== 'lines' || offset !== 0, {
    path: ['offset'],
    message: 'a line number, from 1',
  })

const Medium = z
  .strictObject({
    number: z.int().describe('Download the bytes from `…/media/{number}`.'),
    kind: z.enum(['image', 'file']),
    mediaType: z.string().nullable(),
    name: z.string().nullable(),
    url: z.string().nullable().describe('URL of the bytes, if the conversation does not contain them.'),
    bytes: z.int().nullable(),
    sha256: z.string().nullable(),
  })
  .meta({ id: 'Medium', description: 'An image or file in an original.' })

export const OffloadContentReply = z
  .strictObject({
    ...offload,
    size: Size,
    sha256: Sha256,
    contentKind: z.enum(['text', 'json']),
    media: z.array(Medium),
    unit: z.enum(UNITS),
    total: z.int().describe('Size of the whole original in `unit`.'),
    offset: z.int().describe('Actual start of this range in `unit`, never inside a character.'),
    length: z.int().describe('Length of this range in `unit`.'),
    content: z.string(),
    nextOffset: z.int().nullable().describe('Start of the next range. Null at the end.'),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'OffloadContent' })

export const OffloadSearchQuery = z.strictObject({
  q: z.string().min(1).max(500).describe('Literal text to find. Case is ignored.'),
  offset: queryInt(0, 2_147_483_647).optional().describe('Start of the search, in characters.'),
  limit: queryInt(1, 200).optional().describe('Maximum matches. Default: 20.'),
})
export const OffloadSearchReply = z
  .strictObject({
    matches: z.array(
      z.strictObject({ offset: z.int().describe('In characters.'), line: z.int(), excerpt: z.string() }),
    ),
    more: z.boolean().describe('Whether there are more matches than returned.'),
    nextOffset: z.int().nullable().describe('Position of the next match. Null if there is none.'),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'OffloadMatches' })

export const ToolsQuery = z.strictObject({
  format: FormatName.optional().describe('Format of the definitions. Default: `openai`.'),
})
export const ToolsReply = z
  .strictObject({
    tools: z.array(z.unknown()).describe('Definitions to add to the tools of the model.'),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'ReadingTools' })

export const ToolCallBody = z
  .strictObject({
    name: z.string().min(1).max(200).describe('Name of the called tool, with or without an MCP prefix.'),
    arguments: z.unknown().describe('The arguments as the model wrote them: an object or its JSON text.'),
  })
  .meta({ id: 'ReadingToolCall' })
export const ToolCallReply = z
  .strictObject({
    content: z.string().describe('Text of the tool result.'),
    isError: z.boolean().describe('The call was wrong; the text says how to correct it.'),
    contextStatus: ContextStatusReply,
  })
  .meta({ id: 'ReadingToolResult' })
