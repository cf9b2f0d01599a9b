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
    .describe(
      'Words, names, paths or error codes, in any language. Hits have at least one of them; hits with more of them, ' +
        'rarer ones, and closer together come first. The first 24 terms count.',
    ),
  sessionId: z
    .string()
    .regex(ID_PATTERN, 'the id of a session')
    .optional()
    .describe('Searches one session. Default: all sessions of the app.'),
  limit: queryInt(1, HITS_MAX).optional().describe(`Maximum hits. Default: ${HITS_DEFAULT}.`),
  maxTokens: queryInt(20, 1_000_000)
    .optional()
    .describe('Maximum tokens (o200k) of all excerpts together. Default: no limit.'),
  after: z
    .string()
    .regex(/^[\w-]{1,80}$/, 'the id of a hit')
    .optional()
    .describe('Id of the last hit of the previous page of the same search.'),
})

const Span = z.strictObject({ offset: z.int(), length: z.int() })
const Path = z.string().describe('Path and query of a GET request.')

const HitReply = z
  .strictObject({
    id: z.string().describe('Value of `after` to continue after this hit.'),
    sessionId: Id,
    seq: z.int().describe('Number of the message.'),
    messageId: Id,
    part: z.int().describe('Index of the part in the message, from 0.'),
    role: z.enum(ROLES),
    createdAt: Timestamp,
    score: z.number().describe('Comparable within one search only.'),
    excerpt: z.string().describe('Exact text around the best match.'),
    offset: z
      .int()
      .describe('Start of the excerpt in the original text of the part, in UTF-16 code units, as in the offload.'),
    matches: z.array(Span).describe('Words of the excerpt that match, in the same units.'),
    tokens: Tokens.describe('Tokens (o200k) of the excerpt.'),
    where: z
      .enum(['raw', 'reduced', 'covered', 'evicted', 'withdrawn'])
      .describe('State of the message now: whole or reduced in the context, behind a checkpoint, or left.'),
    offloadId: Id.nullable().describe('Handle of the part’s original, if the part was reduced.'),
    checkpointId: Id.nullable().describe('The live checkpoint that covers the message.'),
    read: z
      .strictObject({ message: Path, offload: Path.nullable(), checkpoint: Path.nullable() })
      .describe('How to read more: the exact message, the original from the excerpt on, the summary.'),
  })
  .meta({ id: 'SearchHit', description: 'A message that matches, with its best passage.' })

export const SearchReply = z
  .strictObject({
    hits: z.array(HitReply),
    nextAfter: NextAfter,
    unindexed: z
      .strictObject({
        waiting: z.int().describe('Newest messages that are not in the index yet.'),
        read: z.int().describe('Those of them that this search read one by one.'),
      })
      .describe('Messages enter the index about a second after they are stored.'),
  })
  .meta({ id: 'SearchResult' })
