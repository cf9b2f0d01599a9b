import { isObject } from '../../domain/json/json.js'
import { parseMessage } from '../../domain/formats/index.js'
import type { Format, Json } from '../../domain/message.js'
import type { Quirk } from '../protocol.js'

/** Requests that known clients make for themselves. They pass through and are no turns of a conversation. */

interface Rule {
  quirk: Quirk
  /** Where the wording is: in the system text, or in the newest message. */
  in: 'system' | 'message'
  /** The text starts with one of these, in lower case; `anywhere`, it holds one. */
  words: readonly string[]
  anywhere?: true
  /** One of these follows, within `reach` characters of the line (default 200); of `a … b`, both do. */
  then?: readonly string[]
  reach?: number
  /** It may follow in a later line. */
  acrossLines?: true
}

const NEW_TOPIC = ['analyze if this message indicates a new conversation topic']
const SUMMARIZE = 'your task is to create a detailed summary of'
const SUMMARIZES = [
  `${SUMMARIZE} the conversation`,
  `${SUMMARIZE} this conversation`,
  `${SUMMARIZE} the recent portion`,
]
const RULES: readonly Rule[] = [
  // Open WebUI: titles, tags, messages that may follow, search queries, prompts of images; older versions without the mark of the history.
  {
    quirk: 'title',
    in: 'message',
    words: ['### task:\n'],
    then: ['### chat history:\n<chat_history>'],
    reach: 4_000,
    acrossLines: true,
  },
  {
    quirk: 'title',
    in: 'message',
    words: ['### task:\ngenerate', '### task:\nsuggest', '### task:\nanalyze'],
    then: ['title', 'tags', 'follow-up', 'quer'],
  },
  {
    quirk: 'title',
    in: 'message',
    words: [
      '### task:\nyou are an autocompletion system',
      "your task is to reflect the speaker's likely facial expression",
      'you have been provided with a set of responses from various models to the latest user query',
    ],
  },
  {
    quirk: 'title',
    in: 'system',
    words: ['available tools: '],
    then: ['your task is to choose and return the correct tool'],
    reach: 40_000,
    acrossLines: true,
  },
  // LibreChat and others.
  {
    quirk: 'title',
    in: 'message',
    words: [
      ...['write a', 'generate a', 'create a', 'please write a', 'please generate a', 'please create a'],
      ...['provide a concise', 'detect a concise', 'your task: create a'],
    ],
    then: ['title … conversation'],
    reach: 130,
  },
  {
    quirk: 'title',
    in: 'message',
    words: ['analyze this conversation and provide'],
    then: [' title '],
    acrossLines: true,
  },
  { quirk: 'title', in: 'system', words: ['you are a title generator'] },
  // LangChain, Flowise, LlamaIndex: a question that can be searched for.
  {
    quirk: 'title',
    in: 'message',
    words: ['given the following conversation'],
    then: ['standalone question'],
    reach: 400,
    acrossLines: true,
  },
  // agno, mem0, LangMem: what to remember of a person, and a summary beside the conversation.
  {
    quirk: 'title',
    in: 'system',
    words: [
      'you are a memory manager that is responsible for managing information',
      'analyze the following conversation between a user and an assistant, and extract the following details',
      'you are a personal information organizer, specialized in accurately storing facts',
      'you are a memory extractor — a precise, evidence-bound processor',
      'you are a memory subroutine for an ai',
    ],
  },
  // aider: the message of a commit.
  {
    quirk: 'title',
    in: 'system',
    words: ['you are an expert software engineer that generates'],
    then: ['commit message'],
  },
  {
    quirk: 'title',
    in: 'system',
    words: ['generate a short', 'generate a concise', 'generate a brief'],
    anywhere: true,
    then: [' title'],
    reach: 80,
  },
  { quirk: 'topic', in: 'system', words: NEW_TOPIC, anywhere: true },
  { quirk: 'topic', in: 'message', words: NEW_TOPIC, anywhere: true },
  // Claude Code, Codex, opencode, cline: the client shortens the history by itself.
  { quirk: 'compaction', in: 'message', words: SUMMARIZES },
  // Claude Code forbids tools in a paragraph before its task.
  {
    quirk: 'compaction',
    in: 'message',
    words: ['critical: respond with text only'],
    then: SUMMARIZES,
    reach: 2_000,
    acrossLines: true,
  },
  { quirk: 'compaction', in: 'system', words: ['you are a context summarization agent'] },
  // griptape, in a request of its own.
  {
    quirk: 'compaction',
    in: 'message',
    words: ['summarize the following conversation:', 'conversation summary:\n"""'],
    then: ['human: … assistant: ', 'update the summary with this:'],
    reach: 4_000,
    acrossLines: true,
  },
  // aider, in a request of its own.
  { quirk: 'compaction', in: 'system', words: ['*briefly* summarize this partial conversation'] },
  {
    quirk: 'compaction',
    in: 'message',
    words: [
      'you are performing a context checkpoint compaction',
      'provide a detailed prompt for continuing our conversation above',
      'the current conversation is rapidly running out of context',
      // LangChain, LlamaIndex, and Open WebUI, in a request of its own.
      ...[
        '<role>\ncontext extraction assistant',
        '"transcript so far: ',
        'progressively summarize the lines of conversation',
      ],
      '### task:\nsummarize the conversation history that will be compacted',
      // aichat.
      'summarize the discussion briefly in 200 words or less to use as a prompt for future context',
      // Semantic Kernel, in system text at the end.
      'provide a concise and complete summarization of the entire dialog',
    ],
  },
]
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
  const rules = count > MAX_OWN_MESSAGES ? RULES.filter((rule) => !isOwnJob(rule)) : RULES
  return rules.find((rule) => applies(rule, rule.in === 'system' ? prompt : message))?.quirk ?? null
}

/** Messages of a conversation that a program sends at most with a request for a title or a topic. With more, such a system text is the
 * task of the conversation. */
const MAX_OWN_MESSAGES = 4

function isOwnJob({ in: place, quirk }: Rule): boolean {
  return place === 'system' && quirk !== 'compaction'
}

function applies({ words, anywhere, then, reach = 200, acrossLines }: Rule, text: string): boolean {
  return words.some((start) => {
    const at = anywhere ? text.indexOf(start) : text.startsWith(start) ? 0 : -1
    const rest = text.slice(at + start.length, at + start.length + reach)
    const follows = acrossLines ? rest : rest.split('\n', 1)[0]!
    return at >= 0 && (then?.some((one) => one.split(' … ').every((part) => follows.includes(part))) ?? true)
  })
}

/** How the summaries begin with which known clients replace older messages: Claude Code, Codex, opencode, Gemini CLI, LangChain,
 * and others. */
const SUMMARIES = [
  'this session is being continued from a previous conversation',
  ...['another language model started to solve this problem and produced a summary', '<state_snapshot>'],
  ...['<conversation_summary>', '<conversation-checkpoint>', '<summary>'],
]
/** opencode: the summary follows as an answer, or is the message. */
const ASKED_SUMMARY = 'what did we do so far?'
const SUMMARY_HEADING =
  /^[#[*\s]*(?:here(?:'s| is) (?:a|the|our) )?(?:(?:conversation|context|session) summary|summary of (?:the|our) (?:(?:earlier|previous|prior) )?(?:conversation|session|messages))\b/

/** Whether a message is a summary that a known client, or its provider (an item or a block `compaction`), wrote to replace older messages. */
export function isClientSummary(format: Format, message: Json): boolean {
  const blocks = isObject(message) && Array.isArray(message.content) ? message.content : []
  if ([message, ...blocks].some((one) => isObject(one) && one.type === 'compaction')) return true
  const texts = textsOf(format, message)
  return texts.some((text) => {
    const start = text.slice(0, READ_CHARS).trim().toLowerCase()
    const isKnown = SUMMARIES.some((wording) => start.startsWith(wording))
    return isKnown || start === ASKED_SUMMARY || SUMMARY_HEADING.test(start)
  })
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
