import type { Command } from 'commander'
import { z } from 'zod'
import { pluralize } from '../../domain/number-format.js'
import { connection } from '../connection.js'
import { printJson, withJson } from '../output/json.js'
import { sessionPath } from './find.js'

const Audit = z.object({
  ok: z.boolean(),
  ...{ messages: z.number(), raw: z.number(), reduced: z.number(), covered: z.number(), evicted: z.number() },
  lost: z.number().default(0),
  violations: z.array(z.object({ rule: z.string(), seq: z.number().nullable(), found: z.string() })),
})

/** `palimpsest audit SESSION`: recomputes where every message is. Ends with code 1 if the records contradict each other. */
export function addAudit(program: Command): void {
  withJson(program.command('audit <session>'))
    .description('recompute from the history where every message is; ends with 1 if the records contradict each other')
    .action(async (name: string, options: { json?: boolean }) => {
      const daemon = await connection()
      const reply = await daemon.get(`${await sessionPath(daemon, name)}/audit`)
      const { ok, messages, raw, reduced, covered, evicted, lost, violations } = Audit.parse(reply)
      if (!ok) process.exitCode = 1
      if (options.json) return printJson(reply)
      console.log(ok ? 'ok' : pluralize(violations.length, 'violation'))
      console.log(
        `${pluralize(messages, 'message')}: ${raw} raw, ${reduced} reduced, ${covered} covered, ${evicted} evicted, ${lost} lost`,
      )
      for (const { rule, seq, found } of violations)
        console.log(`  [${rule}] ${seq === null ? '' : `message ${seq}: `}${found}`)
    })
}
