import type { Loose } from './scripted-upstream.js'
import { createHash } from 'node:crypto'

/** The validity checks of Anthropic's messages API, with its wording. Returns the message of a 400. */

type Block = Record<string, Loose> & { type: string }
interface Message {
  role: string
  content: string | Block[]
}
interface Body {
  model?: unknown
  max_tokens?: unknown
  system?: unknown
  tools?: Block[]
  messages?: Message[]
  [key: string]: unknown
}

/** Members that every account may send. Others need their beta header. */
const KNOWN = new Set(
  'model max_tokens messages system tools tool_choice stream temperature top_p top_k stop_sequences metadata thinking service_tier container mcp_servers output_config cache_control'.split(
    ' ',
  ),
)
const BETA_OF: Record<string, string> = {
  context_management: 'context-management',
  scripted_feature: 'scripted-feature',
}
/** Betas with which system text may be in the middle of a conversation. */
const MID_SYSTEM_BETAS = ['mid-conversation-system', 'mid-conversation-tool-changes', 'per-turn-control']

/** @param betas value of `anthropic-beta` */
export function anthropicFault(body: Body, betas: string, counting: boolean): string | null {
  for (const key of Object.keys(body)) {
    const beta = BETA_OF[key]
    if (!KNOWN.has(key) && !(beta && betas.includes(beta))) return `${key}: Extra inputs are not permitted`
  }
  if (typeof body.model !== 'string') return 'model: Field required'
  if (!counting && !Number.isInteger(body.max_tokens)) return 'max_tokens: Field required'
  if (!Array.isArray(body.messages)) return 'messages: Field required'
  if (body.messages.length === 0) return 'messages: at least one message is required'
  return (
    roleFault(body.messages, betas) ??
    contentFault(body.messages) ??
    toolFault(body) ??
    cacheFault(body) ??
    bindingFault(body)
  )
}

function roleFault(messages: Message[], betas: string): string | null {
  for (const [at, { role }] of messages.entries()) {
    if (role === 'system' && (!MID_SYSTEM_BETAS.some((beta) => betas.includes(beta)) || at === 0))
      return `messages.${at}: Unexpected role "system". The Messages API accepts a top-level \`system\` parameter, not "system" as an input message role.`
    if (!['user', 'assistant', 'system'].includes(role))
      return `messages.${at}.role: Input should be 'user' or 'assistant'`
  }
  const turns = messages.map(({ role }, at) => ({ role, at })).filter(({ role }) => role !== 'system')
  if (turns[0]?.role !== 'user') return 'messages: first message must use the "user" role'
  const repeated = turns.find(({ role }, i) => role === 'assistant' && turns[i - 1]?.role === 'assistant')
  if (repeated)
    return `messages: roles must alternate between "user" and "assistant", but found multiple "assistant" roles in a row`
  return null
}

const blocksOf = ({ content }: Message): Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

function contentFault(messages: Message[]): string | null {
  for (const [at, message] of messages.entries()) {
    const isLastAssistant = at === messages.length - 1 && message.role === 'assistant'
    const blocks = Array.isArray(message.content) || typeof message.content === 'string' ? blocksOf(message) : null
    if (blocks === null) return `messages.${at}.content: Field required`
    if (blocks.length === 0 && !isLastAssistant)
      return `messages.${at}: all messages must have non-empty content except for the optional final assistant message`
    const empty = blocks.findIndex(({ type, text }) => type === 'text' && text === '')
    if (empty >= 0) return `messages: text content blocks must be non-empty`
    const foreign = blocks.findIndex(
      ({ type }) => /^(thinking|redacted_thinking|tool_use)$/.test(type) && message.role !== 'assistant',
    )
    if (foreign >= 0) return `messages.${at}.content.${foreign}: unexpected block type for the role ${message.role}`
    const last = blocks.at(-1)
    if (isLastAssistant && last?.type === 'text' && /\s$/.test(last.text))
      return 'messages: final assistant content cannot end with trailing whitespace'
  }
  return null
}

function toolFault({ messages = [], tools }: Body): string | null {
  const used = new Set<string>()
  const turns = messages.map((message, at) => ({ message, at })).filter(({ message }) => message.role !== 'system')
  for (const [i, { message, at }] of turns.entries()) {
    const before = i > 0 ? callIds(turns[i - 1]!.message) : []
    const blocks = blocksOf(message)
    let pastResults = false
    for (const [index, block] of blocks.entries()) {
      const place = `messages.${at}.content.${index}`
      if (/^tool_(use|result)$/.test(block.type) && !tools?.length)
        return 'Requests which have `tool_use` or `tool_result` blocks in messages must define tools'
      if (block.type === 'tool_use') {
        if (used.has(block.id)) return `${place}: \`tool_use\` ids must be unique`
        if (typeof block.input !== 'object' || block.input === null)
          return `${place}.input: Input should be a valid dictionary`
        used.add(block.id)
      }
      if (block.type === 'tool_result') {
        if (!before.includes(block.tool_use_id))
          return `${place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${block.tool_use_id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
        if (pastResults) return `${place}: \`tool_result\` blocks must come before other content`
      } else pastResults = true
    }
    const results = turns[i + 1] ? blocksOf(turns[i + 1]!.message) : []
    const open = callIds(message).filter((id) => !results.some((block) => block.tool_use_id === id))
    if (open.length > 0)
      return `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
  }
  return null
}

function callIds(message: Message): string[] {
  return blocksOf(message).flatMap(({ type, id }) => (type === 'tool_use' ? [id] : []))
}

function cacheFault(body: Body): string | null {
  const marks = JSON.stringify(body).split('"cache_control"').length - 1
  return marks > 4 ? `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.` : null
}

/** Every thinking block is bound to the exact system, tools and content before it. */
function bindingFault({ system, tools, messages = [] }: Body): string | null {
  const prefix = new Prefix(system, tools)
  for (const [at, message] of messages.entries()) {
    prefix.add(message.role)
    for (const [index, block] of blocksOf(message).entries()) {
      const signature =
        block.type === 'thinking' ? block.signature : block.type === 'redacted_thinking' ? block.data : null
      if (signature !== null && signature !== prefix.sign(String(block.thinking ?? '')))
        return `messages.${at}.content.${index}: Invalid \`signature\` in \`${block.type}\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`
      prefix.add(block)
    }
  }
  return null
}

/** A digest of everything before a place in the request. Ignores `cache_control` and key order, as the API does. */
export class Prefix {
  private digest = ''

  constructor(system: unknown, tools: unknown) {
    this.add(typeof system === 'string' ? [{ type: 'text', text: system }] : (system ?? null))
    this.add(tools ?? null)
  }

  add(value: unknown): void {
    this.digest = hash(this.digest + canonical(value))
  }

  /** Returns the signature of thinking produced at this place. */
  sign(thinking: string): string {
    return `Eq${hash(`secret ${this.digest} ${thinking}`)}+/=`
  }
}

/** Returns the prefix before the answer to a request. */
export function prefixOf({ system, tools, messages = [] }: Body): Prefix {
  const prefix = new Prefix(system, tools)
  for (const message of messages) {
    prefix.add(message.role)
    for (const block of blocksOf(message)) prefix.add(block)
  }
  prefix.add('assistant')
  return prefix
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([key]) => key !== 'cache_control')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`
}
