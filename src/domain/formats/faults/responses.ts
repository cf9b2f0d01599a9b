import type { Fault } from '../../errors.js'
import type { Json } from '../../message.js'
import type { JsonObject } from '../../json/json.js'
import { Check } from './check.js'

/** Rules of the Responses API for input items. Source: platform.openai.com/docs/api-reference/responses. */

const ROLES = ['user', 'assistant', 'system', 'developer'] as const
const INPUT_BLOCKS = ['input_text', 'input_image', 'input_file', 'input_audio'] as const
const OUTPUT_BLOCKS = ['output_text', 'refusal'] as const
/** Every item type besides messages. Calls end in `_call`, their results in `_call_output`. */
const OTHER_ITEMS = [
  'reasoning',
  'item_reference',
  'compaction',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
]
const CALL_ENDS = ['_call', '_call_output']

/** Returns what the API would refuse in an item; empty if it is valid. Unknown keys are allowed. */
export function faults(value: Json, path: string): Fault[] {
  const check = new Check(path)
  if (!check.object(value, '')) return check.faults
  const { type } = value
  if (type === undefined || type === 'message') checkMessage(check, value)
  else if (type === 'function_call' || type === 'custom_tool_call') {
    check.text(value.call_id, '.call_id')
    check.text(value.name, '.name')
    const key = type === 'function_call' ? 'arguments' : 'input'
    if (typeof value[key] !== 'string') check.fault(`.${key}`, 'string', value[key])
  } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
    check.text(value.call_id, '.call_id')
    check.content(value.output, '.output', (block, at) => check.oneOf(block.type, INPUT_BLOCKS, `${at}.type`))
  } else if (type === 'reasoning') {
    if (!Array.isArray(value.summary)) check.fault('.summary', 'array of summary_text blocks', value.summary)
  } else if (typeof type !== 'string' || !(CALL_ENDS.some((end) => type.endsWith(end)) || OTHER_ITEMS.includes(type))) {
    check.fault('.type', 'message, function_call, function_call_output, reasoning or another item type', type)
  }
  return check.faults
}

function checkMessage(check: Check, value: JsonObject): void {
  const role = check.oneOf(value.role, ROLES, '.role')
  const allowed: readonly string[] = role === 'assistant' ? OUTPUT_BLOCKS : INPUT_BLOCKS
  if (Array.isArray(value.content) && value.content.length === 0 && role === 'assistant') return
  check.content(value.content, '.content', (block, at) => {
    const type = check.oneOf(block.type, allowed, `${at}.type`)
    if (type === 'refusal') check.string(block.refusal, `${at}.refusal`)
    else if (type === 'input_text' || type === 'output_text') check.string(block.text, `${at}.text`)
  })
}
