import { parseArgs } from 'node:util'
import { reportAnswers } from './answers/report.js'
import { reportContinuation } from './continuation/report.js'
import { reportDoor } from './door/report.js'
import { HALVES } from './drift/labeled-set.js'
import { reportDrift } from './drift/report.js'
import { reportFacts } from './facts/report.js'
import { reportAging } from './facts/report-aging.js'
import { logFiles } from './files.js'
import { reportGoals } from './goals/report-goals.js'
import { reportOutcomes } from './outcomes/report.js'
import { reportAnchors } from './report-anchors.js'
import { reportGiants } from './report-giants.js'
import { reportInventions } from './report-inventions.js'
import { reportPrefix } from './report-prefix.js'
import { reportPairs } from './pairs/report.js'
import { reportRatios } from './report-ratios.js'
import { reportSearch } from './search/report.js'
import { reportSurvival } from './report-survival.js'
import { reportModelCalls } from './savings/report-model-calls.js'
import { reportLongMemEval } from './recall/longmemeval.js'
import { reportRecall } from './recall/report.js'
import { reportStanding } from './standing/report.js'
import { usageText, type EvalName } from './usage.js'
import { reportWindow } from './window/report.js'
import { reportSavings } from './savings/report-savings.js'

/** `npm run eval -- NAME [options] [FILE or FOLDER …]`, or `--help`. Each file describes its evaluation and options. The default
 * name is `survival`; the default files are the examples. */
const EVALS: Record<EvalName, (args: string[]) => Promise<void>> = {
  /** `survival [--size 16K] FILE…` */
  survival: async (args) => {
    const { values, positionals } = read(args)
    await reportSurvival(await logFiles(positionals), values.size)
  },
  /** `drift [--half tuning] [--embed-model NAME] FOLDER` */
  drift: async (args) => {
    const { values, positionals } = read(args)
    await reportDrift(
      folderOf(positionals),
      HALVES.filter((half) => values.half === undefined || half === values.half),
      values['embed-model'],
    )
  },
  /** `savings [--size 16K] FOLDER` */
  savings: (args) => reportSavings(folderOf(read(args).positionals), read(args).values.size),
  /** `model-calls [--size 16K] FOLDER` */
  'model-calls': (args) => reportModelCalls(folderOf(read(args).positionals), read(args).values.size),
  /** `goals [--size 16K] FILE…` */
  goals: async (args) => {
    const { values, positionals } = read(args)
    await reportGoals(positionals, values.size)
  },
  /** `search FOLDER` */
  search: (args) => reportSearch(folderOf(read(args).positionals)),
  continuation: reportContinuation,
  /** `outcomes [--wrong]` */
  outcomes: reportOutcomes,
  facts: reportFacts,
  aging: reportAging,
  giants: reportGiants,
  ratios: reportRatios,
  inventions: reportInventions,
  anchors: reportAnchors,
  prefix: reportPrefix,
  door: reportDoor,
  recall: reportRecall,
  answers: reportAnswers,
  pairs: reportPairs,
  standing: reportStanding,
  window: reportWindow,
  longmemeval: reportLongMemEval,
}

const [name = '', ...args] = process.argv.slice(2)
if (process.argv.includes('--help') || process.argv.includes('-h')) process.stdout.write(usageText(name))
else await (name in EVALS ? EVALS[name as EvalName](args) : EVALS.survival(process.argv.slice(2)))

function read(given: string[]) {
  return parseArgs({
    args: given,
    allowPositionals: true,
    options: { size: { type: 'string', default: '16K' }, half: { type: 'string' }, 'embed-model': { type: 'string' } },
  })
}

function folderOf([folder]: string[]): string {
  if (folder === undefined) throw new Error('Name the folder of the logged conversations.')
  return folder
}
