import { isObject } from '../../domain/json/json.js'
import { readChatAnswer } from '../answers/openai-chat.js'
import type { Problem } from '../../http/problem.js'
import type { Protocol } from '../protocol.js'
import { withoutCacheMarks } from './anthropic-blocks.js'
import { textIn, listText, modelOf, positive } from './facts.js'
import { refusedLength } from '../../domain/model/refused-length.js'

const SYSTEM_ROLES = ['system', 'developer']

/** OpenAI's chat completions, and the many servers like it. */
export const openaiProtocol: Protocol = {
  id: 'openai',
  format: 'openai',
  // Some clients leave the version to the base URL.
  paths: ['/v1/chat/completions', '/chat/completions'],
  list: 'messages',
  readFacts(members) {
    return {
      model: modelOf(members),
      stream: members.value('stream') === true,
      system: null,
      tools: listText(members, 'tools') ?? listText(members, 'functions'),
      outputTokens: positive(members.value('max_completion_tokens')) ?? positive(members.value('max_tokens')),
      window: null,
      ids: metadataIds(members.value('metadata')),
      cacheKey: textIn(members, 'prompt_cache_key'),
      user: textIn(members, 'safety_identifier', 'user'),
    }
  },
  kindOf: (value, leading) => {
    if (!isObject(value) || !SYSTEM_ROLES.includes(String(value.role))) return 'turn'
    return leading ? 'system' : 'reminder'
  },
  write: ({ items }) =>
    items.map((item) => {
      if (item.kind === 'note') return JSON.stringify({ role: 'user', content: item.text })
      // Gateways pass the marks on to providers that accept four of them.
      return item.kind === 'reduced' && item.isStored ? withoutCacheMarks(item.raw) : item.raw
    }),
  readAnswer: readChatAnswer,
  error: (problem) => ({ status: problem.status, body: openaiError(problem) }),
  ping: ': ping\n\n',
  streamError: (problem) => `data: ${openaiError(problem)}\n\n`,
  refusedLength,
}

/** Returns a problem in the shape of OpenAI. Clients read `code` to recognize a context that is too long. */
export function openaiError({ status, detail, code, errors }: Problem): string {
  const known = status === 413 ? 'context_length_exceeded' : code
  return JSON.stringify({
    error: { message: detail, type: openaiErrorType(status), param: errors[0]?.path || null, code: known },
  })
}

const ERROR_TYPES: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
}

export function openaiErrorType(status: number): string {
  return ERROR_TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
}

/** Ids that gateways and apps put into `metadata`. */
const METADATA_KEYS = ['session_id', 'conversation_id', 'thread_id', 'chat_id']

function metadataIds(metadata: unknown): { source: string; id: string }[] {
  if (typeof metadata !== 'object' || metadata === null) return []
  return METADATA_KEYS.flatMap((key) => {
    const id = (metadata as Record<string, unknown>)[key]
    return typeof id === 'string' && id !== '' ? [{ source: `metadata.${key}`, id }] : []
  })
}
