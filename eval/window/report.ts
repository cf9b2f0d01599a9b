import { parseArgs } from 'node:util'
import { readContext } from '../../src/app/context/read-context.js'
import { appendMessages } from '../../src/app/history/append-messages.js'
import { createSession } from '../../src/app/sessions/create-session.js'
import { openEvalService, type EvalService } from '../eval-service.js'
import { holds, words } from '../recall/holds.js'
import { readTalks, type Said, type Talk } from '../recall/load.js'

/** `npm run eval -- window [--size 8K] [--only NAME,…] FILE…`: for each question about a long conversation, whether
 * every message that answers it is in the newest messages that fit, and in the context, without recall and without a model: at
 * least half of its runs of four words. Also for the questions that only one side answers, and how full the contexts are. [P13] */
export async function reportWindow(args: string[]): Promise<void> {
  const options = {
    size: { type: 'string', default: '8K' },
    only: { type: 'string' },
    show: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const only = values.only?.split(',')
  const read = (await Promise.all(positionals.map(readTalks))).flat()
  const service = await openEvalService()
  const rows: Row[] = []
  try {
    for (const talk of read.filter(({ name }) => !only || only.includes(name))) {
      const { judged, text } = await judge(service, talk, values.size)
      if (values.show) console.log(`${talk.name}\n${text}`)
      rows.push(...judged)
      console.error(`${talk.name}: ${line(judged)}`)
    }
  } finally {
    await service.close()
  }
  console.log(['questions', 'n', 'window', 'context'].join('\t'))
  for (const side of ['all', 'user', 'assistant', 'both'] as const)
    console.log(`${side}\t${line(rows.filter((row) => side === 'all' || row.side === side))}`)
}

/** What is known of the evidence of a question. */
interface Row {
  side: 'user' | 'assistant' | 'both'
  window: boolean
  context: boolean
}

function line(rows: readonly Row[]): string {
  const share = (is: (row: Row) => boolean) =>
    `${((100 * rows.filter(is).length) / Math.max(1, rows.length)).toFixed(1)}%`
  return [rows.length, share(({ window }) => window), share(({ context }) => context)].join('\t')
}

async function judge(
  service: EvalService,
  { messages, questions }: Talk,
  size: string,
): Promise<{ judged: Row[]; text: string }> {
  const { ports } = service
  const { id } = await createSession(ports, { appId: 'default', model: 'gpt-4o', contextSize: size })
  for (let from = 0; from < messages.length; from += 2) {
    await append(service, id, messages.slice(from, from + 2))
    await service.work()
  }
  const { body } = await readContext(ports, { appId: null, sessionId: id, format: 'native', recall: 'as-is' })
  const read = JSON.parse(body) as { limit: number; used: number; contextStatus: { reserve: number; used: number } }
  const fits = read.limit - read.contextStatus.reserve
  const window = words(newest(messages, fits, (text) => ports.tokenizer.count(text)))
  const context = words(body.replaceAll('\\n', ' '))
  const judged = questions.map(({ evidence }): Row => {
    const roles = new Set(evidence.map((seq) => messages[seq - 1]!.role))
    const has = (where: string) => evidence.every((seq) => holds(where, messages[seq - 1]!.text))
    return { side: roles.size > 1 ? 'both' : [...roles][0]!, window: has(window), context: has(context) }
  })
  console.error(`used ${read.contextStatus.used} of ${fits}`)
  return { judged, text: JSON.stringify(JSON.parse(body), null, 1) }
}

async function append({ ports }: EvalService, sessionId: string, said: readonly Said[]): Promise<void> {
  const values = said.map(({ role, text, at }) => ({ role, content: text, ...(at !== null && { timestamp: at }) }))
  const raw = values.map((value) => JSON.stringify(value))
  await appendMessages(ports, { appId: null, sessionId, format: 'native', values, raw, validation: 'lenient' })
}

/** Returns the newest whole messages within the tokens. */
function newest(messages: readonly Said[], fits: number, count: (text: string) => number): string {
  let tokens = 0
  const from = messages.findLastIndex(({ text }) => (tokens += count(text) + 4) > fits)
  return messages
    .slice(from + 1)
    .map(({ text }) => text)
    .join('\n')
}
