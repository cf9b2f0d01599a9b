import type { ScriptedModel } from './catalogue.js'
import { speak, type Mood } from './moods.js'
import { pieces, readPrompt, type Turn } from './pieces.js'

export interface ChatBody {
  model?: string
  messages?: Turn[]
  prompt?: string
  system?: string
  /** Of `/api/embed`. */
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

/** The two ways to ask: their answers differ in where the text stands. */
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
  /** The answer, a token a piece. */
  written: string[]
  thinking: string
  /** What the last object says beyond its text. */
  ending: object
  /** The window the model was loaded with. */
  numCtx: number
}

/** What the model reads, says and counts; `refusal` is the text of a 400. */
export function reply(mood: Mood, { model, body, turns }: Call, rules: ServerRules): Reply | { refusal: string } {
  const numCtx = Math.min(body.options?.num_ctx ?? 4_096, model.contextLength) // more than the model has is lowered without a word
  const truncate = rules.cutsSilently || body.truncate !== false
  const shift = rules.cutsSilently || body.shift !== false
  const read = readPrompt(turns, { numCtx, factor: rules.tokenFactor, overlong: rules.overlong, truncate, shift })
  if ('refusal' in read) return read
  const numPredict = body.options?.num_predict ?? -1
  const said = speak(mood, { turns: read.turns, format: body.format, numPredict })
  const all = said.atOnce ? [said.text] : pieces(said.text)
  const room = shift ? Infinity : Math.max(1, numCtx - read.tokens)
  const written = said.unbounded ? all : all.slice(0, Math.min(numPredict > 0 ? numPredict : Infinity, room))
  const ending = {
    done: true,
    done_reason: written.length < all.length ? 'length' : said.reason,
    total_duration: 3_000_000,
    load_duration: 1_000_000,
    prompt_eval_count: read.tokens,
    prompt_eval_duration: 1_000_000,
    eval_count: Math.max(1, written.length),
    ...(written.length > 1 ? { eval_duration: 1_000_000 } : {}), // the real server leaves it out for one token
  }
  return { written, thinking: said.thinking, ending, numCtx }
}

/** The messages of a call; none means that the model is only to be loaded. */
export function turnsOf(speech: Speech, { messages, system, prompt }: ChatBody): Turn[] {
  if (speech === 'chat') return messages ?? []
  if (!prompt) return []
  return [...(system ? [{ role: 'system', content: system }] : []), { role: 'user', content: prompt }]
}

/** The beginning of every object of an answer. */
export function head({ model, speech }: Pick<Call, 'model' | 'speech'>, content: string, thinking?: string) {
  const begun = { model: model.name, created_at: new Date().toISOString() }
  if (speech === 'generate') return { ...begun, response: content, ...(thinking ? { thinking } : {}) }
  return { ...begun, message: { role: 'assistant', content, ...(thinking ? { thinking } : {}) } }
}
