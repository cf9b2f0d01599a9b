import type { IncomingMessage } from 'node:http'
import { parseArgs } from 'node:util'
import { auditSession } from '../../src/app/context/audit-session.js'
import { readConfig } from '../../src/config.js'
import { openBenchContext, type BenchContext } from '../../bench/support/bench-context.js'
import { closeOnSignal } from '../close-on-signal.js'
import { answerOf, recordingProxy, send, textOf, type RecordedCall, type RecordingProxy } from './recording-proxy.js'

/** `npm run eval -- door --model NAME [--turns 40] [--window 4096] [--predict 60] [--summary NAME]`: talks to the model
 * NAME at OLLAMA_HOST through the Ollama door. Prints for each turn what the server read and what it could keep from the
 * call before. Summaries come from the model `--summary`; without it, they are extractive. [P12] */
export async function reportDoor(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      model: { type: 'string', default: 'qwen2.5:7b' },
      turns: { type: 'string', default: '40' },
      window: { type: 'string', default: '4096' },
      predict: { type: 'string', default: '60' },
      summary: { type: 'string', default: 'none' },
    },
  })
  const proxy = await recordingProxy(readConfig(process.env).ollama.url)
  const bench = await openBenchContext({ OLLAMA_HOST: proxy.url, SUMMARY_MODEL: values.summary })
  const close = closeOnSignal(async () => {
    await bench.close()
    proxy.close()
  })
  try {
    const options = { num_ctx: Number(values.window), num_predict: Number(values.predict), temperature: 0 }
    await talk(bench, proxy, { model: values.model, turns: Number(values.turns), options })
  } finally {
    await close()
  }
}

interface Talk {
  model: string
  turns: number
  options: { num_ctx: number; num_predict: number; temperature: number }
}

interface Message {
  role: string
  content: string
}

async function talk(bench: BenchContext, proxy: RecordingProxy, { model, turns, options }: Talk): Promise<void> {
  const messages: Message[] = openingOf()
  const answers: RecordedCall[] = []
  let sessionId = ''
  let cuts = 0
  console.log(ROW(['turn', 'our tokens', 'prompt_eval_count', 'kept', 'prompt_eval_duration', 'cuts since']))
  for (let turn = 1; turn <= turns; turn++) {
    messages.push({ role: 'user', content: questionOf(turn) })
    const reply = await send(`${bench.url}/ollama/api/chat`, {
      headers: { 'x-palimpsest-key': bench.key },
      body: JSON.stringify({ model, stream: true, messages, options }),
    })
    const text = await textOf(reply)
    if (reply.statusCode !== 200) throw new Error(`turn ${turn}: ${reply.statusCode} ${text.slice(0, 300)}`)
    messages.push({ role: 'assistant', content: answerOf(text) })
    sessionId = headerOf(reply, 'x-palimpsest-session')
    const call = proxy.calls.at(-1)
    if (!call) throw new Error('the model server was not called')
    answers.push(call)
    const kinds = (await bench.ports.store.cuts(sessionId)).slice(cuts).map(({ kind }) => kind)
    cuts += kinds.length
    const used = headerOf(reply, 'x-palimpsest-used')
    const read = [String(call.promptTokens), percent(keptOf([call])), `${call.promptMs.toFixed(0)} ms`]
    console.log(ROW([String(turn), used, ...read, kinds.join(' ')]))
  }
  await report(bench, sessionId, answers, proxy.calls)
}

async function report({ ports }: BenchContext, sessionId: string, answers: RecordedCall[], calls: RecordedCall[]) {
  const session = await ports.store.session(sessionId, null)
  const compressions = await ports.store.compressions(sessionId, { limit: 1_000 })
  const attempts = compressions.flatMap((one) => one.attempts)
  const accepted = attempts.filter(({ verdict }) => verdict === 'accepted').length
  const audit = await auditSession(ports, { appId: null, sessionId })
  const largest = Math.max(...answers.map(({ promptTokens }) => promptTokens))
  const completed = compressions.filter(({ state }) => state.status === 'completed').length
  console.log(`largest prompt: ${largest} tokens; limit ${session?.limit}; messages ${session?.lastSeq}`)
  console.log(`compressions: ${completed} completed; spans accepted: ${accepted} of ${attempts.length}`)
  console.log(`kept from the call before: ${percent(keptOf(answers))} of ${tokensOf(answers)} tokens of the talk,`)
  console.log(`  ${percent(keptOf(calls))} of ${tokensOf(calls)} with the calls for summaries`)
  console.log(`audit: ${audit.ok ? 'ok' : 'failed'}`)
}

function tokensOf(calls: readonly RecordedCall[]): number {
  return calls.reduce((sum, { promptTokens }) => sum + promptTokens, 0)
}

/** Share of the tokens of prompts that the server could keep, estimated by characters within each prompt. */
function keptOf(calls: readonly RecordedCall[]): number {
  const kept = calls.reduce((sum, { promptTokens, sameChars, chars }) => sum + (promptTokens * sameChars) / chars, 0)
  return kept / Math.max(1, tokensOf(calls))
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}

/** An earlier conversation, so that the first cut comes before the middle. */
function openingOf(): Message[] {
  const rounds = Array.from({ length: 5 }, (_, at): Message[] => [
    { role: 'user', content: `What is in /srv/app/part-${at}.ts?` },
    {
      role: 'assistant',
      content:
        `The file /srv/app/part-${at}.ts has ${at * 7 + 3} functions. ` +
        'It reads a list, checks each value against the table of limits, and writes what it found. '.repeat(7),
    },
  ])
  return [{ role: 'system', content: 'You are a careful engineer. Answer in one sentence.' }, ...rounds.flat()]
}

const THINGS = ['the table of limits', 'the report', 'an empty list', 'a value above the limit', 'the tests'] as const

function questionOf(turn: number): string {
  return `Question ${turn}: in part ${turn % 5}, what happens to ${THINGS[turn % THINGS.length]}?`
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  return String(headers[name] ?? '')
}

const ROW = (cells: readonly string[]) => cells.map((cell) => cell.padStart(22)).join('')
