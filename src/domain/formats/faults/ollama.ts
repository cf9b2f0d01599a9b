import type { Fault } from '../../errors.js'
import { ROLES, type Json } from '../../message.js'
import { Check } from './check.js'

/** Rules of Ollama's `/api/chat` for messages. Source: github.com/ollama/ollama, `api/types.go`. */

/** Returns what the server would refuse in a message; empty if it is valid. Unknown keys are allowed. */
export function faults(value: Json, path: string): Fault[] {
  const check = new Check(path)
  if (!check.object(value, '')) return check.faults
  const role = check.oneOf(value.role, ROLES, '.role')
  const { content, images, tool_calls: calls } = value
  const hasMore = [images, calls].some((list) => Array.isArray(list) && list.length > 0)
  const isAbsent = content === undefined || content === null
  const mayLack = hasMore || (role === 'assistant' && typeof value.thinking === 'string')
  if (!(isAbsent && mayLack)) check.string(content, '.content')
  check.each(images, '.images', 'array of base64 strings', (image, at) => check.text(image, at))
  for (const key of ['thinking', 'tool_name', 'tool_call_id'])
    if (value[key] !== undefined && value[key] !== null) check.string(value[key], `.${key}`)
  check.each(calls, '.tool_calls', 'array of calls', (call, at) => {
    if (!check.object(call, at)) return
    const called = call.function
    if (!check.object(called, `${at}.function`)) return
    check.text(called.name, `${at}.function.name`)
    if (called.arguments !== undefined) check.object(called.arguments, `${at}.function.arguments`)
  })
  return check.faults
}
