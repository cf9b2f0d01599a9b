import { ID_PATTERN } from '../../domain/texts.js'
import { z } from 'zod'
import { ROLES } from '../../domain/message.js'
import { Id, NextAfter, queryInt, Timestamp, Tokens } from './common.js'

/** Maximum and default number of hits. */
const HITS_MAX = 50
export const HITS_DEFAULT = 10

export const SearchQuery = z.strictObject({
  q: z
    .string()
    .min(1)
    .max(1_000)
    .meta({
      description:
        'Words, names, paths or error codes, in any language. Hits have at least one of them; hits with more of them, ' +
        'rarer ones, and closer together come first. The first 24 terms count.',
    }),
  sessionId: z
    .string()
    .regex(ID_PATTERN, 'the id of a session')
    .optional()
    .meta({ description: 'Searches one session. Default: all sessions of the app.' }),
  limit: queryInt(1, HITS_MAX)
    .optional()
    .meta({ description: `Maximum hits. Default: ${HITS_DEFAULT}.` }),
  maxTokens: queryInt(20, 1_000_000)
    .optional()
    .meta({ description: 'Maximum tokens (o200k) of all excerpts together. Default: no limit.' }),
  after: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'the id of a hit')
    .optional()
    .meta({ description: 'Id of the last hit of the previous page of the same search.' }),
})

const Span = z.strictObject({ offset: z.int(), length: z.int() })
const Path = z.string().meta({ description: 'Path and query of a GET request.' })

const HitReply = z
  .strictObject({
    id: z.string().meta({ description: 'Value of `after` to continue after this hit.' }),
    sessionId: Id,
    seq: z.int().meta({ description: 'Number of the message.' }),
    messageId: Id,
    part: z.int().meta({ description: 'Index of the part in the message, from 0.' }),
    role: z.enum(ROLES),
    createdAt: Timestamp,
    score: z.number().meta({ description: 'Comparable within one search only.' }),
    excerpt: z.string().meta({ description: 'Exact text around the best match.' }),
    offset: z.int().meta({
      description: 'Start of the excerpt in the original text of the part, in UTF-16 code units, as in the offload.',
    }),
    matches: z.array(Span).meta({ description: 'Words of the excerpt that match, in the same units.' }),
    tokens: Tokens.meta({ description: 'Tokens (o200k) of the excerpt.' }),
    where: z.enum(['raw', 'reduced', 'covered', 'evicted', 'withdrawn']).meta({
      description: 'State of the message now: whole or reduced in the context, behind a checkpoint, or left.',
    }),
    offloadId: Id.nullable().meta({ description: 'Handle of the part’s original, if the part was reduced.' }),
    checkpointId: Id.nullable().meta({ description: 'The live checkpoint that covers the message.' }),
    read: z
      .strictObject({ message: Path, offload: Path.nullable(), checkpoint: Path.nullable() })
      .meta({ description: 'How to read more: the exact message, the original from the excerpt on, the summary.' }),
  })
  .meta({ id: 'SearchHit', description: 'A message that matches, with its best passage.' })

export const SearchReply = z
  .strictObject({
    hits: z.array(HitReply),
    nextAfter: NextAfter,
    unindexed: z
      .strictObject({
        waiting: z.int().meta({ description: 'Newest messages that are not in the index yet.' }),
        read: z.int().meta({ description: 'Those of them that this search read one by one.' }),
      })
      .meta({ description: 'Messages enter the index about a second after they are stored.' }),
  })
  .meta({ id: 'SearchResult' })
