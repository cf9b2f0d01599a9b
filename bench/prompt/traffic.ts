import { dirname } from 'node:path'
import { conversations, logFiles } from '../../eval/files.js'
import { isObject, type JsonObject } from '../../src/domain/json/json.js'
import type { Json } from '../../src/domain/message.js'
import type { LoggedConversation } from '../../src/importers/index.js'
import { countText } from '../../src/model/encoding.js'
import { anthropicWire, chatWire, responsesWire, type Fixed, type Wire } from './wire.js'

/** Traffic of one kind of client. */
export interface Traffic {
  name: string
  wire: Wire
  /** Window, as the client names it, and its tokens. */
  size: string
  windowTokens: number
  /** Tokens of system text and tools; null: those of the log. */
  fixedTokens: number | null
  requests: number
  takes(conversation: LoggedConversation): boolean
  messagesOf(conversation: LoggedConversation): Json[]
  target: { share: number; breaks: number | null; amplification: number }
}

/** A replay: messages or items of the API, in order. */
export interface Replay {
  fixed: Fixed
  messages: Json[]
}

const isRole = (message: Json, role: string) => isObject(message) && message.role === role
const values = ({ messages }: LoggedConversation) => messages.map(({ value }) => value)
const hasTools = (conversation: LoggedConversation) => values(conversation).some((message) => isRole(message, 'tool'))
/** A program that works alone: one request of a person, and many results. */
const isAgent = (conversation: LoggedConversation) =>
  values(conversation).filter((message) => isRole(message, 'user')).length * 10 < conversation.messages.length

const toolChat = {
  wire: chatWire,
  fixedTokens: null,
  requests: 120,
  takes: (conversation: LoggedConversation) =>
    conversation.format === 'openai' && hasTools(conversation) && !isAgent(conversation),
  messagesOf: values,
}

export const TRAFFIC: readonly Traffic[] = [
  {
    name: 'like Claude Code, 40K',
    wire: anthropicWire,
    ...{ size: '40K', windowTokens: 40_000, fixedTokens: 20_000, requests: 80 },
    takes: ({ format }) => format === 'anthropic',
    messagesOf: values,
    target: { share: 0.96, breaks: 0.1, amplification: 1.6 },
  },
  {
    name: 'like Codex, 24K',
    wire: responsesWire,
    ...{ size: '24K', windowTokens: 24_000, fixedTokens: 9_000, requests: 80 },
    takes: (conversation) => conversation.format === 'openai' && hasTools(conversation) && isAgent(conversation),
    messagesOf: (conversation) => values(conversation).flatMap(itemsOf),
    target: { share: 0.94, breaks: 0.1, amplification: 1.8 },
  },
  {
    name: 'tool chat, 16K',
    ...{ size: '16K', windowTokens: 16_000, ...toolChat },
    target: { share: 0.95, breaks: 0.1, amplification: 1.6 },
  },
  {
    name: 'tool chat, 8K',
    ...{ size: '8K', windowTokens: 8_000, ...toolChat },
    target: { share: 0.88, breaks: null, amplification: 2.2 },
  },
  {
    name: 'plain chat, 8K',
    wire: chatWire,
    ...{ size: '8K', windowTokens: 8_000, fixedTokens: 400, requests: 120 },
    takes: (conversation) => !isAgent(conversation) && textsOf(conversation).length > 20,
    messagesOf: textsOf,
    target: { share: 0.92, breaks: null, amplification: 1.8 },
  },
]

/** Returns the replays of a traffic: of each file, its conversations one after the other, in pieces of the traffic's requests.
 * Files whose conversations are too short are left out, unless there is no other.
 * @param named files and folders of logs; empty: the examples of the repository */
export async function replaysOf(
  traffic: Traffic,
  named: readonly string[],
  { from, most }: { from: number; most: number },
): Promise<Replay[]> {
  const streams = new Map<string, Replay>()
  for await (const { file, conversation } of conversations(await logFiles(named))) {
    if (!traffic.takes(conversation)) continue
    const stream = streams.get(file) ?? { fixed: fixedOf(traffic, conversation), messages: [] }
    stream.messages.push(...traffic.messagesOf(conversation))
    streams.set(file, stream)
  }
  const bySource = new Map<string, Replay[]>()
  const add = (source: string, replay: Replay) => bySource.set(source, [...(bySource.get(source) ?? []), replay])
  const found = [...streams].flatMap(([file, { fixed, messages }]) =>
    piecesOf(messages, traffic.requests).map((piece) => ({
      source: dirname(file),
      replay: { fixed, messages: piece },
    })),
  )
  const long = found.filter(({ replay }) => requestsIn(replay.messages) >= traffic.requests)
  for (const { source, replay } of long.length > 0 ? long : found) add(source, replay)
  return alternating([...bySource.values()]).slice(from, from + most)
}

/** Returns the first of each list, then the second of each, and so on: one source must not speak for all. */
function alternating<T>(lists: readonly (readonly T[])[]): T[] {
  const length = Math.max(0, ...lists.map((one) => one.length))
  return Array.from({ length }, (_, at) => lists.flatMap((one) => one.slice(at, at + 1))).flat()
}

/** Whether the model says this. */
export function isSaid(message: Json): boolean {
  return isObject(message) && (message.role === 'assistant' || message.type === 'function_call')
}

function requestsIn(messages: readonly Json[]): number {
  return messages.filter((message, at) => at > 0 && isSaid(message) && !isSaid(messages[at - 1]!)).length
}

/** Splits messages into replays that begin with a person's words. */
function piecesOf(messages: readonly Json[], requests: number): Json[][] {
  const pieces: Json[][] = []
  let piece: Json[] = []
  for (const message of messages) {
    if (piece.length === 0 && !isRole(message, 'user')) continue
    piece.push(message)
    if (!isSaid(message) || requestsIn(piece) < requests) continue
    pieces.push(piece)
    piece = []
  }
  return pieces.length === 0 && piece.length > 0 ? [piece] : pieces
}

/** Words of a provider's documentation, about as long as they are in real clients. */
const SENTENCES = [
  'Use this tool when the answer needs what is in a file, and say which file you read.',
  'Return paths relative to the root of the project, and keep the output short.',
  'Ask the person before you change anything that cannot be undone.',
  'If a command fails, read its error first and change one thing at a time.',
]
const TOOLS = ['Bash', 'Read', 'Edit', 'Write', 'Grep', 'Glob', 'Task', 'WebFetch']

function fixedOf({ fixedTokens }: Traffic, { system = '' }: LoggedConversation): Fixed {
  if (fixedTokens === null) return { system, tools: [{ name: 'Read', description: 'Reads a record.' }] }
  if (fixedTokens < 1_000) return { system: filler(fixedTokens, 'system'), tools: [] }
  const perTool = Math.floor((0.7 * fixedTokens) / TOOLS.length)
  const tools = TOOLS.map((name) => ({ name, description: filler(perTool, name) }))
  return { system: filler(0.3 * fixedTokens, 'system'), tools }
}

function filler(tokens: number, name: string): string {
  const lines = [`Rules of ${name}.`]
  for (let sum = 0, at = 0; sum < tokens; at++) {
    const line = `${at + 1}. ${SENTENCES[(at * 3 + name.length) % SENTENCES.length]!}`
    sum += countText(line) + 1
    lines.push(line)
  }
  return lines.join('\n')
}

/** Returns a chat completion message as items of the Responses API. */
function itemsOf(message: Json): Json[] {
  if (!isObject(message)) return []
  const { role, content, tool_calls: calls } = message
  const text = typeof content === 'string' ? content : ''
  if (role === 'tool') return [{ type: 'function_call_output', call_id: String(message.tool_call_id), output: text }]
  if (role === 'user') return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }]
  const said = text === '' ? [] : [outputText(text)]
  return [...said, ...(Array.isArray(calls) ? calls.filter(isObject).map(callItem) : [])]
}

function outputText(text: string): JsonObject {
  return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] }
}

function callItem({ id, function: called }: JsonObject): JsonObject {
  const { name, arguments: args } = isObject(called ?? null) ? (called as JsonObject) : {}
  return { type: 'function_call', call_id: String(id), name: String(name), arguments: String(args ?? '{}') }
}

/** Returns the words that people and models said in a conversation, as chat messages that alternate. */
function textsOf(conversation: LoggedConversation): Json[] {
  const said: { role: string; content: string }[] = []
  for (const message of values(conversation)) {
    if (!isObject(message) || (message.role !== 'user' && message.role !== 'assistant')) continue
    const { content, role } = message
    if (typeof content !== 'string' || content === '') continue
    const last = said.at(-1)
    if (last?.role === role) last.content += `\n${content}`
    else said.push({ role, content })
  }
  return said
}
