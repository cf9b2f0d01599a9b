import { z } from 'zod'
import { formatInteger, pluralize } from '../../domain/number-format.js'
import type { Compared } from './check-texts.js'
import type { Finding, Findings } from './findings.js'
import type { Records } from './records.js'

/** The result of a verification, for people and for later verifications. */

export interface Receipt {
  format: 'palimpsest-receipt'
  version: 1
  verifiedAt: string
  file: { name: string; sha256: string }
  session: { id: string; model: string; messages: number; firstAt: string | null; lastAt: string | null }
  /** Newest link of the chain over the messages, as lower-case hex SHA-256. */
  chain: string
  /** Records that were compared. */
  checked: Compared & { messages: number; checkpoints: number; cuts: number; reductions: number }
  /** Whether the messages of an earlier receipt are unchanged; null: none was given. */
  continues: { messages: number; chain: string; holds: boolean } | null
  ok: boolean
  findings: readonly Finding[]
  findingCount: number
}

/** What an earlier receipt is needed for. */
export const EarlierReceipt = z.object({
  format: z.literal('palimpsest-receipt'),
  version: z.literal(1),
  session: z.object({ id: z.string(), messages: z.int().min(0) }),
  chain: z.string(),
})
export type EarlierReceipt = z.infer<typeof EarlierReceipt>

export function makeReceipt(input: {
  file: Receipt['file']
  records: Records
  compared: Compared
  findings: Findings
  continues: Receipt['continues']
  now: Date
}): Receipt {
  const { file, records, compared, findings, continues, now } = input
  const { sessionId: id, model, messages, firstAt, lastAt, chain, checkpoints, cuts, reductions } = records
  const span = { firstAt: firstAt?.toISOString() ?? null, lastAt: lastAt?.toISOString() ?? null }
  const counts = { checkpoints: checkpoints.length, cuts: cuts.length, reductions: reductions.length }
  return {
    ...{ format: 'palimpsest-receipt', version: 1, verifiedAt: now.toISOString(), file },
    session: { id, model, messages: messages.length, ...span },
    chain: chain.head,
    checked: { messages: messages.length, ...counts, ...compared },
    continues,
    ok: findings.total === 0,
    findings: findings.list,
    findingCount: findings.total,
  }
}

/** Returns the receipt as text. */
export function receiptText({
  file,
  session,
  chain,
  checked,
  continues,
  ok,
  findings,
  findingCount,
  verifiedAt,
}: Receipt): string {
  const { originals, excerpts, standing, elsewhere } = checked
  const counts = [
    pluralize(checked.checkpoints, 'checkpoint'),
    pluralize(checked.cuts, 'cut'),
    pluralize(originals, 'reduced original'),
    pluralize(excerpts, 'excerpt'),
    pluralize(standing, 'standing entry', 'standing entries'),
  ]
  const rows = [
    ['file', `${file.name}, SHA-256 ${file.sha256}`],
    ['session', `${session.id}, model ${session.model}`],
    ['messages', `${formatInteger(session.messages)}, ${session.firstAt ?? 'none'} to ${session.lastAt ?? 'none'}`],
    ['chain', chain],
    ['compared', counts.join(', ')],
    ...(elsewhere > 0 ? [['not compared', `${pluralize(elsewhere, 'text')} of other sessions`]] : []),
    ...(continues
      ? [
          [
            'earlier receipt',
            `${formatInteger(continues.messages)} messages, ${continues.holds ? 'unchanged' : 'CHANGED'}`,
          ],
        ]
      : []),
    ['verified', verifiedAt],
    ['result', ok ? 'no contradiction found' : pluralize(findingCount, 'contradiction')],
  ]
  const lines = rows.map(([name, value]) => `${(name ?? '').padEnd(17)}${value}`)
  return [
    ...lines,
    ...findings.map((one) => `  ${one.in}${one.record === null ? '' : ` ${one.record}`}: ${one.found}`),
  ].join('\n')
}
