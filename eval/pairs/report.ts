import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isFault } from '../../src/domain/model/breaker.js'
import { playArm, type Arm } from './arms.js'
import { keep, keptPairs, writeSheet, type Pair } from './kept.js'
import { sourcesOf } from './sources.js'
import { parseVerdicts, printVerdicts } from './verdicts.js'

/** `npm run eval -- pairs --folder FOLDER --summary-model NAME [--host http://127.0.0.1:11434] [--size 8K] [--pairs 30] [--seed 1]
 * [--minutes N] [--prompt-tokens N] [--talks FILE …] [LOG …]`: plays each conversation until the model was asked for a summary, and to the same message
 * without a model. Writes the checkpoints of both in random order to `sheet.md`, to be judged by someone who does not open `key.json`.
 * A conversation whose calls fail makes no pair. The same command goes on where it ended, within `--minutes`, and skips what needs a prompt of more than `--prompt-tokens`. With `--verdicts FILE`, it opens the key instead, and prints how often
 * the text with a model was judged better. [V11]
 * @param newDatabase returns the URL of an empty database, for each of the two plays; default: an embedded one */
export async function reportPairs(args: string[], newDatabase?: () => Promise<string>): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
  const { folder, 'summary-model': model, size, host } = values
  if (folder === undefined) throw new Error('Name a folder for the pairs: --folder FOLDER.')
  const [seed, promptTokens] = [Number(values.seed), Number(values['prompt-tokens'])]
  const kept = await keptPairs(folder)
  if (values.verdicts !== undefined) {
    const key = await writeSheet(folder, kept, seed)
    printVerdicts(kept, key, parseVerdicts(await readFile(values.verdicts, 'utf8')))
    return printWork(kept)
  }
  if (model === undefined) throw new Error('Name the model: --summary-model NAME.')
  const ends = Date.now() + 60_000 * Number(values.minutes)
  for (const source of await sourcesOf(values.talks, positionals, seed)) {
    if (kept.length >= Number(values.pairs) || Date.now() >= ends) break
    if (kept.some(({ name }) => name === source.name)) continue
    const withModel = await playArm(
      source,
      { size, promptTokens, messages: null },
      { ollamaHost: host, summaryModel: model, databaseUrl: await newDatabase?.() },
    )
    if (withModel === null || withModel.calls.length === 0) {
      console.error(`${source.name}: not asked, or too long`)
      continue
    }
    const fault = withModel.calls.find(({ verdict }) => isFault(verdict))
    if (fault) {
      console.error(`${source.name}: ${fault.verdict}`)
      continue
    }
    const without = await playArm(
      source,
      { size, promptTokens, messages: withModel.messages },
      { databaseUrl: await newDatabase?.() },
    )
    if (without === null) continue
    const pair: Pair = { name: source.name, kind: source.kind, size, model, withModel, without }
    kept.push(pair)
    await keep(folder, pair, source, kept.length)
    await writeSheet(folder, kept, seed)
    console.error(`${kept.length}\t${source.kind}\t${source.name}\t${seconds(withModel)} s\t${verdictsOf(withModel)}`)
  }
  printWork(kept)
}

const OPTIONS = {
  folder: { type: 'string' },
  'summary-model': { type: 'string' },
  host: { type: 'string', default: process.env['OLLAMA_HOST'] ?? 'http://127.0.0.1:11434' },
  size: { type: 'string', default: '8K' },
  pairs: { type: 'string', default: '30' },
  seed: { type: 'string', default: '1' },
  'prompt-tokens': { type: 'string', default: '100000' },
  minutes: { type: 'string', default: '600' },
  talks: { type: 'string', multiple: true, default: [] as string[] },
  verdicts: { type: 'string' },
} as const

/** Prints what the model did, and the evidence that both contexts hold. */
function printWork(pairs: readonly Pair[]): void {
  const sum = (of: (pair: Pair) => number) => pairs.reduce((total, pair) => total + of(pair), 0)
  const verdicts = new Map<string, number>()
  for (const { verdict } of pairs.flatMap(({ withModel }) => withModel.calls))
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
  const listed = [...verdicts].map(([name, times]) => `${name} ${times}`).join(' · ')
  console.log(`${pairs.length} pairs; ${sum(({ withModel }) => seconds(withModel))} s of the model; calls: ${listed}`)
  const asked = sum(({ withModel }) => withModel.asked)
  console.log(
    `evidence of ${asked} questions: with a model ${sum(({ withModel }) => withModel.held)}, without ${sum(({ without }) => without.held)}`,
  )
}

function seconds({ calls }: Arm): number {
  return Math.round(calls.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000)
}

function verdictsOf({ calls }: Arm): string {
  return calls.map(({ verdict }) => verdict).join(', ')
}
