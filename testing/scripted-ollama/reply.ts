import type { ScriptedModel } from './catalogue.js'
import { speak, type AnyScenario } from './scenarios.js'
import { pieces, readPrompt, type Turn } from './pieces.js'

export interface ChatBody {
  model?: string
  messages?: Turn[]
  prompt?: string
  system?: string
  /** Texts of `/api/embed`. */
  input?: string | string[]
  stream?: boolean
  format?: unknown
  think?: unknown
  tools?: unknown[]
  keep_alive?: unknown
  truncate?: boolean
  shift?: boolean
  options?: { num_ctx?: number; num_predict?: number; temperature?: number }
}

/** The two chat endpoints. Their replies have the text in different fields. */
export type Speech = 'chat' | 'generate'

export interface Call {
  model: ScriptedModel
  speech: Speech
  body: ChatBody
  turns: Turn[]
}
export interface ServerRules {
  tokenFactor: number
  overlong: 'fill' | 'half'
  cutsSilently: boolean
}
export interface Reply {
  /** The answer, one token per piece. */
  written: string[]
  thinking: string
  /** Fields of the last object, without its text. */
  ending: object
  /** The window the model was loaded with. */
  numCtx: number
}

/** Returns the answer of the model and its counts. `refusal` is the text of a 400. */
export function reply(
  scenario: AnyScenario,
  { model, body, turns }: Call,
  rules: ServerRules,
): Reply | { refusal: string } {
  const numCtx = windowOf(model, body)
  const truncate = rules.cutsSilently || body.truncate !== false
  const shift = rules.cutsSilently || body.shift !== false
  const read = readPrompt(turns, { numCtx, factor: rules.tokenFactor, overlong: rules.overlong, truncate, shift })
  if ('refusal' in read) return read
  const numPredict = body.options?.num_predict ?? -1
  const speech = speak(scenario, { turns: read.turns, format: body.format, numPredict })
  const all = speech.atOnce ? [speech.text] : pieces(speech.text)
  const freeTokens = shift ? Infinity : Math.max(1, numCtx - read.tokens)
  const written = speech.unbounded ? all : all.slice(0, Math.min(numPredict > 0 ? numPredict : Infinity, freeTokens))
  const ending = {
    done: true,
    done_reason: written.length < all.length ? 'length' : speech.reason,
    total_duration: 3_000_000,
    load_duration: 1_000_000,
    prompt_eval_count: read.tokens,
    prompt_eval_duration: 1_000_000,
    eval_count: Math.max(1, written.length),
    ...(written.length > 1 ? { eval_duration: 1_000_000 } : {}), // the real server omits it for one token
  }
  return { written, thinking: speech.thinking, ending, numCtx }
}

/** The window of a request. Like the real server, silently lowers one larger than the model's. */
export function windowOf(model: ScriptedModel, body: ChatBody): number {
  return Math.min(body.options?.num_ctx ?? 4_096, model.contextLength)
}

/** Returns the messages of a call; none if the call only loads the model. */
export function turnsOf(speech: Speech, { messages, system, prompt }: ChatBody): Turn[] {
  if (speech === 'chat') return messages ?? []
  if (!prompt) return []
  return [...(system ? [{ role: 'system', content: system }] : []), { role: 'user', content: prompt }]
}

/** Returns the fields at the start of every object of an answer. */
export function head({ model, speech }: Pick<Call, 'model' | 'speech'>, content: string, thinking?: string) {
  const base = { model: model.name, created_at: new Date().toISOString() }
  if (speech === 'generate') return { ...base, response: content, ...(thinking ? { thinking } : {}) }
  return { ...base, message: { role: 'assistant', content, ...(thinking ? { thinking } : {}) } }
}
