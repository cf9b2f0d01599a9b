import { z } from 'zod'
import { CUT_KINDS } from '../../../domain/context/cut.js'
import { queryInt, Timestamp, Tokens } from '../common.js'
import { Breakdown, ContextStatusReply } from '../session.js'

export const BudgetQuery = z.strictObject({
  after: queryInt(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'Only what was recorded after the event of this number: `seq` of the reply before.' }),
})

const EventSeq = z.int().meta({ description: 'Number of the event in the session.' })
const Newest = z.int().meta({ description: 'The message that was the newest. 0: none.' })

export const BudgetReply = z
  .strictObject({
    contextStatus: ContextStatusReply,
    points: z
      .array(
        z.strictObject({
          seq: EventSeq,
          at: Timestamp,
          message: Newest,
          used: Tokens,
          usedBefore: Tokens.meta({
            description: 'Tokens in the context at the recorded size before: what a prompt cache keeps without a cut.',
          }),
          limit: Tokens,
          compressesAt: Tokens.nullable().meta({
            description: 'Tokens in the context at which a compression becomes pending. Null: never.',
          }),
          breakdown: Breakdown,
        }),
      )
      .meta({ description: 'Recorded sizes of the context, oldest first: at most 2,000, evenly chosen.' }),
    cuts: z
      .array(
        z.strictObject({
          seq: EventSeq,
          at: Timestamp,
          message: Newest,
          version: z.int().meta({ description: 'Version of `GET …/cuts/{version}`.' }),
          kind: z.enum(CUT_KINDS),
          reason: z.string(),
          tokensBefore: Tokens,
          tokensAfter: Tokens,
          removedBlocks: z.int().meta({ description: 'Messages and parts that were removed or replaced.' }),
        }),
      )
      .meta({ description: 'Cuts, oldest first: at most the newest 2,000.' }),
    seq: z.int().meta({ description: 'Number of the newest event that was read. 0: none.' }),
  })
  .meta({ id: 'Budget' })
