import { parseArgs } from 'node:util'
import { HALVES } from './drift/labelled-set.js'
import { reportDrift } from './drift/report.js'
import { reportSurvival } from './report-survival.js'
import { reportModelCalls } from './savings/report-model-calls.js'
import { reportSavings } from './savings/report-savings.js'

/** `npm run eval -- [--size 16K] FILE…`: what survives of a conversation that is played through the service (`report-survival.ts`).
 * `npm run eval -- drift [--half tuning] FOLDER`: how often drift is found where it is (`drift/report.ts`).
 * `npm run eval -- savings FOLDER`: what the rules that need no model save, preset by preset (`savings/report-savings.ts`).
 * `npm run eval -- model-calls FOLDER`: how many model calls they spare (`savings/report-model-calls.ts`). */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string', default: '16K' }, half: { type: 'string' } },
})
const [what] = positionals
if (what === 'drift') {
  await reportDrift(
    folderNamed(),
    HALVES.filter((half) => values.half === undefined || half === values.half),
  )
} else if (what === 'savings') await reportSavings(folderNamed(), values.size)
else if (what === 'model-calls') await reportModelCalls(folderNamed(), values.size)
else {
  const examples = ['examples/claude-code-session.jsonl.gz', 'examples/airline-tool-calls.json']
  await reportSurvival(positionals.length > 0 ? positionals : examples, values.size)
}

function folderNamed(): string {
  const [, folder] = positionals
  if (folder === undefined) throw new Error('Name the folder of the logged conversations.')
  return folder
}
