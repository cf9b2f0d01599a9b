import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { DomainError } from '../../domain/errors.js'
import { CommandError } from '../connection.js'
import { unreadable } from '../output/unreadable.js'
import { checkRecords } from './check-records.js'
import { checkTexts } from './check-texts.js'
import { Findings } from './findings.js'
import { readExport } from './read-export.js'
import { EarlierReceipt, makeReceipt, type Receipt } from './receipt.js'
import { collect, type Records } from './records.js'

/** Returns what an export holds. Throws CommandError for a file that is no export.
 * @param since path of an earlier receipt */
export async function verify(path: string, since: string | undefined): Promise<Receipt> {
  return findingsOf(path, since).catch((error: unknown) => {
    if (error instanceof DomainError) throw new CommandError(`${path}: ${error.message}`)
    throw error
  })
}

async function findingsOf(path: string, since: string | undefined): Promise<Receipt> {
  const earlier = since === undefined ? null : await readReceipt(since)
  const findings = new Findings()
  const hash = createHash('sha256')
  const records = await collect(await readExport(path, hash), findings, earlier?.session.messages ?? 0)
  checkRecords(records, findings)
  const compared = await checkTexts(await readExport(path), records, findings)
  const continues = earlier && compareWith(earlier, records, findings)
  const file = { name: basename(path), sha256: hash.digest('hex') }
  return makeReceipt({ file, records, compared, findings, continues, now: new Date() })
}

function compareWith(earlier: EarlierReceipt, records: Records, findings: Findings): Receipt['continues'] {
  const { chain } = earlier
  const { id, messages } = earlier.session
  const holds = id === records.sessionId && (messages === 0 || records.linkAt === chain)
  if (!holds && id !== records.sessionId) findings.add('file', null, `The earlier receipt is of session ${id}.`)
  else if (!holds)
    findings.add(
      'file',
      null,
      `The first ${messages} messages are not those of the earlier receipt: its chain is ${chain}.`,
    )
  return { messages, chain, holds }
}

async function readReceipt(path: string): Promise<EarlierReceipt> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(path, error)
  })
  try {
    return EarlierReceipt.parse(JSON.parse(text))
  } catch {
    throw new CommandError(`${path} is not a receipt. Write one with: palimpsest verify FILE --receipt ${path}`)
  }
}
