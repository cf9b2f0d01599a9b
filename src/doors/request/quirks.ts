import { isObject } from '../../domain/json/json.js'
import { parseMessage } from '../../domain/formats/index.js'
import type { Format, Json } from '../../domain/message.js'
import type { Quirk } from '../protocol.js'

/** Requests that known clients make for themselves. They pass through and are no turns of a conversation. */

interface Rule {
  quirk: Quirk
  /** Where the wording is: in the system text, or in the newest message. */
  in: 'system' | 'message'
  wording: RegExp
}

const RULES: readonly Rule[] = [
  // Open WebUI: titles, tags, follow-up questions, search queries.
  {
    quirk: 'title',
    in: 'message',
    wording: /^### Task:\s*\n(Generate|Suggest|Analyze)\b[^\n]*(title|tags|follow-up|quer)/i,
  },
  {
    quirk: 'title',
    in: 'message',
    wording: /^(please )?(write|generate|create) an? [^\n]{0,40}\btitle\b[^\n]{0,80}conversation/i,
  },
  { quirk: 'title', in: 'system', wording: /^you are a title generator\b/i },
  { quirk: 'title', in: 'system', wording: /\bgenerate a (short|concise|brief)[^\n]{0,60} title\b/i },
  // LibreChat and others.
  {
    quirk: 'title',
    in: 'message',
    wording: /^(provide|detect|write) a concise,? [^\n]{0,40}title for this conversation/i,
  },
  { quirk: 'topic', in: 'system', wording: /analyze if this message indicates a new conversation topic/i },
  { quirk: 'topic', in: 'message', wording: /analyze if this message indicates a new conversation topic/i },
  // Claude Code, Codex, opencode, cline: the client shortens the history by itself.
  {
    quirk: 'compaction',
    in: 'message',
    // Claude Code forbids tools in a paragraph before its task.
    wording:
      /^(critical: respond with text only\b[^]{0,2000}?)?your task is to create a detailed summary of (the|this) (recent portion of the )?conversation/i,
  },
  { quirk: 'compaction', in: 'system', wording: /^you are a context summarization agent\b/i },
  { quirk: 'compaction', in: 'message', wording: /^you are performing a context checkpoint compaction/i },
  { quirk: 'compaction', in: 'message', wording: /^provide a detailed prompt for continuing our conversation above/i },
  { quirk: 'compaction', in: 'message', wording: /^the current conversation is rapidly running out of context/i },
]
/** Answers of at most this many tokens to one short word are probes of quota or warm-ups. */
const PROBE = { tokens: 1, words: /^(quota|test|ping|hi|hello|warmup|count|\.)$/i }

/** Returns why a request is not a turn; null: it is one. @param last newest message @param count of messages */
export function knownQuirk(request: {
  format: Format
  system: string | null
  last: Json
  count: number
  outputTokens: number | null
}): Quirk | null {
  const { format, system, last, count, outputTokens } = request
  const text = textOf(format, last)
  if (count === 1 && outputTokens !== null && outputTokens <= PROBE.tokens && PROBE.words.test(text)) return 'warm-up'
  for (const { quirk, in: place, wording } of RULES)
    if (wording.test(place === 'system' ? (system ?? '').trim() : text)) return quirk
  return null
}

/** How the summaries begin with which known clients replace older messages: Claude Code, Codex, opencode, Gemini CLI, and
 * others. */
const SUMMARIES = [
  /^this session is being continued from a previous conversation/i,
  /^another language model started to solve this problem and produced a summary/i,
  // opencode: the summary follows as an answer, or is the message.
  /^what did we do so far\?$/i,
  /^<(state_snapshot|conversation_summary|conversation-checkpoint|summary)>/i,
  /^[#[*\s]*(conversation|context|session) summary\b/i,
  /^[#[*\s]*summary of (the|our) (earlier|previous|prior)? ?(conversation|session|messages)\b/i,
]

/** Whether a message is a summary that a known client, or its provider (an item `compaction`), wrote to replace older messages. */
export function isClientSummary(format: Format, message: Json): boolean {
  if (isObject(message) && message.type === 'compaction') return true
  const texts = textsOf(format, message)
  return texts.some((text) => SUMMARIES.some((wording) => wording.test(text.slice(0, READ_CHARS).trim())))
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
