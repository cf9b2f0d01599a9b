import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readContext } from '../../src/app/context/read-context.js'
import { appendMessages } from '../../src/app/history/append-messages.js'
import { createSession } from '../../src/app/sessions/create-session.js'
import { forkSession } from '../../src/app/time/fork-session.js'
import { openEvalService, type EvalService } from '../eval-service.js'
import { readTalks, type Said, type Talk } from './load.js'
import { holds, words } from './holds.js'
import { addModelWork, noModelWork, printModelWork, type ModelWork } from './model-work.js'
import { SMALL_TALK } from './small-talk.js'

/** `npm run eval -- recall [--size 8K] [--every 1] [--only NAME,…] [--priority cache]
 * [--list FILE] [--summary-model NAME] [--host http://127.0.0.1:11434] [--dump FILE] FILE…`: for each question about a long conversation, whether every message
 * that answers it is in the newest messages that fit, in the context, and in the context with what is recalled: at least half
 * of its runs of four words. Also how often nothing is added for questions about the other conversations and for small talk, the
 * tokens added, and the time of a decision. Without a model, unless one is named that writes the checkpoints; `--dump` keeps them
 * as text. [M1]–[M8] [P13] [V11] */
export async function reportRecall(args: string[]): Promise<void> {
  const options = {
    size: { type: 'string', default: '8K' },
    every: { type: 'string', default: '1' },
    only: { type: 'string' },
    priority: { type: 'string', default: 'detail' },
    list: { type: 'string' },
    'summary-model': { type: 'string' },
    host: { type: 'string', default: process.env['OLLAMA_HOST'] ?? 'http://127.0.0.1:11434' },
    dump: { type: 'string' },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const only = values.only?.split(',')
  const priority = values.priority === 'cache' ? 'cache' : 'detail'
  const read = (await Promise.all(positionals.map(readTalks))).flat()
  const talks = read.filter(({ name }) => !only || only.includes(name))
  const { host, 'summary-model': summaryModel, dump } = values
  const service = await openEvalService(summaryModel === undefined ? {} : { ollamaHost: host, summaryModel })
  const work = noModelWork()
  // A busy machine must not decide what is recalled.
  service.ports.settings.recallMs = 60_000
  const seen: Seen[] = []
  try {
    for (const talk of talks) {
      seen.push(
        ...(await judge(service, talk, talks, {
          size: values.size,
          every: Number(values.every),
          policy: { priority },
          work,
          dump,
        })),
      )
      console.error(`${talk.name}: ${seen.length} questions so far`)
    }
  } finally {
    await service.close()
  }
  if (values.list) await writeFile(values.list, seen.map(rowOf).join(''))
  print(seen)
  if (summaryModel !== undefined) printModelWork(work)
}

/** What a question showed. */
interface Seen {
  talk: string
  text: string
  evidence: readonly number[]
  reason: string | null
  category: string
  kind: 'own' | 'foreign' | 'small talk'
  window: boolean
  context: boolean
  recall: boolean
  /** Shares of the messages that answer it: in the window, in the context, and with recall. */
  shares: [number, number, number]
  tokens: number
  ms: number
  /** Share of the context before that the next one begins with. */
  kept: number
}

const FOREIGN = 5

interface JudgeOptions {
  size: string
  every: number
  policy: { priority: 'cache' | 'detail' }
  /** Receives what a model did. */
  work: ModelWork
  dump: string | undefined
}

async function judge(
  service: EvalService,
  talk: Talk,
  all: readonly Talk[],
  { size, every, policy, work, dump }: JudgeOptions,
): Promise<Seen[]> {
  const { ports } = service
  const { id } = await createSession(ports, {
    appId: 'default',
    model: 'gpt-4o',
    contextSize: size,
    policy,
  })
  for (let from = 0; from < talk.messages.length; from += 2) {
    await append(service, id, talk.messages.slice(from, from + 2))
    await service.work()
    // As an app does: what does not fit leaves when the context is read.
    await contextOf(service, id, 'as-is')
  }
  await addModelWork(work, ports, { sessionId: id, name: talk.name, dumpTo: dump })
  const base = await contextOf(service, id, 'as-is')
  const window = words(
    newest(talk.messages, base.limit - base.contextStatus.reserve, (text) => ports.tokenizer.count(text)),
  )
  const context = words(base.text)
  const foreign = all.filter(({ name }) => name !== talk.name).flatMap(({ questions }) => questions.slice(0, FOREIGN))
  const asked = [
    ...talk.questions.filter((_, at) => at % every === 0).map((one) => ({ ...one, kind: 'own' as const })),
    ...foreign.map((one) => ({ ...one, kind: 'foreign' as const, evidence: [] })),
    ...SMALL_TALK.map((text) => ({ text, kind: 'small talk' as const, category: '', evidence: [] })),
  ]
  const seen: Seen[] = []
  for (const { text, category, evidence, kind } of asked) {
    const fork = await forkSession(ports, { appId: null, sessionId: id })
    await append(service, fork.id, [{ role: 'user', text, at: null }])
    const after = await contextOf(service, fork.id, 'auto')
    const [decision] = await ports.store.recalls(fork.id, { limit: 1 })
    const recalled = words(after.text)
    const has = (where: string) => evidence.every((seq) => holds(where, talk.messages[seq - 1]!.text))
    const shareIn = (where: string) =>
      evidence.filter((seq) => holds(where, talk.messages[seq - 1]!.text)).length / Math.max(1, evidence.length)
    const { recall: tokens } = after.contextStatus.breakdown
    const kept = commonHead(base.messages, after.messages)
    seen.push({
      talk: talk.name,
      text,
      evidence,
      reason: decision?.reason ?? null,
      category,
      kind,
      window: has(window),
      context: has(context),
      recall: has(recalled),
      shares: [shareIn(window), shareIn(context), shareIn(recalled)],
      tokens,
      ms: decision?.ms ?? 0,
      kept,
    })
    await ports.store.deleteSession(fork.id, null)
  }
  return seen
}

async function append({ ports }: EvalService, sessionId: string, said: readonly Said[]): Promise<void> {
  const values = said.map(({ role, text, at }) => ({ role, content: text, ...(at !== null && { timestamp: at }) }))
  const raw = values.map((value) => JSON.stringify(value))
  await appendMessages(ports, { appId: null, sessionId, format: 'native', values, raw, validation: 'lenient' })
}

interface Read {
  text: string
  messages: string[]
  limit: number
  contextStatus: { reserve: number; breakdown: { recall: number } }
}
async function contextOf({ ports }: EvalService, sessionId: string, recall: 'auto' | 'as-is'): Promise<Read> {
  const { body } = await readContext(ports, { appId: null, sessionId, format: 'native', recall })
  const read = JSON.parse(body) as {
    system?: unknown
    messages: unknown[]
    limit: number
    contextStatus: Read['contextStatus']
  }
  const texts = JSON.stringify([read.system ?? '', read.messages], null, 1).replaceAll('\\n', ' ')
  return { ...read, text: texts, messages: read.messages.map((one) => JSON.stringify(one)) }
}

/** A line of the list: what a question showed, separated by tabs. */
function rowOf({ talk, kind, category, context, recall, tokens, reason, evidence, text }: Seen): string {
  return `${[talk, kind, category, Number(context), Number(recall), tokens, reason ?? '', evidence.join(','), text].join('\t')}\n`
}

function newest(messages: readonly Said[], limit: number, count: (text: string) => number): string {
  const kept: string[] = []
  let tokens = 0
  for (const { text } of messages.toReversed()) {
    tokens += count(text) + 4
    if (tokens > limit) break
    kept.push(text)
  }
  return kept.toReversed().join('\n')
}

function commonHead(before: readonly string[], after: readonly string[]): number {
  const first = before.findIndex((one, at) => one !== after[at])
  const length = (of: readonly string[]) => of.reduce((sum, one) => sum + one.length, 0)
  return first < 0 ? 1 : length(before.slice(0, first)) / Math.max(1, length(before))
}

function print(seen: readonly Seen[]): void {
  const own = seen.filter(({ kind }) => kind === 'own')
  const share = (of: readonly Seen[], is: (one: Seen) => boolean) =>
    `${((100 * of.filter(is).length) / Math.max(1, of.length)).toFixed(1)}%`
  console.log(['questions', 'n', 'window', 'context', 'with recall'].join('\t'))
  for (const category of ['all', ...new Set(own.map((one) => one.category))]) {
    const of = own.filter((one) => category === 'all' || one.category === category)
    console.log(
      [
        category,
        of.length,
        share(of, (one) => one.window),
        share(of, (one) => one.context),
        share(of, (one) => one.recall),
      ].join('\t'),
    )
  }
  const shares = [0, 1, 2].map((at) => own.reduce((sum, one) => sum + one.shares[at]!, 0) / Math.max(1, own.length))
  console.log(['messages that answer', own.length, ...shares.map((one) => `${(100 * one).toFixed(1)}%`)].join('\t'))
  const mean = own.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, own.length)
  const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  console.log(`tokens added: ${median(own.map(({ tokens }) => tokens))} at the median, ${Math.round(mean)} on average`)
  for (const kind of ['own', 'foreign', 'small talk'] as const) {
    const of = seen.filter((one) => one.kind === kind)
    console.log(`nothing added, ${kind}: ${share(of, ({ tokens }) => tokens === 0)} of ${of.length}`)
  }
  console.log(
    `decision: ${median(seen.map(({ ms }) => ms))} ms at the median; the question caused no cut: ${share(seen, ({ kept }) => kept === 1)}`,
  )
}
