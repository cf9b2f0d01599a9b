import { parseArgs } from 'node:util'
import { readContext } from '../src/app/context/read-context.js'
import { readConfig } from '../src/config.js'
import type { LoggedConversation } from '../src/importers/index.js'
import { openEvalService, type EvalService } from './eval-service.js'
import { conversations, logFiles } from './files.js'
import { play } from './play.js'
import { commonPrefix } from './prompt.js'

/** `npm run eval -- prefix --model NAME [--messages 60] [--step 4] [--limit 6800] [--num-ctx LIMIT] FILE`: plays the
 * first conversation of a file. After every few messages it sends the context to the model NAME at OLLAMA_HOST and
 * requests one token. Prints the prompt tokens and time that the server reports, and any cuts since the last request.
 * Without a cut, the server's cache holds all but the end. Checkpoints are extractive, so that no summary uses the
 * cache. If the model's tokenizer counts more than o200k, `--num-ctx` must be above the limit. [P12] */
export async function reportPrefix(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      model: { type: 'string', default: 'qwen2.5:7b' },
      messages: { type: 'string', default: '60' },
      step: { type: 'string', default: '4' },
      limit: { type: 'string', default: '6800' },
      'num-ctx': { type: 'string' },
    },
  })
  const limit = Number(values.limit)
  const server = {
    url: readConfig(process.env).ollama.url,
    model: values.model,
    numCtx: Number(values['num-ctx'] ?? limit),
  }
  const service = await openEvalService()
  try {
    for await (const { conversation } of conversations((await logFiles(positionals)).slice(0, 1))) {
      const messages = conversation.messages.slice(0, Number(values.messages))
      report(await asked(service, { ...conversation, messages }, { limit, step: Number(values.step) }, server))
      break
    }
  } finally {
    await service.close()
  }
}

interface Asked {
  cut: boolean
  /** Tokens and milliseconds reported by the server; null: it refused. */
  promptTokens: number | null
  promptMs: number | null
}

async function asked(
  service: EvalService,
  conversation: LoggedConversation,
  { limit, step }: { limit: number; step: number },
  server: Server,
): Promise<Asked[]> {
  const all: Asked[] = []
  let before = { cuts: 0, text: '' }
  console.log(ROW(['messages', 'our tokens', 'prompt_eval_count', 'prompt_eval_duration', 'same prefix', 'cuts since']))
  for await (const sessionId of play(service, conversation, { contextLimit: limit, step })) {
    const context: { messages: object[]; tokens: number } = JSON.parse(
      (await readContext(service.ports, { appId: null, sessionId, format: 'ollama' })).body,
    )
    const cuts = await service.ports.store.cuts(sessionId)
    const text = context.messages.map((message) => JSON.stringify(message)).join('\n')
    const reply = await askOneToken(server, context.messages)
    const kinds = cuts.slice(before.cuts).map(({ kind }) => kind)
    const { lastSeq } = (await service.ports.store.session(sessionId, null))!
    const reported =
      'refusal' in reply ? [reply.refusal, '–'] : [String(reply.promptTokens), `${reply.promptMs.toFixed(0)} ms`]
    const same =
      before.text === '' ? '–' : `${((100 * commonPrefix(before.text, text)) / before.text.length).toFixed(1)} %`
    console.log(ROW([String(lastSeq), String(context.tokens), ...reported, same, ` ${kinds.join(' ')}`]))
    if (before.text !== '')
      all.push({ cut: kinds.length > 0, ...('refusal' in reply ? { promptTokens: null, promptMs: null } : reply) })
    before = { cuts: cuts.length, text }
  }
  return all
}

interface Server {
  url: string
  model: string
  numCtx: number
}

/** Sends a prompt and requests one token. Returns the prompt tokens and time that the server reports. */
async function askOneToken(
  { url, model, numCtx }: Server,
  messages: readonly object[],
): Promise<{ promptTokens: number; promptMs: number } | { refusal: string }> {
  const body = {
    model,
    messages,
    stream: false,
    truncate: false,
    shift: false,
    keep_alive: '10m',
    options: { num_ctx: numCtx, num_predict: 1, temperature: 0 },
  }
  const response = await fetch(`${url}/api/chat`, { method: 'POST', body: JSON.stringify(body) })
  const answer: { error?: string; prompt_eval_count?: number; prompt_eval_duration?: number } = JSON.parse(
    await response.text(),
  )
  if (!response.ok) return { refusal: `${response.status} ${answer.error ?? ''}`.slice(0, 60) }
  return { promptTokens: answer.prompt_eval_count ?? 0, promptMs: (answer.prompt_eval_duration ?? 0) / 1_000_000 }
}

function report(all: readonly Asked[]): void {
  for (const [name, some] of [
    ['no cut between', all.filter(({ cut }) => !cut)],
    ['a cut between', all.filter(({ cut }) => cut)],
  ] as const) {
    const times = some.flatMap(({ promptMs }) => (promptMs === null ? [] : [promptMs])).sort((a, b) => a - b)
    const median = times.length === 0 ? '–' : `${times[Math.floor(times.length / 2)]!.toFixed(0)} ms`
    console.log(`${name}: ${some.length} prompts, prompt_eval_duration ${median} at the median`)
  }
}

const ROW = (cells: readonly string[]) => cells.map((cell) => cell.padStart(22)).join('')
