import { z } from 'zod'
import { auditSession } from '../../app/context/audit-session.js'
import { explainContext } from '../../app/context/explain-context.js'
import { readCut } from '../../app/context/read-cut.js'
import { readContext } from '../../app/context/read-context.js'
import { CUT_KINDS } from '../../domain/context/cut.js'
import { invalidRequest } from '../../domain/errors.js'
import { ok } from '../answer.js'
import { operationsOf } from '../operation.js'
import { FormatName, queryFlag, queryInt, SessionPath, Tokens } from '../schemas/common.js'
import { ContextReply } from '../schemas/reports/context.js'
import { ContextStatusReply } from '../schemas/session.js'
import { withStatus } from '../with-status.js'

const operation = operationsOf('Context')

const ContextQuery = z.strictObject({
  format: FormatName.optional().describe('Format of the messages. Default: `native`.'),
  reserve: queryInt(0, 4_000_000)
    .optional()
    .describe('Tokens kept free for this reply. Default: the reserve of the session.'),
  at: queryInt(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('A message number: the context as it was last handed out while this message was the newest.'),
  explain: queryFlag.optional().describe('Adds `entries`: each context entry with its rule and reason.'),
})

const ExplainQuery = z.strictObject({
  from: queryInt(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('A context version. Adds `changes`: every cut since that version and its effect.'),
})

const CutQuery = z.strictObject({
  words: queryFlag
    .optional()
    .describe('Adds `words` to the entries after the unchanged beginning: the first words of what was sent.'),
})

const AuditReply = z
  .looseObject({
    contextStatus: ContextStatusReply,
    ok: z.boolean().describe('Whether the audit found no violations.'),
    violations: z.array(z.unknown()).describe('Records that contradict each other, with the violated rule.'),
  })
  .meta({ id: 'Audit' })
const ExplainReply = z.looseObject({ contextStatus: ContextStatusReply }).meta({
  id: 'Explanation',
  description: 'Context entries with their tokens, rules and reasons, and excluded messages with the reasons.',
})
const CutSide = z.strictObject({
  version: z.int(),
  seq: z.int().describe('The message that was the newest. 0: none.'),
  tokens: Tokens,
  limit: Tokens,
  entries: z
    .array(z.unknown())
    .describe('Each entry with its tokens, rule and reason; `digest` is equal where the text is.'),
})
const CutReply = z
  .strictObject({
    contextStatus: ContextStatusReply,
    cuts: z
      .array(z.strictObject({ version: z.int(), kind: z.enum(CUT_KINDS), reason: z.string() }))
      .describe('All cuts of the same change, oldest first. No context between them was ever sent.'),
    before: CutSide,
    after: CutSide.describe('Messages that arrived with the change are only here.'),
    unchanged: z
      .strictObject({ entries: z.int(), tokens: Tokens })
      .describe('The beginning that both have in common. A prompt cache keeps it.'),
  })
  .meta({ id: 'CutReport', description: 'The contexts before and after a cut, entry by entry.' })

export const contextOperations = [
  operation('readContext', 'GET /v1/sessions/{sessionId}/context', {
    summary: 'Read the active context: the messages to send to the model. It always fits the limit.',
    description:
      'With `at`, an earlier context, exactly as it was returned then: messages, system text, tools and tokens. A ' +
      'message that arrived together with later ones has the context it would have had alone. Reading an earlier ' +
      'context changes nothing. Contexts before the first cut that this version recorded answer 409.',
    role: 'viewer',
    headers: ['If-None-Match', 'X-Palimpsest-Recall'],
    query: ContextQuery,
    replies: {
      200: { description: 'The context.', schema: ContextReply },
      304: { description: 'The context has not changed.', schema: null },
    },
    errors: ['message_exceeds_window', 'state_not_recorded'],
    async handle({ ports, principal, at, query, headers, large }) {
      const { format = 'native', reserve, explain, at: seq } = query
      if (seq !== undefined && reserve !== undefined)
        throw invalidRequest('reserve', 'no value together with `at`', String(reserve), RESERVE_OF_THEN)
      return large(async (admit) => {
        const input = { ...at, format, reserve, explain, at: seq }
        // A viewer never writes, so its read decides nothing. [P11]
        const wanted = principal.role === 'viewer' ? 'as-is' : (headers.recall ?? 'auto')
        const { pieces, etag, recall } = await readContext(ports, { ...input, recall: wanted, admit })
        const known = headers.ifNoneMatch.includes(etag) || headers.ifNoneMatch.includes('*')
        return known
          ? { kind: 'empty', status: 304, headers: { ETag: etag, 'X-Palimpsest-Recall': recall } }
          : { texts: pieces, headers: { ETag: etag, 'X-Palimpsest-Recall': recall } }
      })
    },
  }),
  operation('explainContext', 'GET /v1/sessions/{sessionId}/explain', {
    summary: 'Explain why each entry is in the context, what is excluded, and which cuts were made since a version.',
    role: 'viewer',
    query: ExplainQuery,
    replies: { 200: { description: 'The explanation.', schema: ExplainReply } },
    async handle({ ports, at, query }) {
      const explanation = await explainContext(ports, { ...at, from: query.from })
      return ok(await withStatus(ports, at, { ...explanation }))
    },
  }),
  operation('readCut', 'GET /v1/sessions/{sessionId}/cuts/{version}', {
    summary: 'Show the contexts just before and just after a cut, entry by entry, and how much a prompt cache keeps.',
    description: 'Both are for people: the context before may exceed the limit. Reading them changes nothing.',
    role: 'viewer',
    params: SessionPath.extend({
      version: queryInt(0, Number.MAX_SAFE_INTEGER).describe('`version` of `context-rewritten`.'),
    }),
    query: CutQuery,
    replies: { 200: { description: 'The cut.', schema: CutReply } },
    errors: ['not_found', 'state_not_recorded', 'version_mismatch', 'message_exceeds_window'],
    async handle({ ports, at, query: { words }, large }) {
      return large(async (admit) => {
        const report = await readCut(ports, { ...at, words }, admit)
        return { body: await withStatus(ports, at, { ...report }) }
      })
    },
  }),
  operation('auditSession', 'GET /v1/sessions/{sessionId}/audit', {
    summary: 'Recompute from the history alone where every message is, and report contradictions.',
    role: 'viewer',
    replies: { 200: { description: 'The audit.', schema: AuditReply } },
    errors: ['version_mismatch'],
    async handle({ ports, at }) {
      const audit = await auditSession(ports, at)
      return ok(await withStatus(ports, at, { ...audit }))
    },
  }),
]

const RESERVE_OF_THEN = 'An earlier context has the reserve of its time.'
