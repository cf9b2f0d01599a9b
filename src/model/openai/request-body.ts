import { LRUCache } from 'lru-cache'
import { holdsOne } from '../../domain/texts.js'
import type { ChatRequest } from '../../ports/ports.js'
import type { Refusal } from '../refusal.js'
import type { ServerKind } from './windows.js'

/** Maximum models whose refusals are remembered. Apps choose the names, so their number is otherwise unbounded. */
const MAX_MODELS = 200
/** Only statuses with which servers refuse a parameter. llama.cpp answers 500 to a schema that it cannot read. */
const STATUSES = new Set([400, 422, 500, 501])

/** Members beyond the API of OpenAI that a kind of server takes: against loops at temperature 0, and against thinking. */
const EXTRAS: Record<ServerKind, object> = {
  'llama.cpp': { repeat_penalty: 1.1, repeat_last_n: 256, chat_template_kwargs: { enable_thinking: false } },
  vllm: { repetition_penalty: 1.1, chat_template_kwargs: { enable_thinking: false } },
  sglang: { repetition_penalty: 1.1, chat_template_kwargs: { enable_thinking: false } },
  'lm-studio': { repeat_penalty: 1.1 },
  other: {},
}

const FORMATS = ['json_schema', 'json_object', 'none'] as const

/** What a server takes for one model, as far as its refusals showed. */
interface Taken {
  format: (typeof FORMATS)[number]
  limit: 'max_tokens' | 'max_completion_tokens'
  temperature: boolean
  usage: boolean
  extras: boolean
}

const ALL: Taken = { format: 'json_schema', limit: 'max_tokens', temperature: true, usage: true, extras: true }

/** Writes the bodies of chats, with less of what a server refused before. [V10] */
export class RequestBodies {
  private readonly taken = new LRUCache<string, Taken>({ max: MAX_MODELS })

  of(request: ChatRequest, kind: ServerKind): object {
    const { model, system, prompt, maxOutputTokens } = request
    const taken = this.taken.get(model) ?? ALL
    return {
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ],
      stream: true,
      ...(taken.usage && { stream_options: { include_usage: true } }),
      [taken.limit]: maxOutputTokens,
      ...(taken.temperature && { temperature: 0 }),
      ...(request.schema && formatOf(taken, request.schema)),
      ...(taken.extras && EXTRAS[kind]),
    }
  }

  /** Leaves out what a refusal names. Returns whether anything was left out: each member is left out once. */
  adapt({ model, schema }: ChatRequest, { status, message }: Refusal, kind: ServerKind): boolean {
    if (!STATUSES.has(status)) return false
    const taken = this.taken.get(model) ?? ALL
    const less = lessOf(taken, message, { hasSchema: schema !== null, hasExtras: Object.keys(EXTRAS[kind]).length > 0 })
    if (less === null) return false
    this.taken.set(model, { ...taken, ...less })
    return true
  }
}

/** Words of a refusal that are about the format of the answer, and about members that not every server knows. */
const OF_FORMATS = [
  ...['response_format', 'responseformat', 'json_object', 'jsonobject', 'json_mode', 'jsonmode', 'schema'],
  ...['grammar', 'structured', 'guided'],
]
const OF_EXTRAS = ['repeat', 'repetition', 'chat_template', 'unrecognized', 'unknown', 'extra', 'unexpected']

function lessOf(
  taken: Taken,
  message: string,
  { hasSchema, hasExtras }: { hasSchema: boolean; hasExtras: boolean },
): Partial<Taken> | null {
  const next = FORMATS[FORMATS.indexOf(taken.format) + 1]
  const names = (...parts: readonly string[]) => holdsOne(message, parts)
  if (hasSchema && next && names(...OF_FORMATS)) return { format: next }
  if (taken.limit === 'max_tokens' && names('max_completion_tokens')) return { limit: 'max_completion_tokens' }
  if (taken.temperature && names('temperature')) return { temperature: false }
  if (taken.usage && names('stream_options', 'include_usage')) return { usage: false }
  if (taken.extras && hasExtras && names(...OF_EXTRAS)) return { extras: false }
  return null
}

function formatOf({ format }: Taken, schema: object): object {
  switch (format) {
    case 'json_schema':
      return { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: false, schema } } }
    case 'json_object':
      return { response_format: { type: 'json_object' } }
    case 'none':
      return {}
  }
}
