import { parseArgs } from 'node:util'
import { parseContextSize } from '../../src/domain/session/budget.js'
import { readTalks } from '../recall/load.js'
import { KeptAnswers } from './kept.js'
import { printAnswers } from './print.js'
import { ARMS } from './prompts.js'
import { answersOf } from './run.js'

/** `npm run eval -- answers --model NAME [--host http://127.0.0.1:11434] [--size 8K] [--questions N] [--only conv-26,…] [--keep FILE]
 * [--arms window,context,recall,oracle] [--timeout 900] [--patience 600] [--summary-model NAME] FILE`: asks a model behind Ollama's API
 * the questions of LoCoMo, with the newest messages that fit, with our context, with our context and recall, and with only the messages
 * that answer. Prints token F1 and exact matches against the answers of the data set: no model judges. With `--keep`, the same command
 * goes on where it ended. A dead server is waited for (`--patience`, seconds); then the command ends with 1. [P13] [M1] */
export async function reportAnswers(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const { host, model, size, keep, 'summary-model': summaryModel } = values
  if (model === undefined) throw new Error('Name the model: --model NAME.')
  if (positionals.length === 0) throw new Error('Name the file of LoCoMo.')
  const windowTokens = parseContextSize(size)
  if (windowTokens === null) throw new Error('--size: expected a label such as 8K, or tokens.')
  const only = values.only?.split(',')
  const named = values.arms?.split(',')
  const arms = ARMS.filter((arm) => !named || named.includes(arm))
  if (named && arms.length !== named.length) throw new Error(`--arms: expected some of ${ARMS.join(', ')}.`)
  const talks = (await Promise.all(positionals.map(readTalks))).flat()
  const start = performance.now()
  const { answers, gaveUp } = await answersOf(
    talks.filter(({ name }) => !only || only.includes(name)),
    {
      server: {
        ...{ host, model, windowTokens, retryMs: 5_000 },
        timeoutMs: 1_000 * numberOf('timeout', values.timeout),
        patienceMs: 1_000 * numberOf('patience', values.patience),
      },
      size,
      arms,
      count: values.questions === undefined ? null : numberOf('questions', values.questions),
      kept: await KeptAnswers.open(keep ?? null),
      ...(summaryModel !== undefined && { service: { ollamaHost: host, summaryModel } }),
      log: (line) => console.error(line),
    },
  )
  printAnswers(answers, arms, (performance.now() - start) / 1_000)
  if (!gaveUp) return
  console.error(`The server failed several times in a row. ${keep ? 'Run the same command again to go on.' : ''}`)
  process.exitCode = 1
}

const OPTIONS = {
  model: { type: 'string' },
  host: { type: 'string', default: process.env['OLLAMA_HOST'] ?? 'http://127.0.0.1:11434' },
  size: { type: 'string', default: '8K' },
  questions: { type: 'string' },
  only: { type: 'string' },
  keep: { type: 'string' },
  arms: { type: 'string' },
  timeout: { type: 'string', default: '900' },
  patience: { type: 'string', default: '600' },
  'summary-model': { type: 'string' },
} as const

function numberOf(option: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${option}: expected a number from 1, got ${text}.`)
  return number
}
