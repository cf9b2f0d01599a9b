import { z } from 'zod'
import { LEDGER_KINDS, LEDGER_STATES } from '../../domain/ledger/ledger.js'
import { Id, LedgerCursor, NextAfter, PageLimit, Tokens } from './common.js'
import { ContextStatusReply } from './session.js'

export const LedgerQuery = z.strictObject({
  limit: PageLimit,
  after: LedgerCursor.optional(),
  state: z.enum(LEDGER_STATES).optional().describe('Only entries in this state.'),
})

const LedgerEntryReply = z
  .strictObject({
    id: Id,
    kind: z.enum(LEDGER_KINDS),
    text: z.string().describe('A path or a sentence, verbatim from its message.'),
    action: z
      .enum(['created', 'modified', 'deleted', 'moved'])
      .optional()
      .describe('Last action on the path. Only for artifacts.'),
    movedTo: z.string().optional().describe('New place of the path. Only with action `moved`.'),
    seq: z.int().describe('Number of the source message.'),
    state: z.enum(LEDGER_STATES),
    inView: z.boolean().describe('Whether the entry is in the context now.'),
  })
  .meta({ id: 'LedgerEntry' })

export const LedgerReply = z.strictObject({
  tokens: Tokens.describe('Tokens of the ledger in the context.'),
  entries: z.array(LedgerEntryReply),
  nextAfter: NextAfter,
  contextStatus: ContextStatusReply,
})
