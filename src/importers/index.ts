/** Log files of known programs, read into API messages. What family a file is shows in its shape, not in its name. */
import { parseJson } from '../domain/formats/args.js'
import { isObject, type JsonObject } from '../domain/formats/json.js'
import type { Json } from '../domain/message.js'
import { readAsdc } from './asdc.js'
import { readChat, readRuns } from './chat.js'
import { isClaudeCode, readClaudeCode } from './claude-code.js'
import type { LoggedConversation } from './conversation.js'
import { isCrossWoz, readCrossWoz } from './cross-woz.js'
import { readLines } from './lines.js'
import { isMemoryBank, readMemoryBank } from './memory-bank.js'
import { isPi, readPi } from './pi.js'
import { readMeeting } from './qmsum.js'
import { readSweAgent } from './swe-agent.js'

export type { LoggedConversation, LoggedMessage, Skipped } from './conversation.js'

/** The conversations of a file, in order; empty when nothing in it is a conversation we know. `name` gives the titles. */
export function readLog(text: string, name: string): LoggedConversation[] {
  const title = titleOf(name)
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  const document = parseJson(body)
  if (Array.isArray(document)) return readList(document, title)
  // A single line of a line format is a document too: then it carries its message.
  if (isObject(document) && !isObject(document.message)) return readDocument(document, title)
  return readLineFile(body, title)
}

function readList(list: Json[], title: string): LoggedConversation[] {
  const objects = list.filter(isObject)
  if (objects.some(({ role }) => typeof role === 'string')) return [readChat(list, title)]
  if (objects.some(({ traj }) => Array.isArray(traj))) return readRuns(list, title)
  if (objects.some(({ utterances }) => Array.isArray(utterances))) return readAsdc(list, title)
  return objects.flatMap((document, index) => readDocument(document, `${title}: ${index + 1}`))
}

function readDocument(document: JsonObject, title: string): LoggedConversation[] {
  if (Array.isArray(document.messages)) return [readChat(document.messages, title, document)]
  if (Array.isArray(document.traj)) return [readChat(document.traj, title, document)]
  if (Array.isArray(document.history)) return [readSweAgent(document.history, title)]
  if (Array.isArray(document.meeting_transcripts)) return [readMeeting(document.meeting_transcripts, title)]
  if (isCrossWoz(document)) return readCrossWoz(document, title)
  if (isMemoryBank(document)) return readMemoryBank(document, title)
  return []
}

function readLineFile(body: string, title: string): LoggedConversation[] {
  const { lines, skipped } = readLines(body)
  if (isClaudeCode(lines)) return [readClaudeCode(lines, title, skipped)]
  if (isPi(lines)) return [readPi(lines, title, skipped)]
  const values = lines.map(({ value }) => value)
  if (values.some(({ role }) => typeof role === 'string')) {
    const conversation = readChat(values, title)
    return [{ ...conversation, skipped: [...skipped, ...conversation.skipped] }]
  }
  const read = lines.flatMap(({ line, value }) => readDocument(value, `${title}: ${line}`))
  // What could not be read is told once, with the first conversation.
  return read.map((conversation, index) =>
    index === 0 ? { ...conversation, skipped: [...skipped, ...conversation.skipped] } : conversation,
  )
}

/** File name without folders and endings. */
function titleOf(name: string): string {
  const base = name.split('/').at(-1) ?? name
  return base.replace(/(\.(gz|jsonl|json|traj))+$/, '')
}
