import { isObject } from '../../domain/json/json.js'
import { parseMessage } from '../../domain/formats/index.js'
import { isSummaryText } from '../../domain/attribution/client-summary.js'
import type { Format, Json } from '../../domain/message.js'
import type { Quirk } from '../protocol.js'
import { OWN_QUESTIONS, type OwnRequest } from './own-requests.js'
import { OWN_SUMMARIES } from './own-summaries.js'

/** Requests that known clients make for themselves. They pass through and are no turns of a conversation. */

const OWN_REQUESTS = [...OWN_QUESTIONS, ...OWN_SUMMARIES]

/** Answers of at most this many tokens to one short word are probes of quota or warm-ups. */
const PROBE = { tokens: 1, words: ['quota', 'test', 'ping', 'hi', 'hello', 'warmup', 'count', '.'] }

/** Returns why a request is not a turn; null: it is one. @param last newest message @param count of messages */
export function knownQuirk(request: {
  format: Format
  system: string | null
  last: Json
  count: number
  outputTokens: number | null
}): Quirk | null {
  const { format, system, last, count, outputTokens } = request
  const message = textOf(format, last).toLowerCase()
  const prompt = (system ?? '').trim().toLowerCase()
  const isShort = count === 1 && outputTokens !== null && outputTokens <= PROBE.tokens
  if (isShort && PROBE.words.includes(message)) return 'warm-up'
  const rules = count > MAX_OWN_MESSAGES ? OWN_REQUESTS.filter((one) => !isOwnJob(one)) : OWN_REQUESTS
  return rules.find((rule) => applies(rule, rule.in === 'system' ? prompt : message))?.quirk ?? null
}

/** Messages of a conversation that a program sends at most with a request for a title or a topic. With more, such a system text is the
 * task of the conversation. */
const MAX_OWN_MESSAGES = 4

function isOwnJob({ in: place, quirk }: OwnRequest): boolean {
  return place === 'system' && quirk !== 'compaction'
}

function applies({ words, anywhere, then, reach = 200, acrossLines }: OwnRequest, text: string): boolean {
  return words.some((start) => {
    const at = anywhere ? text.indexOf(start) : text.startsWith(start) ? 0 : -1
    const rest = text.slice(at + start.length, at + start.length + reach)
    const follows = acrossLines ? rest : rest.split('\n', 1)[0]!
    return at >= 0 && (then?.some((one) => one.split(' … ').every((part) => follows.includes(part))) ?? true)
  })
}

/** opencode: the summary follows as an answer, or is the message. */
const ASKED_SUMMARY = 'what did we do so far?'

/** Whether a message is a summary that a known client, or its provider (an item or a block `compaction`), wrote to replace older messages. */
export function isClientSummary(format: Format, message: Json): boolean {
  const blocks = isObject(message) && Array.isArray(message.content) ? message.content : []
  if ([message, ...blocks].some((one) => isObject(one) && one.type === 'compaction')) return true
  const texts = textsOf(format, message)
  return texts.some((text) => isSummaryText(text) || text.trim().toLowerCase() === ASKED_SUMMARY)
}

/** Characters of a message in which the wording of a known prompt is looked for. */
const READ_CHARS = 4_000

function textOf(format: Format, message: Json): string {
  return (textsOf(format, message).at(-1) ?? '').slice(0, READ_CHARS).trim()
}

/** Returns the texts of a message of the user or the system. */
function textsOf(format: Format, message: Json): string[] {
  try {
    const { role, parts } = parseMessage(format, message, '')
    if (role === 'assistant' || role === 'tool') return []
    return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  } catch {
    return []
  }
}
