import { parseArgs } from 'node:util'
import { readContext } from '../src/app/context/read-context.js'
import { readSpan } from '../src/app/shared/read-span.js'
import { requestCompression } from '../src/app/compression/request-compression.js'
import { readConfig } from '../src/config.js'
import { conversationTokens } from '../src/domain/session/budget.js'
import type { LoggedConversation } from '../src/importers/index.js'
import { seqsOf } from '../src/domain/ranges.js'
import { extractAnchors, IMPORTANT, containsAnchor } from '../src/domain/anchors/anchors.js'
import { scriptedOllama } from '../testing/scripted-ollama.js'
import { openEvalService, type EvalService } from './eval-service.js'
import { conversations, logFiles } from './files.js'
import { play } from './play.js'

/** `npm run eval -- anchors [--model NAME] [--spans N] FILE…`: compresses spans of about 8,000 tokens of logged
 * conversations once, into at most 1,200 tokens in a window of 16K. Prints the share of the span's important exact
 * strings that the context still contains. Runs without a model, with the honest scripted model, and with the model
 * NAME of the server at OLLAMA_HOST. [V4] [V5] */
export async function reportAnchors(args: string[]): Promise<void> {
  const options = { model: { type: 'string' }, spans: { type: 'string', default: '1000' } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const files = await logFiles(positionals)
  const most = Number(values.spans)
  console.log(`${files.length} files`)
  console.log(
    ROW(['written by', 'spans', 'tokens', 'in tokens', 'in context', 'p10', 'min', 'in its lines', 'by model']),
  )
  await measure('no model', files, most)
  const scripted = await scriptedOllama({ contextLength: 8_192 })
  await measure('honest script', files, most, { url: scripted.url, model: 'qwen2.5:7b' })
  await scripted.close()
  if (values.model)
    await measure(values.model, files, most, { url: readConfig(process.env).ollama.url, model: values.model })
}

const ROW = (cells: readonly string[]) =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(20) : cell.padStart(14))).join('')

interface Span {
  /** Tokens of the span · tokens of its checkpoint. */
  tokens: number
  checkpointTokens: number
  /** Shares of its important exact strings: in the context · in checkpoint and ledger alone. */
  inView: number
  inLines: number
  /** Share of the checkpoint's lines that a model wrote. */
  byModel: number
}

async function measure(
  name: string,
  files: readonly string[],
  most: number,
  writer?: { url: string; model: string },
): Promise<void> {
  const service = await openEvalService({ ollamaHost: writer?.url, summaryModel: writer?.model, forgives: true })
  const spans: Span[] = []
  try {
    for await (const { conversation } of conversations(files)) {
      for (let from = 0; from < conversation.messages.length && spans.length < most;) {
        const { span, used } = await oneSpan(service, { ...conversation, messages: conversation.messages.slice(from) })
        if (span) spans.push(span)
        from += used
      }
    }
  } finally {
    await service.close()
  }
  const of = (key: keyof Span, share: number) =>
    quantile(
      spans.map((span) => span[key]),
      share,
    )
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  console.log(
    ROW([
      name,
      ...[spans.length, of('tokens', 0.5), of('checkpointTokens', 0.5)].map(String),
      ...[of('inView', 0.5), of('inView', 0.1), of('inView', 0), of('inLines', 0.5), of('byModel', 0.5)].map(percent),
    ]),
  )
}

const SPAN_TOKENS = 8_000
/** Tokens after the span that stay raw. [C2] */
const TAIL_TOKENS = 2_048
/** No rule cuts anything. The span is compressed only on request. */
const POLICY = { mask: null, truncateInputs: null, watermark: null, summarize: null }

/** Plays until span and tail are complete, then compresses once. `span` is null if the conversation ended before. */
async function oneSpan(
  service: EvalService,
  conversation: LoggedConversation,
): Promise<{ span: Span | null; used: number }> {
  const { ports } = service
  let used = 0
  for await (const sessionId of play(service, conversation, { contextSize: '16K', step: 1, policy: POLICY })) {
    used += 1
    const session = (await ports.store.session(sessionId, null))!
    if (
      conversationTokens(session.tokenCounts) < SPAN_TOKENS + TAIL_TOKENS ||
      session.openCalls.some(({ seq }) => seq === session.lastSpokenSeq)
    )
      continue
    await requestCompression(ports, { appId: null, sessionId, strategy: 'auto' })
    await service.work()
    return { span: await spanOf(service, sessionId), used }
  }
  return { span: null, used: Math.max(used, conversation.messages.length) }
}

async function spanOf({ ports }: EvalService, sessionId: string): Promise<Span | null> {
  const [checkpoint] = await ports.store.checkpoints(sessionId, { limit: 1 })
  if (!checkpoint) return null
  const source = await readSpan(await ports.store.messages(sessionId, seqsOf(checkpoint.covered)), {
    removed: new Set(),
  })
  const anchors = extractAnchors(source).filter(({ weight }) => weight >= IMPORTANT)
  if (anchors.length === 0) return null
  const { system = '', messages } = JSON.parse(
    (await readContext(ports, { appId: null, sessionId, format: 'native' })).body,
  )
  const view = textsIn([system, messages]).join('\n')
  const lines = `${checkpoint.text}\n${(await ports.store.session(sessionId, null))?.ledger?.text ?? ''}`
  const share = (text: string) => anchors.filter((anchor) => containsAnchor(anchor, text)).length / anchors.length
  return {
    tokens: checkpoint.originalTokens,
    checkpointTokens: checkpoint.tokens,
    inView: share(view),
    inLines: share(lines),
    byModel: checkpoint.lines.filter(({ by }) => by === 'model').length / Math.max(1, checkpoint.lines.length),
  }
}

/** Returns every string of a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}
