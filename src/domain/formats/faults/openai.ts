import type { Fault } from '../../errors.js'
import type { Json } from '../../message.js'
import { isObject, type JsonObject } from '../../json/json.js'
import { Check } from './check.js'

/** Rules of the chat completions API for request messages. Source: platform.openai.com/docs/api-reference/chat. */

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const
const BLOCKS = {
  system: ['text'],
  developer: ['text'],
  user: ['text', 'image_url', 'input_audio', 'file'],
  assistant: ['text', 'refusal'],
  tool: ['text'],
} as const

/** Returns what the API would refuse in a message; empty if it is valid. Unknown keys are allowed. */
export function faults(value: Json, path: string): Fault[] {
  const check = new Check(path)
  if (!check.object(value, '')) return check.faults
  const role = check.oneOf(value.role, ROLES, '.role')
  switch (role) {
    case undefined:
      break
    case 'assistant':
      checkAssistant(check, value)
      break
    case 'tool':
      check.text(value.tool_call_id, '.tool_call_id')
      checkContent(check, value, role)
      break
    case 'function':
      check.text(value.name, '.name')
      if (value.content !== null) check.string(value.content, '.content')
      break
    default:
      checkContent(check, value, role)
  }
  return check.faults
}

function checkContent(check: Check, { content }: JsonObject, role: keyof typeof BLOCKS): void {
  check.content(content, '.content', (block, at) => checkBlock(check, block, at, role))
}

function checkBlock(check: Check, block: JsonObject, at: string, role: keyof typeof BLOCKS): void {
  const type = check.oneOf<string>(block.type, BLOCKS[role], `${at}.type`)
  if (type === 'text') check.string(block.text, `${at}.text`)
  if (type === 'refusal') check.string(block.refusal, `${at}.refusal`)
  if (type === 'image_url' && check.object(block.image_url, `${at}.image_url`))
    check.text(block.image_url.url, `${at}.image_url.url`)
  if (type === 'input_audio') check.object(block.input_audio, `${at}.input_audio`)
  if (type === 'file') check.object(block.file, `${at}.file`)
}

function checkAssistant(check: Check, value: JsonObject): void {
  const { content, tool_calls: calls, function_call: legacy } = value
  // Servers return `tool_calls: null` and `[]` in messages without calls.
  check.each(calls, '.tool_calls', 'array of calls', (call, at) => checkCall(check, call, at))
  if (legacy !== undefined && legacy !== null && check.object(legacy, '.function_call')) {
    check.text(legacy.name, '.function_call.name')
    check.string(legacy.arguments, '.function_call.arguments')
  }
  const hasMore =
    (Array.isArray(calls) && calls.length > 0) ||
    isObject(legacy) ||
    isObject(value.audio) ||
    (typeof value.refusal === 'string' && value.refusal !== '')
  if ((content === null || content === undefined) && hasMore) return
  if (content === null || content === undefined)
    check.fault('.content', 'string or array of content blocks, because the message has no calls', content)
  else checkContent(check, value, 'assistant')
}

function checkCall(check: Check, call: Json, at: string): void {
  if (!check.object(call, at)) return
  check.text(call.id, `${at}.id`)
  const type = check.oneOf(call.type, ['function', 'custom'] as const, `${at}.type`)
  if (type === undefined) return
  const called = call[type]
  if (!check.object(called, `${at}.${type}`)) return
  check.text(called.name, `${at}.${type}.name`)
  const key = type === 'function' ? 'arguments' : 'input'
  if (typeof called[key] === 'string') return
  check.fault(
    `${at}.${type}.${key}`,
    type === 'function' ? 'string with the arguments as JSON text' : 'string',
    called[key],
  )
}
