import { parseArgs } from 'node:util'
import { reportDrift } from './drift/report.js'
import { HALVES } from './drift/labelled-set.js'
import { reportSurvival } from './report-survival.js'

/** `npm run eval -- [--size 16K] FILE…`: what survives of a conversation that is played through the service (`report-survival.ts`).
 * `npm run eval -- drift [--half tuning] FOLDER`: how often drift is found where it is (`drift/report.ts`). */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '16K' }, half: { type: 'string' } },
})
const [what, folder] = positionals
if (what === 'drift') {
  if (folder === undefined) throw new Error('Name the folder of the logged conversations.')
  await reportDrift(
    folder,
    HALVES.filter((half) => values.half === undefined || half === values.half),
  )
} else {
  const examples = ['examples/claude-code-session.jsonl.gz', 'examples/airline-tool-calls.json']
  await reportSurvival(positionals.length > 0 ? positionals : examples, values.size)
}
