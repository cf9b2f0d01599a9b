import { parseArgs } from 'node:util'
import { readContext } from '../src/app/context/read-context.js'
import { readConfig } from '../src/config.js'
import type { LoggedConversation } from '../src/importers/index.js'
import { openEvalRoom, type EvalRoom } from './eval-room.js'
import { conversations, logFiles } from './files.js'
import { play } from './play.js'
import { commonPrefix } from './prompt.js'

/** `npm run eval -- prefix --model NAME [--messages 60] [--step 4] [--limit 6800] [--num-ctx LIMIT] FILE`: plays the first conversation of a file
 * and asks NAME of the server at OLLAMA_HOST for one token with the context handed out after every few messages. Prints what the server
 * says of the prompt, and whether a cut lay between: without one its cache has all but the end. Summaries are copied, so that nobody else
 * uses the cache. A tokenizer that finds more than ours needs a `--num-ctx` above the limit. [P12] */
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
  const room = await openEvalRoom()
  try {
    for await (const { conversation } of conversations((await logFiles(positionals)).slice(0, 1))) {
      const messages = conversation.messages.slice(0, Number(values.messages))
      report(await asked(room, { ...conversation, messages }, { limit, step: Number(values.step) }, server))
      break
    }
  } finally {
    await room.close()
  }
}

interface Asked {
  cut: boolean
  /** The server's own figures; null: it refused. */
  promptTokens: number | null
  promptMs: number | null
}

async function asked(
  room: EvalRoom,
  conversation: LoggedConversation,
  { limit, step }: { limit: number; step: number },
  server: Server,
): Promise<Asked[]> {
  const all: Asked[] = []
  let before = { cuts: 0, text: '' }
  console.log(
    ROW(['messages', 'our tokens', 'prompt_eval_count', 'prompt_eval_duration', 'same beginning', 'cuts between']),
  )
  for await (const sessionId of play(room, conversation, { contextLimit: limit, step })) {
    const context: { messages: object[]; tokens: number } = JSON.parse(
      (await readContext(room.ports, { appId: null, sessionId, format: 'ollama' })).body,
    )
    const cuts = await room.ports.store.cuts(sessionId)
    const text = context.messages.map((message) => JSON.stringify(message)).join('\n')
    const said = await askOneToken(server, context.messages)
    const kinds = cuts.slice(before.cuts).map(({ kind }) => kind)
    const { lastSeq } = (await room.ports.store.session(sessionId, null))!
    const figures =
      'refusal' in said ? [said.refusal, '–'] : [String(said.promptTokens), `${said.promptMs.toFixed(0)} ms`]
    const same =
      before.text === '' ? '–' : `${((100 * commonPrefix(before.text, text)) / before.text.length).toFixed(1)} %`
    console.log(ROW([String(lastSeq), String(context.tokens), ...figures, same, ` ${kinds.join(' ')}`]))
    if (before.text !== '')
      all.push({ cut: kinds.length > 0, ...('refusal' in said ? { promptTokens: null, promptMs: null } : said) })
    before = { cuts: cuts.length, text }
  }
  return all
}

interface Server {
  url: string
  model: string
  numCtx: number
}

/** What the server says of a prompt, for the price of one token. */
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
