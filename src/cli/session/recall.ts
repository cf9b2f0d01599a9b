import type { Command } from 'commander'
import { z } from 'zod'
import { pluralize } from '../../domain/number-format.js'
import { connection } from '../connection.js'
import { listAll } from '../list-all.js'
import { printJson, withJson } from '../output/json.js'
import { sessionPath } from './find.js'

const Recalls = z.object({
  recalls: z.array(
    z.looseObject({
      seq: z.number(),
      tokens: z.number(),
      ms: z.number(),
      reason: z.string().nullable(),
      inContext: z.boolean(),
      excerpts: z.array(z.looseObject({ seq: z.number(), sessionId: z.string(), text: z.string() })),
    }),
  ),
})

/** `palimpsest recall SESSION`: what came back by itself, for which message, and why nothing did. */
export function addRecall(program: Command): void {
  withJson(program.command('recall <session>'))
    .description('print the earlier words that were recalled for each message of a person, or why there are none')
    .action(async (name: string, options: { json?: boolean }) => {
      const daemon = await connection()
      const path = `${await sessionPath(daemon, name)}/recalls`
      const found = await listAll(daemon, path, (reply) => Recalls.parse(reply).recalls)
      if (options.json) return printJson({ recalls: found })
      if (found.length === 0) return console.log('Nothing was recalled yet: nothing has left the context.')
      for (const { seq, excerpts, tokens, ms, reason, inContext } of found) {
        const place = inContext ? 'in the context' : 'has left the context'
        const result = reason === null ? `${pluralize(excerpts.length, 'excerpt')}, ${tokens} tokens, ${place}` : reason
        console.log(`message ${seq}  ${result}  ${ms} ms`)
        for (const one of excerpts) {
          console.log(`    from message ${one.seq} of ${one.sessionId}`)
          for (const row of one.text.split('\n')) if (row.trim() !== '') console.log(`    ${row.trim()}`)
        }
      }
    })
}
