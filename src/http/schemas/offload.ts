import { z } from 'zod'
import { RESULT_KINDS } from '../../domain/reductions/condense/kinds.js'
import { UNITS, type Unit } from '../../domain/originals/slices.js'
import { Id, NextAfter, queryInt, Tokens } from './common.js'

const Size = z
  .strictObject({ characters: z.int(), bytes: z.int(), lines: z.int() })
  .meta({ id: 'OriginalSize', description: 'Of the whole original: UTF-16 code units, bytes of UTF-8, lines.' })
const Sha256 = z.string().meta({ description: 'SHA-256 of the whole content as UTF-8, lower-case hex.' })

const offload = {
  id: Id,
  seq: z.int(),
  part: z.int(),
  kind: z.enum(['offload', 'condense', 'mask', 'truncate-input', 'watermark', 'covered']),
  resultKind: z.enum(RESULT_KINDS).optional().meta({ description: 'What kind of tool result was condensed.' }),
  toolName: z.string(),
  placeholder: z.string().nullable(),
  tokensBefore: Tokens,
  tokensAfter: Tokens,
  cutId: Id.nullable(),
}
const OffloadReply = z.strictObject({ ...offload, size: Size.nullable(), sha256: Sha256.nullable() }).meta({
  id: 'Offload',
  description: 'A part that stands in the context as something shorter. Without size and hash: reading it tells them.',
})
export const OffloadListReply = z.strictObject({ offloads: z.array(OffloadReply), nextAfter: NextAfter })

/** Most characters, bytes or lines one read of an offload gives. */
const READ_MAX = 1_000_000
export const READ_DEFAULT: Record<Unit, number> = { characters: 20_000, bytes: 20_000, lines: 200 }

export const OffloadQuery = z
  .strictObject({
    unit: z.enum(UNITS).optional().meta({
      description:
        'What offset and limit count: `characters` (UTF-16 code units, the default), `bytes` of UTF-8, `lines`.',
    }),
    offset: queryInt(0, 2_147_483_647)
      .optional()
      .meta({ description: 'Where to begin: characters and bytes from 0, lines from 1.' }),
    limit: queryInt(1, READ_MAX).optional().meta({
      description:
        '20,000 characters or bytes, or 200 lines, unless said. Lines come whole, up to 1,000,000 characters of them.',
    }),
    as: z.enum(['text', 'json']).optional().meta({
      description:
        '`text` (the default): words as they are, one line for each picture and file. `json`: the exact JSON of the message.',
    }),
  })
  .refine(({ unit, offset }) => unit !== 'lines' || offset !== 0, {
    path: ['offset'],
    message: 'a line number, from 1',
  })

const Medium = z
  .strictObject({
    number: z.int().meta({ description: 'Its bytes are at …/media/{number}.' }),
    kind: z.enum(['image', 'file']),
    mediaType: z.string().nullable(),
    name: z.string().nullable(),
    url: z.string().nullable().meta({ description: 'Where its bytes are, if they are not in the conversation.' }),
    bytes: z.int().nullable(),
    sha256: z.string().nullable(),
  })
  .meta({ id: 'Medium', description: 'A picture or file in an original.' })

export const OffloadContentReply = z
  .strictObject({
    ...offload,
    size: Size,
    sha256: Sha256,
    contentKind: z.enum(['text', 'json']),
    media: z.array(Medium),
    unit: z.enum(UNITS),
    total: z.int().meta({ description: 'Size of the whole, in the unit asked for.' }),
    offset: z.int().meta({ description: 'Where this range really begins: never inside a character.' }),
    length: z.int().meta({ description: 'How much this range holds, in the unit asked for.' }),
    content: z.string(),
    nextOffset: z.int().nullable().meta({ description: 'Where the next range begins; null: this was the end.' }),
  })
  .meta({ id: 'OffloadContent' })

export const OffloadSearchQuery = z.strictObject({
  q: z.string().min(1).max(500),
  offset: queryInt(0, 2_147_483_647).optional().meta({ description: 'Character to look from.' }),
  limit: queryInt(1, 200).optional(),
})
export const OffloadSearchReply = z
  .strictObject({
    matches: z.array(
      z.strictObject({ offset: z.int().meta({ description: 'In characters.' }), line: z.int(), excerpt: z.string() }),
    ),
    more: z.boolean().meta({ description: 'There are more matches than were given.' }),
    nextOffset: z.int().nullable().meta({ description: 'Where the next match stands; null: there is none.' }),
  })
  .meta({ id: 'OffloadMatches' })
