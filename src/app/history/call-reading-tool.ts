import { DomainError } from '../../domain/errors.js'
import { renderTools } from '../../domain/formats/index.js'
import { pluralize } from '../../domain/number-format.js'
import type { Format, Json, ParsedMessage, StoredMessage } from '../../domain/message.js'
import {
  READING_TOOL_SCHEMAS,
  READ_OFFLOAD,
  readingCall,
  type ReadingCall,
} from '../../domain/originals/reading-tools.js'
import { baseLimit } from '../../domain/session/model-tokens.js'
import { startOfCharacter, joinLines } from '../../domain/texts.js'
import { resultText } from '../../domain/source/source.js'
import type { Admit } from '../shared/context-contents.js'
import type { Ports, SessionAddress } from '../../ports/ports.js'
import { readOffload, searchOffload } from '../reductions/read-offloads.js'
import { searchMessages } from '../search/search-messages.js'
import { readSession } from '../shared/read-session.js'
import { readStored } from '../shared/read-stored.js'

/** Share of the limit that one result may take. It stays in the context until a cut, because it is never reduced. */
const RESULT_SHARE = 0.1
/** A smaller result could not even name its message. */
const MIN_TOKENS = 40
/** Characters read before they are counted: more never fit into the share of any window. */
const MAX_CHARS = 40_000
/** Lines and messages of one result, and matches of one search. */
const MAX_LINES = 5_000
const MAX_MESSAGES = 200
const MAX_MATCHES = 20
const MAX_HITS = 10

export interface ToolResult {
  /** Text for the model. */
  content: string
  /** The call failed; the text says how to correct it. */
  isError: boolean
}

/** Returns the definitions of the reading tools in a provider's format. */
export function readingTools(format: Format): Json {
  return renderTools(format, READING_TOOL_SCHEMAS)
}

/** Answers a call of a reading tool. A mistake of the model is a result, so that it can correct itself.
 * Throws session_not_found. [D1] [P8] */
export async function callReadingTool(
  ports: Pick<Ports, 'store' | 'tokenizer'>,
  input: { appId: string | null; sessionId: string; name: string; args: Json; admit?: Admit },
): Promise<ToolResult> {
  const session = await readSession(ports, input)
  const call = readingCall(input.name, input.args)
  if (call.tool === null) return { content: call.fault, isError: true }
  const share = Math.floor(baseLimit(session) * RESULT_SHARE)
  const maxTokens = call.tool === READ_OFFLOAD ? share : Math.min(share, Math.max(MIN_TOKENS, call.maxTokens ?? share))
  const fits = (text: string) => text.length <= MAX_CHARS && ports.tokenizer.count(text) <= maxTokens
  try {
    const content =
      call.tool === READ_OFFLOAD
        ? await offloadText(ports, { ...input, ...call }, fits)
        : call.search !== null
          ? await hitsText(ports, { ...input, query: call.search, maxTokens, home: session.appId }, fits)
          : await messagesText(ports, { ...input, ...call, lastSeq: session.lastSeq }, fits)
    return { content, isError: false }
  } catch (error) {
    if (error instanceof DomainError && (error.code === 'not_found' || error.code === 'invalid_request'))
      return { content: error.message, isError: true }
    throw error
  }
}

type Fits = (text: string) => boolean
type CallOf<T extends ReadingCall['tool']> = Extract<ReadingCall, { tool: T }>
interface At extends SessionAddress {
  admit?: Admit
}

async function offloadText(
  ports: Pick<Ports, 'store'>,
  { appId, sessionId, admit, id, fromLine, toLine, search }: At & CallOf<'read_offload'>,
  fits: Fits,
): Promise<string> {
  const address = { appId, sessionId, offloadId: id, ...(admit && { admit }) }
  if (search !== null && search !== '') {
    const { matches, more } = await searchOffload(ports, { ...address, query: search, offset: 0, limit: MAX_MATCHES })
    const lines = matches.map(({ line, excerpt }) => `${line}: ${joinLines(excerpt, ' ')}`)
    const count = more ? `${matches.length} or more matches` : pluralize(matches.length, 'match', 'matches')
    const head = `${count} in ${id}, with line numbers`
    return `[${head}]\n${startThatFits(lines, fits).join('\n')}`
  }
  const limit = Math.min(MAX_LINES, toLine === null ? MAX_LINES : Math.max(1, toLine - fromLine + 1))
  const range = { unit: 'lines' as const, offset: fromLine, limit }
  const { slice, measures } = await readOffload(ports, { ...address, range, as: 'text' })
  const all = measures.size.lines
  if (slice.content === '') return `[${id} has ${all} lines; there is no line ${fromLine}]`
  const shown = startThatFits(slice.content.match(/[^\n]*\n|[^\n]+$/g) ?? [], fits)
  const last = fromLine + shown.length - 1
  const isCut = shown.join('').length < slice.content.length
  const next = isCut ? `; cut here, continue from line ${last + 1}` : ''
  return `[${id}, lines ${fromLine} to ${last} of ${all}${next}]\n${shown.join('')}`
}

async function hitsText(
  ports: Pick<Ports, 'store' | 'tokenizer'>,
  { appId, home, sessionId, query, maxTokens }: At & { query: string; maxTokens: number; home: string },
  fits: Fits,
): Promise<string> {
  const at = { appId, home, sessionId, after: null }
  const { hits } = await searchMessages(ports, { ...at, query, limit: MAX_HITS, maxTokens })
  if (hits.length === 0) return '[no message has any of these words]'
  const texts = hits.map(({ seq, role, excerpt }) => `--- message ${seq} · ${role} ---\n${excerpt.text}`)
  return startThatFits([`[${hits.length} messages, best first; recall reads one by its number]`, ...texts], fits).join(
    '\n',
  )
}

async function messagesText(
  { store }: Pick<Ports, 'store'>,
  { sessionId, admit, from, to, offset, lastSeq }: At & CallOf<'recall'> & { lastSeq: number },
  fits: Fits,
): Promise<string> {
  const end = Math.min(to, lastSeq, from + MAX_MESSAGES - 1)
  if (from > end) return `[there is no message ${from}; the last is ${lastSeq}]`
  const page = { from, to: end, limit: MAX_MESSAGES, maxBytes: 1_048_576 }
  const size = await store.measureHistory(sessionId, page)
  if (size) await admit?.(2 * size.bytes)
  const texts: string[] = []
  const messages = await store.history(sessionId, page)
  for (const message of messages) texts.push(messageText(message, await readStored(message)))
  if (offset > 0 && texts[0] !== undefined) texts[0] = withoutStart(texts[0], offset)
  const shown = startThatFits(texts, fits)
  const last = messages[shown.length - 1]?.seq ?? from
  const [whole, cut] = [texts[shown.length - 1] ?? '', shown.at(-1) ?? '']
  if (cut !== whole) {
    const next = cut.length - 1 - cut.indexOf('\n') - 1 + (shown.length === 1 ? offset : 0)
    return `${shown.join('\n')}\n[cut here; continue from message ${last}, offset ${next}]`
  }
  return `${shown.join('\n')}${last < Math.min(to, lastSeq) ? `\n[cut here; continue from message ${last + 1}]` : ''}`
}

/** Returns the text of a message without its first characters, under the same heading. */
function withoutStart(text: string, offset: number): string {
  const body = text.indexOf('\n') + 1
  return `${text.slice(0, body)}${text.slice(startOfCharacter(text, Math.min(text.length, body + offset)))}`
}

function messageText({ seq, role }: StoredMessage, { parts }: ParsedMessage): string {
  const lines = parts.flatMap((part): string[] => {
    switch (part.type) {
      case 'text':
        return [part.text]
      case 'tool_call':
        return [`call of ${part.name}: ${typeof part.args === 'string' ? part.args : JSON.stringify(part.args)}`]
      case 'tool_result':
        return [`result: ${resultText(part.content)}`]
      case 'reasoning':
        return []
      default:
        return [`[${part.type}]`]
    }
  })
  return [`--- message ${seq} · ${role} ---`, ...lines].join('\n')
}

/** Returns the first pieces that fit together, at least one: a piece that is too long alone is cut. */
function startThatFits(pieces: readonly string[], fits: Fits): string[] {
  let [low, high] = [0, pieces.length]
  // The longest start that fits, by bisection: counting each start alone would count the first pieces many times.
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(pieces.slice(0, middle).join('\n'))) low = middle
    else high = middle - 1
  }
  if (low > 0 || pieces.length === 0) return pieces.slice(0, low)
  const first = pieces[0]!
  let length = Math.min(first.length, MAX_CHARS)
  while (length > 1 && !fits(first.slice(0, length))) length = Math.floor(length * 0.8)
  return [`${first.slice(0, startOfCharacter(first, length))}…`]
}
