import { parseArgs } from 'node:util'
import { readContext } from '../src/app/context/read-context.js'
import { appendMessages } from '../src/app/history/append-messages.js'
import { createSession } from '../src/app/sessions/create-session.js'
import { DomainError } from '../src/domain/errors.js'
import type { Json } from '../src/domain/message.js'
import type { LoggedConversation } from '../src/importers/index.js'
import { openEvalService, type EvalService } from './eval-service.js'
import { conversations, logFiles } from './files.js'
import { seededRandom } from './seeded-random.js'

const RATIOS = [0.8, 0.9, 1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8]
/** Real tokens divided by o200k's, measured with each family's own tokenizer on 46 to 50 KB of English, of TypeScript and JSON (the
 * larger), and of Chinese. */
const FAMILIES: readonly (readonly [string, readonly [number, number, number]])[] = [
  ['llama3.1:8b', [1, 1, 1.02]],
  ['qwen2.5:7b', [1, 1.06, 0.92]],
  ['gemma3:4b', [1.05, 1.21, 0.89]],
  ['mistral-nemo:12b', [1.02, 1.1, 1.2]],
  ['deepseek-r1:7b', [1.04, 1.05, 0.83]],
  ['mistral:7b', [1.13, 1.28, 1.36]],
  ['llama2:7b', [1.13, 1.29, 1.62]],
  ['phi3:mini', [1.13, 1.29, 1.62]],
]
/** The ratio of one prompt differs from the model's by up to this share. */
const NOISE = 0.04
/** Reports after which a measured ratio is trusted. */
const TRUSTED_FROM = 3
/** Tokens that a chat template adds to a message. */
const TEMPLATE_TOKENS = 4

/** `npm run eval -- ratios [--size 8K] [--messages 160] FILE…`: contexts that a server with another tokenizer would cut silently,
 * because their real size exceeds the `num_ctx` we send. With a report of the real size after every call of the model, and without any.
 * The real size is counted from the text of the context, not from our own totals. [T2] [S1] [P3] */
export async function reportRatios(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { size: { type: 'string', default: '8K' }, messages: { type: 'string', default: '160' } },
  })
  const logs = [textChat()]
  for await (const { conversation } of conversations(await logFiles(positionals)))
    if (logs.length < 3)
      logs.push({ ...conversation, messages: conversation.messages.slice(0, Number(values.messages)) })
  const service = await openEvalService()
  const measure = (model: string, ratio: number, reports: boolean) =>
    cutsOf(service, logs, { ...values, model, ratio, reports })
  try {
    console.log(`${logs.length} conversations at ${values.size}; contexts larger than num_ctx`)
    console.log(ROW(['reported after every call', 'ratio', 'contexts', 'cut, first 3', 'cut, later', 'fullest']))
    for (const ratio of RATIOS)
      console.log(ROW(['unknown model', ratio.toFixed(2), ...(await measure('played', ratio, true))]))
    console.log(ROW(['never reported', 'ratio', 'contexts', 'cut, first 3', 'cut, later', 'fullest']))
    for (const [model, ratios] of FAMILIES)
      for (const ratio of new Set(ratios))
        console.log(ROW([model, ratio.toFixed(2), ...(await measure(model, ratio, false))]))
    for (const ratio of [1.15, 1.25, 1.5])
      console.log(ROW(['unknown model', ratio.toFixed(2), ...(await measure('played', ratio, false))]))
  } finally {
    await service.close()
  }
}

const ROW = (cells: readonly string[]) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(28) : cell.padStart(14))).join('')

interface Server {
  size: string
  model: string
  ratio: number
  /** The app reports the prompt tokens of each reply. */
  reports: boolean
}

async function cutsOf(service: EvalService, logs: readonly LoggedConversation[], server: Server): Promise<string[]> {
  const random = seededRandom(Math.round(server.ratio * 100))
  const found = { contexts: 0, early: 0, late: 0, fullest: 0 }
  for (const log of logs) {
    let calls = 0
    for await (const share of sharesOf(service, log, server, random)) {
      found.contexts += 1
      if (share > 1) found[calls < TRUSTED_FROM ? 'early' : 'late'] += 1
      found.fullest = Math.max(found.fullest, share)
      calls += 1
    }
  }
  const { contexts, early, late, fullest } = found
  return [String(contexts), String(early), String(late), `${(100 * fullest).toFixed(0)} %`]
}

/** Plays a log and gives the real size of each context that a model is called with, as a share of `num_ctx`. */
async function* sharesOf(
  service: EvalService,
  { messages, format, system, tools }: LoggedConversation,
  { size, model, ratio, reports }: Server,
  random: () => number,
): AsyncGenerator<number> {
  const { ports } = service
  const setup = { systemPrompt: system ?? null, tools: tools === undefined ? null : JSON.stringify(tools) }
  const made = await createSession(ports, { appId: 'default', model, contextSize: size, ...setup }).catch(refused)
  if (!made) return
  for (const { value, origin } of messages) {
    let promptTokens: number | undefined
    if (isReply(value)) {
      const { real, numCtx } = await realSize(service, made.id, ratio * (1 + NOISE * (2 * random() - 1)))
      promptTokens = real
      yield real / numCtx
    }
    const usage = reports && promptTokens !== undefined ? { promptTokens } : undefined
    const input = { format, values: [value], raw: [JSON.stringify(value)], origins: [origin] }
    await appendMessages(ports, { appId: null, sessionId: made.id, ...input, usage }).catch(refused)
    await service.work()
  }
}

async function realSize(
  { ports }: EvalService,
  sessionId: string,
  ratio: number,
): Promise<{ real: number; numCtx: number }> {
  const body: { messages: Json[]; tools?: Json; options: { num_ctx: number } } = JSON.parse(
    (await readContext(ports, { appId: null, sessionId, format: 'ollama' })).body,
  )
  const texts = [...body.messages, ...(body.tools === undefined ? [] : [body.tools])].map(textOf)
  const counts = await ports.tokenizer.countAll(texts)
  const base = counts.reduce((sum, tokens) => sum + tokens + TEMPLATE_TOKENS, 0)
  return { real: Math.round(base * ratio), numCtx: body.options.num_ctx }
}

/** Every string of a message, as a template writes it; JSON for arguments and schemas. Images are no text: a model that reads
 * them has a fixed number of tokens for each. */
function textOf(value: Json): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const { content, role: _role, images: _images, ...rest } = value
  const more = Object.keys(rest).length > 0 ? JSON.stringify(rest) : ''
  return `${typeof content === 'string' ? content : JSON.stringify(content ?? '')}${more}`
}

function isReply(value: Json): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && value['role'] === 'assistant'
}

function refused(error: unknown): null {
  if (error instanceof DomainError && /exceeds_window/.test(error.code)) return null
  throw error
}

/** A chat of prose without tools: nothing can be reduced, so every context is as full as the rules allow. */
function textChat(): LoggedConversation {
  const sentence = (turn: number, at: number) =>
    `In step ${turn} the ${['reader', 'writer', 'editor', 'printer'][(turn + at) % 4]} keeps note ${at} because the ${['page', 'margin', 'binding'][at % 3]} was agreed on before.`
  const messages = Array.from({ length: 60 }, (_, turn) => [
    { value: { role: 'user', content: `What happens in step ${turn}, and why does it come before the next one?` } },
    {
      value: {
        role: 'assistant',
        content: Array.from({ length: 14 }, (_, at) => sentence(turn, at)).join(' '),
      },
    },
  ]).flat()
  return { title: 'text chat', format: 'openai', messages, skipped: [] }
}
