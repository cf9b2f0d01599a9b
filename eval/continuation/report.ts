import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../src/config.js'
import type { LoggedConversation } from '../../src/importers/index.js'
import { scriptedOllama } from '../../testing/scripted-ollama.js'
import { openEvalService, type EvalService } from '../eval-service.js'
import { conversations, logFiles } from '../files.js'
import { JUNK_KINDS } from './junk.js'
import { judgeSession, NEEDS, POINTS, type Judged, type Need } from './measure.js'
import type { PlayOptions } from '../play.js'
import { stepsOf } from './steps.js'
import { truthOf } from './truth.js'

const OPTIONS = {
  sizes: { type: 'string', default: '8K,16K,32K' },
  sample: { type: 'string' },
  step: { type: 'string', default: '4' },
  model: { type: 'string' },
  dump: { type: 'string' },
  only: { type: 'string' },
  priority: { type: 'string', default: 'detail' },
} as const

/** `npm run eval -- continuation [--sizes 8K,16K,32K] [--sample N] [--step 4] [--model scripted|NAME] [--dump DIR] [--only TEXT] [--priority cache] FILE or FOLDER…`:
 * what a model that continues a coding session from the context would know. The truth is taken by rule from the whole history, with
 * code that shares nothing with the service. `--only` plays files whose path contains the text, `--dump` writes every judged context,
 * its checkpoints, and what is not in view as text. NAME is a model of the server at OLLAMA_HOST. [C4] [V5] */
export async function reportContinuation(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  const files = (await logFiles(positionals)).filter((file) => file.includes(values.only ?? ''))
  const sessions = sampled(await codingSessions(files), values.sample === undefined ? Infinity : Number(values.sample))
  console.log(`${sessions.length} coding sessions, ${values.model ?? 'no model'}`)
  const priority = values.priority === 'cache' ? 'cache' : 'detail'
  const scripted = values.model === 'scripted' ? await scriptedOllama({ contextLength: 32_768 }) : null
  const server = scripted?.url ?? (values.model ? readConfig(process.env).ollama.url : undefined)
  const service = await openEvalService({
    ollamaHost: server,
    summaryModel: scripted ? 'qwen2.5:7b' : values.model,
    forgives: server !== undefined,
  })
  try {
    for (const size of values.sizes.split(',')) {
      const started = Date.now()
      const all: Judged[] = []
      let played = 0
      for (const [index, { name, conversation }] of sessions.entries()) {
        const judged = await judgeOrReport(service, name, conversation, {
          contextSize: size,
          step: Number(values.step),
          policy: { priority },
        })
        if (judged.length > 0) played += 1
        if (values.dump) await dump(join(values.dump, `${size}-${index}-${name}`), judged)
        all.push(...judged)
      }
      print(size, played, all, (Date.now() - started) / 1_000)
    }
  } finally {
    await service.close()
    await scripted?.close()
  }
}

interface Named {
  name: string
  conversation: LoggedConversation
}

/** Results below which a conversation is no coding session. */
const MIN_COMMANDS_AND_FILES = 6

async function codingSessions(files: readonly string[]): Promise<Named[]> {
  const found: Named[] = []
  for await (const { file, conversation } of conversations(files)) {
    const truth = truthOf(conversation.messages.flatMap(({ value, origin }) => stepsOf(value, origin)))
    const name = (file.split('/').at(-1) ?? file).replace(/(?:\.(?:gz|jsonl|json|traj))+$/, '')
    if (truth.commands.size + truth.files.size >= MIN_COMMANDS_AND_FILES && truth.commands.size > 0)
      found.push({ name, conversation })
  }
  return found
}

/** Returns `most` of the items, evenly spread, so that every collection is in the sample. */
function sampled<T>(items: readonly T[], most: number): T[] {
  if (items.length <= most) return [...items]
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)]!)
}

async function judgeOrReport(
  service: EvalService,
  name: string,
  conversation: LoggedConversation,
  played: PlayOptions & { contextSize: string },
): Promise<Judged[]> {
  try {
    return await judgeSession(service, conversation, played)
  } catch (error) {
    console.error(`${name} at ${played.contextSize}: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}

async function dump(folder: string, judged: readonly Judged[]): Promise<void> {
  if (judged.length > 0) await mkdir(folder, { recursive: true })
  for (const { point, context, blocks, misses } of judged) {
    const at = String(Math.round(100 * point)).padStart(3, '0')
    await writeFile(join(folder, `${at}-context.txt`), context)
    await writeFile(join(folder, `${at}-checkpoints.txt`), blocks)
    await writeFile(join(folder, `${at}-misses.txt`), misses)
  }
}

function print(size: string, sessions: number, all: readonly Judged[], seconds: number): void {
  const at = POINTS.map((point) => all.filter((one) => one.point === point))
  const row = (name: string, cell: (some: readonly Judged[]) => string) =>
    console.log(name.padEnd(34) + [...at, all].map((some) => cell(some).padStart(16)).join(''))
  console.log(`\n${size}: ${sessions} sessions with cuts, ${all.length} contexts after a cut, ${seconds.toFixed(0)} s`)
  console.log(
    'in view'.padEnd(34) +
      [...POINTS.map((point) => `at ${100 * point} %`), 'together'].map((title) => title.padStart(16)).join(''),
  )
  for (const need of NEEDS) row(need, (some) => ofAll(some, need))
  const sum = (some: readonly Judged[], pick: (one: Judged) => number) => some.reduce((all, one) => all + pick(one), 0)
  row('checkpoint and ledger lines', (some) =>
    some.length === 0 ? '–' : `${(sum(some, ({ lines }) => lines) / some.length).toFixed(1)} each`,
  )
  row('of them junk', (some) =>
    fraction(
      sum(some, ({ junk }) => junk.length),
      sum(some, ({ lines }) => lines),
    ),
  )
  for (const kind of JUNK_KINDS)
    row(`  ${kind}`, (some) =>
      fraction(
        sum(some, ({ junk }) => junk.filter((one) => one === kind).length),
        sum(some, ({ lines }) => lines),
      ),
    )
  row('thoughts listed as decisions', (some) =>
    fraction(
      sum(some, ({ thoughts }) => thoughts),
      sum(some, ({ decisions }) => decisions),
    ),
  )
  row('rules that no person wrote', (some) =>
    fraction(
      sum(some, ({ foreignRules }) => foreignRules),
      sum(some, ({ rules }) => rules),
    ),
  )
  const limitShare = (some: readonly Judged[], pick: (one: Judged) => number) =>
    fraction(
      sum(some, pick),
      sum(some, ({ limit }) => limit),
    )
  row('checkpoints + ledger, of the limit', (some) => limitShare(some, ({ blockTokens }) => blockTokens))
  row('whole context, of the limit', (some) => limitShare(some, ({ usedTokens }) => usedTokens))
}

function ofAll(some: readonly Judged[], need: Need): string {
  const shown = some.reduce((sum, one) => sum + one.shown[need][0], 0)
  const all = some.reduce((sum, one) => sum + one.shown[need][1], 0)
  return all === 0 ? '–' : `${fraction(shown, all)} of ${all}`
}

function fraction(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}
