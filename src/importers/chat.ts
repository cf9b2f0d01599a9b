import { firstString, isObject, typeName, type JsonObject } from '../domain/json/json.js'
import type { Format, Json } from '../domain/message.js'
import type { LoggedConversation, LoggedMessage, Skipped } from './conversation.js'

/** Reads requests and transcripts in API formats: bare arrays of messages, objects with `messages` (fine-tuning lines,
 * agent trajectories, request bodies of OpenAI, Anthropic and Ollama, our own export), and lists of runs with `traj`
 * (tau-bench). */

/** Reads one conversation.
 * @param around object that contains the messages; supplies the tools, the system prompt and hints of the format */
export function readChat(messages: Json[], title: string, around: JsonObject = {}): LoggedConversation {
  const withRole: JsonObject[] = []
  const skipped: Skipped[] = []
  messages.forEach((value, index) => {
    if (isObject(value) && typeof value.role === 'string') withRole.push(value)
    else
      skipped.push({
        line: index + 1,
        reason: isObject(value) ? 'no role' : `expected a message, received ${typeName(value)}`,
      })
  })
  const format = formatOf(withRole, around)
  const [first, ...rest] = withRole
  const leading =
    first && (first.role === 'system' || first.role === 'developer') ? firstString(first.content) : undefined
  const model = firstString(around.model)
  const system = leading ?? systemText(around.system ?? around.systemPrompt)
  return {
    title,
    format,
    ...(model !== undefined && { model }),
    ...(system !== undefined && { system }),
    ...(Array.isArray(around.tools) && { tools: around.tools }),
    messages: (leading === undefined ? withRole : rest).map((value): LoggedMessage => ({ value })),
    skipped,
  }
}

/** Reads tau-bench: every element is a run of a task. */
export function readRuns(runs: Json[], title: string): LoggedConversation[] {
  return runs.filter(isObject).flatMap((run) => {
    const trial = typeof run.trial === 'number' ? `, trial ${run.trial}` : ''
    return Array.isArray(run.traj) ? [readChat(run.traj, `${title}: task ${String(run.task_id)}${trial}`, run)] : []
  })
}

const ANTHROPIC_BLOCKS = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking']

function formatOf(messages: JsonObject[], around: JsonObject): Format {
  if (messages.some((message) => Array.isArray(message.parts))) return 'native'
  const tools = Array.isArray(around.tools) ? around.tools : []
  const blocks = messages.flatMap(({ content }) => (Array.isArray(content) ? content : [])).filter(isObject)
  const hasBlocks = blocks.some(
    ({ type, source }) => ANTHROPIC_BLOCKS.includes(String(type)) || (type === 'image' && isObject(source)),
  )
  const hasSchemas = tools.some((tool) => isObject(tool) && isObject(tool.input_schema))
  if (hasBlocks || hasSchemas || (around.system !== undefined && !messages.some(hasCalls))) return 'anthropic'
  return isObject(around.options) || messages.some(isOllama) ? 'ollama' : 'openai'
}

function hasCalls(message: JsonObject): boolean {
  return Array.isArray(message.tool_calls)
}

function isOllama(message: JsonObject): boolean {
  if ('tool_name' in message || Array.isArray(message.images) || typeof message.thinking === 'string') return true
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : []
  return calls.some(
    (call) => isObject(call) && isObject(call.function) && isObject(call.function.arguments) && call.id === undefined,
  )
}

function systemText(system: Json | undefined): string | undefined {
  if (typeof system === 'string') return system
  if (!Array.isArray(system)) return undefined
  const texts = system.flatMap((block) => (isObject(block) && typeof block.text === 'string' ? [block.text] : []))
  return texts.length > 0 ? texts.join('\n\n') : undefined
}
