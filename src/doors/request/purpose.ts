import { parseMessage } from '../../domain/formats/index.js'
import { isObject } from '../../domain/json/json.js'
import type { Format, Json } from '../../domain/message.js'
import type { Members, Protocol, Quirk, RequestFacts } from '../protocol.js'
import type { KnownBody } from './known-bodies.js'
import { knownQuirk } from './quirks.js'
import { quotedConversations } from './quoted-conversation.js'

/** What a request is for: a turn of a conversation, or something that a program wants to know about one. */
export interface Purpose {
  /** Why the request is no turn; null: it is one. */
  quirk: Quirk | null
  /** Session of the conversation that it quotes; null: none, or it has the conversation itself. */
  about: string | null
}

interface Asked {
  facts: RequestFacts
  members: Members
  /** System text as the model sees it; null: none. */
  systemPrompt: string | null
  /** Newest element. */
  last: Json
  /** Messages of the conversation. */
  count: number
  /** Returns one of them, from 0. */
  messageAt(at: number): Json
  /** Whether an earlier request has its beginning. */
  isContinued: boolean
  conversations: readonly KnownBody[]
}

/** Newest messages among which the question of a request that ends with results is looked for: a program works for itself in few steps. */
const MAX_STEPS = 64

export async function purposeOf(protocol: Protocol, asked: Asked): Promise<Purpose> {
  const { facts, members, systemPrompt, last, count, isContinued, conversations } = asked
  if (count === 0) return { quirk: 'warm-up', about: null }
  const { format } = protocol
  const question = isResult(format, last) ? questionOf(format, asked) : last
  const quirk =
    protocol.quirkOf?.({ facts, members, last, count }) ??
    knownQuirk({ format, system: systemPrompt, last: question, count, outputTokens: facts.outputTokens })
  // An agent that is given a conversation has tools, and goes on.
  const isAlone = hasOneQuestion(asked) && facts.tools === null && !isContinued
  if (!isAlone || (quirk !== null && quirk !== 'title' && quirk !== 'compaction')) return { quirk, about: null }
  const quoted = await quotedConversations(format, last, conversations)
  const ids = new Set(quoted.map(({ sessionId }) => sessionId))
  return { quirk: quirk ?? (quoted.length > 0 ? 'title' : null), about: ids.size === 1 ? quoted[0]!.sessionId : null }
}

/** Whether a request is one message, or one behind a message of the assistant: some programs write their task so. */
function hasOneQuestion({ count, messageAt }: Asked): boolean {
  return count === 1 || (count === 2 && roleOf(messageAt(0)) === 'assistant')
}

function roleOf(message: Json): Json | undefined {
  return isObject(message) ? message.role : undefined
}

/** Returns the message that the newest calls work for. */
function questionOf(format: Format, { count, messageAt, last }: Asked): Json {
  for (let at = count - 1; at >= Math.max(0, count - MAX_STEPS); at--) {
    const message = messageAt(at)
    if (kindOf(format, message) === 'question') return message
  }
  return last
}

function isResult(format: Format, message: Json): boolean {
  return kindOf(format, message) === 'result'
}

function kindOf(format: Format, message: Json): 'question' | 'result' | 'other' {
  try {
    const { role, parts } = parseMessage(format, message, '')
    const hasText = parts.some((part) => part.type === 'text' && part.text.trim() !== '')
    if (role === 'user' && hasText) return 'question'
    return !hasText && parts.some(({ type }) => type === 'tool_result') ? 'result' : 'other'
  } catch {
    return 'other'
  }
}
