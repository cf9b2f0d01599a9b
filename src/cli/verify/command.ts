import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { DomainError } from '../../domain/errors.js'
import { CommandError } from '../connection.js'
import { printJson, withJson } from '../output/json.js'
import { openOutput } from '../output/output-file.js'
import { checkRecords } from './check-records.js'
import { checkTexts } from './check-texts.js'
import { Findings } from './findings.js'
import { EarlierReceipt, makeReceipt, receiptText, type Receipt } from './receipt.js'
import { readExport } from './read-export.js'
import { collect, type Records } from './records.js'
import { unreadable } from '../output/unreadable.js'

/** `palimpsest verify FILE`: checks an export without a daemon. Ends with code 1 if it finds a contradiction. */
export function addVerify(program: Command): void {
  withJson(program.command('verify <file>'))
    .description('check an exported session without a daemon, and print a receipt (also .gz)')
    .option('--receipt <file>', 'also write the receipt as JSON to this file')
    .option('--since <file>', 'receipt of an earlier verification: its messages must be unchanged')
    .action(async (file: string, options: { receipt?: string; since?: string; json?: boolean }) => {
      const receipt = await verify(file, options.since).catch((error: unknown) => {
        if (error instanceof DomainError) throw new CommandError(`${file}: ${error.message}`)
        throw error
      })
      if (options.receipt !== undefined)
        (await openOutput(options.receipt)).end(`${JSON.stringify(receipt, null, 2)}\n`)
      if (options.json) printJson(receipt)
      else console.log(receiptText(receipt))
      if (!receipt.ok) process.exitCode = 1
    })
}

async function verify(path: string, since: string | undefined): Promise<Receipt> {
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
