import type { Command } from 'commander'
import { printJson, withJson } from '../output/json.js'
import { openOutput } from '../output/output-file.js'

/** `palimpsest verify FILE`: checks an export without a daemon. Ends with code 1 if it finds a contradiction. */
export function addVerify(program: Command): void {
  withJson(program.command('verify <file>'))
    .description('check an exported session without a daemon, and print a receipt (also .gz)')
    .option('--receipt <file>', 'also write the receipt as JSON to this file')
    .option('--since <file>', 'receipt of an earlier verification: its messages must be unchanged')
    .action(async (file: string, options: { receipt?: string; since?: string; json?: boolean }) => {
      // All other commands start without the rules that read records.
      const [{ verify }, { receiptText }] = await Promise.all([import('./verify.js'), import('./receipt.js')])
      const receipt = await verify(file, options.since)
      if (options.receipt !== undefined)
        (await openOutput(options.receipt)).end(`${JSON.stringify(receipt, null, 2)}\n`)
      if (options.json) printJson(receipt)
      else console.log(receiptText(receipt))
      if (!receipt.ok) process.exitCode = 1
    })
}
