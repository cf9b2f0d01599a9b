/** Reads log files of known programs into API messages. Detects the format from the content, not from the file name. */
import { sliceArray } from '../domain/formats/slice.js'
import { isObject, type JsonObject } from '../domain/json/json.js'
import type { Json } from '../domain/message.js'
import { readChat, readRuns } from './chat.js'
import { isClaudeCode, readClaudeCode } from './claude-code.js'
import { isCodex, readCodex } from './codex.js'
import type { LoggedConversation, LoggedMessage, Skipped } from './conversation.js'
import { parsed, readLines, type LogLine } from './lines.js'
import {
  isCrossWoz,
  isMemoryBank,
  readAsdc,
  readCrossWoz,
  readMeeting,
  readMemoryBank,
  readSweAgent,
} from './data-sets.js'
import { isOpencode, readOpencode } from './opencode.js'
import { isPi, readPi } from './pi.js'
import { isResponses, readResponses } from './responses.js'

export type { LoggedConversation, LoggedMessage, Skipped } from './conversation.js'

/** A log file. */
interface LogFile {
  /** In order; empty if the file contains none in a known format. */
  conversations: LoggedConversation[]
  /** Exact texts of messages that are in the file as they are. Others were put together from several places. */
  texts: ReadonlyMap<Json, string>
}

/** A conversation with the exact text of each message. */
export interface LoggedTexts extends LoggedConversation {
  messages: (LoggedMessage & { raw: string })[]
}

/** Returns the conversations of a file, in order; empty if it contains none in a known format.
 * @param name file name, used for the titles */
export function readLog(text: string, name: string): LoggedConversation[] {
  return readFile(text, name).conversations
}

/** As `readLog`, with the text of each message: as the file has it, or written for a message put together from several places. */
export function readLogTexts(text: string, name: string): LoggedTexts[] {
  const { conversations, texts } = readFile(text, name)
  return conversations.map((conversation) => ({
    ...conversation,
    messages: conversation.messages.map((message) => ({
      ...message,
      raw: texts.get(message.value) ?? JSON.stringify(message.value),
    })),
  }))
}

function readFile(text: string, name: string): LogFile {
  const title = titleOf(name)
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  const document = parsed(body)
  if (Array.isArray(document)) {
    const texts = elementTexts(document, `{"list":${body}}`, 'list')
    return { conversations: readList(document, title), texts }
  }
  // A line-format file with a single line also parses as a document. Such a line has a `message` or a `payload`.
  if (isObject(document) && !isObject(document.message) && !isObject(document.payload)) {
    const list = Array.isArray(document.messages) ? document.messages : []
    return { conversations: readDocument(document, title), texts: elementTexts(list, body, 'messages') }
  }
  const { lines, skipped, texts } = readLines(body)
  return { conversations: readLineFile(lines, skipped, title), texts }
}

function elementTexts(values: readonly Json[], body: string, key: string): Map<Json, string> {
  const slices = sliceArray(body, key)
  if (slices.length !== values.length) return new Map()
  return new Map(values.map((value, at) => [value, slices[at]!]))
}

function readList(list: Json[], title: string): LoggedConversation[] {
  const objects = list.filter(isObject)
  if (objects.some(({ role }) => typeof role === 'string')) return [readChat(list, title)]
  if (objects.some(({ traj }) => Array.isArray(traj))) return readRuns(list, title)
  if (objects.some(({ utterances }) => Array.isArray(utterances))) return readAsdc(list, title)
  return objects.flatMap((document, index) => readDocument(document, `${title}: ${index + 1}`))
}

function readDocument(document: JsonObject, title: string): LoggedConversation[] {
  if (isOpencode(document)) return [readOpencode(document, title)]
  if (isResponses(document)) return [readResponses(document, title)]
  if (Array.isArray(document.messages)) return [readChat(document.messages, title, document)]
  if (Array.isArray(document.traj)) return [readChat(document.traj, title, document)]
  if (Array.isArray(document.history)) return [readSweAgent(document.history, title)]
  if (Array.isArray(document.meeting_transcripts)) return [readMeeting(document.meeting_transcripts, title)]
  if (isCrossWoz(document)) return readCrossWoz(document, title)
  if (isMemoryBank(document)) return readMemoryBank(document, title)
  return []
}

function readLineFile(lines: LogLine[], skipped: Skipped[], title: string): LoggedConversation[] {
  if (isClaudeCode(lines)) return [readClaudeCode(lines, title, skipped)]
  if (isCodex(lines)) return [readCodex(lines, title, skipped)]
  if (isPi(lines)) return [readPi(lines, title, skipped)]
  const values = lines.map(({ value }) => value)
  if (values.some(({ role }) => typeof role === 'string')) {
    const conversation = readChat(values, title)
    return [{ ...conversation, skipped: [...skipped, ...conversation.skipped] }]
  }
  const read = lines.flatMap(({ line, value }) => readDocument(value, `${title}: ${line}`))
  // Unreadable lines are reported once, with the first conversation.
  return read.map((conversation, index) =>
    index === 0 ? { ...conversation, skipped: [...skipped, ...conversation.skipped] } : conversation,
  )
}

/** Returns the file name without folders and extensions. */
function titleOf(name: string): string {
  const base = name.split('/').at(-1) ?? name
  return base.replace(/(\.(gz|jsonl|json|traj)){1,9}$/, '')
}
