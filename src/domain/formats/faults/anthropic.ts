import type { Fault } from '../../errors.js'
import type { Json } from '../../message.js'
import type { JsonObject } from '../../json/json.js'
import { Check } from './check.js'

/** Rules of the Messages API for request messages. Source: docs.anthropic.com/en/api/messages. */

const ROLES = ['user', 'assistant', 'system'] as const
type Role = (typeof ROLES)[number]
const BLOCKS: Readonly<Record<Role, readonly string[]>> = {
  user: ['text', 'image', 'document', 'search_result', 'tool_result', 'container_upload'],
  assistant: ['text', 'thinking', 'redacted_thinking', 'tool_use', 'server_tool_use', 'mcp_tool_use', 'compaction'],
  // Claude Code sends reminders in this role between other messages.
  system: ['text'],
}
/** Results of tools that the server runs. Their number grows with every release of the API. */
const SERVER_RESULT = '_tool_result'
const RESULT_BLOCKS = ['text', 'image', 'document', 'search_result', 'tool_reference'] as const

/** Returns what the API would refuse in a message; empty if it is valid. Unknown keys are allowed. */
export function faults(value: Json, path: string): Fault[] {
  const check = new Check(path)
  if (!check.object(value, '')) return check.faults
  const role = check.oneOf(value.role, ROLES, '.role')
  if (value.content === '') check.fault('.content', 'content with at least 1 character', '')
  else check.content(value.content, '.content', (block, at) => checkBlock(check, block, at, role))
  return check.faults
}

function checkBlock(check: Check, block: JsonObject, at: string, role: Role | undefined): void {
  const { type } = block
  if (role === 'assistant' && typeof type === 'string' && type.endsWith(SERVER_RESULT)) return
  const known = role === undefined ? [...BLOCKS.user, ...BLOCKS.assistant] : BLOCKS[role]
  switch (check.oneOf<string>(type, known, `${at}.type`)) {
    case 'text':
      check.text(block.text, `${at}.text`)
      break
    case 'thinking':
      check.string(block.thinking, `${at}.thinking`)
      check.string(block.signature, `${at}.signature`)
      break
    case 'redacted_thinking':
      check.string(block.data, `${at}.data`)
      break
    case 'tool_use':
      check.text(block.id, `${at}.id`)
      check.text(block.name, `${at}.name`)
      check.object(block.input, `${at}.input`)
      break
    case 'tool_result':
      check.text(block.tool_use_id, `${at}.tool_use_id`)
      checkResult(check, block.content, `${at}.content`)
      break
    case 'image':
    case 'document':
      check.object(block.source, `${at}.source`)
      break
    default:
  }
}

/** A result may have no content. */
function checkResult(check: Check, content: Json | undefined, at: string): void {
  if (typeof content === 'string') return
  check.each(content, at, 'string or array of blocks', (block, place) => {
    if (!check.object(block, place)) return
    const type = check.oneOf(block.type, RESULT_BLOCKS, `${place}.type`)
    if (type === 'text') check.string(block.text, `${place}.text`)
  })
}
