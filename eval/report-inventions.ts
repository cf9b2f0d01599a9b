import { parseArgs } from 'node:util'
import { readContext } from '../src/app/context/read-context.js'
import type { Checkpoint } from '../src/domain/checkpoint/checkpoint.js'
import type { LoggedConversation } from '../src/importers/index.js'
import { SCENARIOS, scriptedOllama, type Scenario } from '../testing/scripted-ollama.js'
import { openEvalService, type EvalService } from './eval-service.js'
import { exactWords, Said } from './exact-words.js'
import { conversations, logFiles } from './files.js'
import { play } from './play.js'

/** `npm run eval -- inventions [--sizes 8K,16K] [--scenarios inventing,embroidering,distorting] FILE…`: plays
 * conversations with a model that invents facts. Looks up every exact word of checkpoints and ledgers in the messages,
 * without using any check of the service. Exits with 1 if a word is in no message. [V4] */
export async function reportInventions(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sizes: { type: 'string', default: '8K,16K' },
      scenarios: { type: 'string', default: 'inventing,embroidering,distorting' },
    },
  })
  const files = await logFiles(positionals)
  const scenarios = SCENARIOS.filter((scenario) => values.scenarios.split(',').includes(scenario))
  console.log(`${files.length} files`)
  console.log(COLUMNS.map(([title]) => title.padStart(WIDTH)).join(''))
  let invented = 0
  for (const scenario of scenarios) {
    for (const size of values.sizes.split(',')) {
      const all = await inventionsOf(files, size, scenario)
      console.log(COLUMNS.map(([, value]) => value(all).padStart(WIDTH)).join(''))
      for (const { file, word, line } of all.found.slice(0, MOST_NAMED)) console.log(`  ${word} · ${line} · ${file}`)
      invented += all.found.length
    }
  }
  process.exitCode = invented > 0 ? 1 : 0
}

/** Maximum number of invented words printed per row. */
const MOST_NAMED = 40

export interface Inventions {
  scenario: Scenario
  size: string
  sessions: number
  compressions: number
  /** Answers of the model that were accepted · refused. */
  accepted: number
  refused: number
  /** Lines of checkpoints that the model wrote, and exact words in them. */
  lines: number
  words: number
  /** Contexts read, and exact words in their checkpoints and ledgers. */
  contexts: number
  contextWords: number
  /** Exact words that are in no message. */
  found: { file: string; word: string; line: string }[]
}

const WIDTH = 14
const COLUMNS: [string, (all: Inventions) => string][] = [
  ['model', ({ scenario }) => scenario],
  ['window', ({ size }) => size],
  ['sessions', ({ sessions }) => String(sessions)],
  ['compressions', ({ compressions }) => String(compressions)],
  ['accepted', ({ accepted }) => String(accepted)],
  ['refused', ({ refused }) => String(refused)],
  ['its lines', ({ lines }) => String(lines)],
  ['exact words', ({ words }) => String(words)],
  ['contexts', ({ contexts }) => String(contexts)],
  ['exact words', ({ contextWords }) => String(contextWords)],
  ['invented', ({ found }) => String(found.length)],
]

/** Plays all conversations of the files at one size with one scenario.
 * @param databaseUrl database to use instead of an embedded one
 * @param most messages of each conversation that are played */
export async function inventionsOf(
  files: readonly string[],
  size: string,
  scenario: Scenario,
  { databaseUrl, most = Infinity }: { databaseUrl?: string; most?: number } = {},
): Promise<Inventions> {
  const model = await scriptedOllama({ scenario, contextLength: 8_192 })
  const service = await openEvalService({
    ollamaHost: model.url,
    summaryModel: 'qwen2.5:7b',
    forgives: true,
    databaseUrl,
  })
  const all: Inventions = {
    ...{
      scenario,
      size,
      sessions: 0,
      compressions: 0,
      accepted: 0,
      refused: 0,
      lines: 0,
      words: 0,
      contexts: 0,
      contextWords: 0,
    },
    found: [],
  }
  try {
    for await (const { file, conversation } of conversations(files)) {
      await judge(service, all, file, { ...conversation, messages: conversation.messages.slice(0, most) })
    }
  } finally {
    await service.close()
    await model.close()
  }
  return all
}

async function judge(
  service: EvalService,
  all: Inventions,
  file: string,
  conversation: LoggedConversation,
): Promise<void> {
  const { store } = service.ports
  const said = new Said()
  for (const given of [conversation.system, conversation.tools]) if (given !== undefined) said.add(given)
  const wordsOfLine = new Map<string, number>()
  let sessionId = ''
  let lastRead = 0
  for await (sessionId of play(service, conversation, { contextSize: all.size })) {
    const { lastSeq } = (await store.session(sessionId, null))!
    for (const { raw } of await store.history(sessionId, { from: lastRead + 1, to: lastSeq, limit: 1_000 }))
      said.add(JSON.parse(raw))
    lastRead = lastSeq
    const context: { system?: unknown; messages: unknown[] } = JSON.parse(
      (await readContext(service.ports, { appId: null, sessionId, format: 'native' })).body,
    )
    all.contexts += 1
    for (const line of ownLines(context)) {
      if (!wordsOfLine.has(line)) wordsOfLine.set(line, look(all, said, file, line))
      all.contextWords += wordsOfLine.get(line)!
    }
  }
  if (sessionId === '') return
  all.sessions += 1
  for (const { attempts } of await store.compressions(sessionId, { limit: 10_000 })) {
    all.compressions += 1
    all.accepted += attempts.filter(({ verdict }) => verdict === 'accepted').length
    all.refused += attempts.filter(({ verdict }) => verdict !== 'accepted').length
  }
  for (const checkpoint of await store.checkpoints(sessionId, { limit: 10_000, superseded: true }))
    await judgeCheckpoint(service, all, file, checkpoint)
}

/** Checks the model's lines of a checkpoint against the messages that the checkpoint covers. */
async function judgeCheckpoint(
  { ports }: EvalService,
  all: Inventions,
  file: string,
  { sessionId, covered, lines }: Checkpoint,
): Promise<void> {
  const mine = lines.filter(({ by }) => by === 'model')
  if (mine.length === 0) return
  const said = new Said()
  for (const range of covered)
    for (const { raw } of await ports.store.history(sessionId, { ...range, limit: 10_000 })) said.add(JSON.parse(raw))
  all.lines += mine.length
  for (const { text } of mine) all.words += look(all, said, file, text)
}

/** Counts the exact words of a line and records those that are in no message. */
function look(all: Inventions, said: Said, file: string, line: string): number {
  const words = exactWords(line)
  for (const word of words) if (!said.has(word)) all.found.push({ file, word: `${word.kind} ${word.text}`, line })
  return words.length
}

const OURS = /^\[(?:Checkpoint \d|Ledger ·)/

/** Returns the lines that the service itself wrote into the context, without headings. */
function ownLines({ system, messages }: { system?: unknown; messages: unknown[] }): string[] {
  const texts = [...(typeof system === 'string' ? system.split('\n\n') : []), ...messages.flatMap(textsOf)]
  return texts.filter((text) => OURS.test(text)).flatMap((text) => text.split('\n').slice(1))
}

function textsOf(message: unknown): string[] {
  if (typeof message !== 'object' || message === null || !('parts' in message) || !Array.isArray(message.parts))
    return []
  return message.parts.flatMap((part: { type?: unknown; text?: unknown }) =>
    part.type === 'text' && typeof part.text === 'string' ? [part.text] : [],
  )
}
