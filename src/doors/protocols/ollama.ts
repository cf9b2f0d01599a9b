import { isObject } from '../../domain/json/json.js'
import { readOllamaAnswer } from '../answers/ollama.js'
import type { Protocol } from '../protocol.js'
import { listText, modelOf, positive } from './facts.js'
import { refusedLength } from '../../domain/model/refused-length.js'
import { bodySpans } from '../../domain/json/body-spans.js'

/** How long the model stays loaded, with what, and whether the prompt asks for reasoning. */
const PROMPT_MEMBERS = ['options', 'keep_alive', 'think']

/** Ollama's `/api/chat`. Streams by default. Has no id of a conversation, and no sign of life in a stream:
 * an empty object would be an answer. */
export const ollamaProtocol: Protocol = {
  id: 'ollama',
  format: 'ollama',
  paths: ['/api/chat'],
  list: 'messages',
  readFacts(members) {
    const options = members.value('options')
    const given = isObject(options) ? options : {}
    return {
      model: modelOf(members),
      stream: members.value('stream') !== false,
      system: null,
      tools: listText(members, 'tools'),
      outputTokens: positive(given.num_predict),
      window: positive(given.num_ctx),
      ids: [],
      user: null,
    }
  },
  kindOf: (value, leading) => {
    if (!isObject(value) || value.role !== 'system') return 'turn'
    return leading ? 'system' : 'reminder'
  },
  write: ({ items }) =>
    items.map((item) => (item.kind === 'note' ? JSON.stringify({ role: 'user', content: item.text }) : item.raw)),
  windowMember(members, numCtx) {
    const options = members.value('options')
    const given = isObject(options) ? positive(options.num_ctx) : null
    // Limits are whole tokens, so the window computed from one may be a token short.
    if (given !== null && Math.abs(given - numCtx) <= 1) return null
    const text = withNumber(isObject(options) ? members.text('options') : null, 'num_ctx', numCtx)
    return text === null ? null : { name: 'options', text }
  },
  promptMembers: (members) => {
    const texts = PROMPT_MEMBERS.flatMap((name) => {
      const text = members.text(name)
      return text === null ? [] : [`${JSON.stringify(name)}:${text}`]
    })
    return `{${texts.join(',')}}`
  },
  readAnswer: readOllamaAnswer,
  error: ({ status, detail }) => ({ status, body: JSON.stringify({ error: detail }) }),
  ping: null,
  streamError: ({ detail }) => `${JSON.stringify({ error: detail })}\n`,
  refusedLength,
}

/** Sets a number in the text of a JSON object. Everything else keeps its bytes. Returns null if it has the value. */
export function withNumber(object: string | null, key: string, value: number): string | null {
  if (object === null || !object.trimStart().startsWith('{')) return JSON.stringify({ [key]: value })
  const bytes = Buffer.from(object, 'utf8')
  const { members } = bodySpans(bytes.toString('latin1'), '')
  const span = members.get(key)
  if (!span) {
    const rest = object.slice(object.indexOf('{') + 1)
    return `{${JSON.stringify(key)}:${value}${members.size === 0 ? '' : ','}${rest}`
  }
  if (Number(bytes.toString('utf8', span.from, span.to)) === value) return null
  return bytes.toString('utf8', 0, span.from) + String(value) + bytes.toString('utf8', span.to)
}
