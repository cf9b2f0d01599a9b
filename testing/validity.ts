/** Checks messages of any format for broken pairs, which providers reject. [P5] */
import type { Format, Json } from '../src/domain/message.js'

interface Flat {
  kind: 'call' | 'result' | 'words'
  id: string
}
type Message = Record<string, Json> & { role: string }

/**
 * Returns the problems found; empty if every pair is complete and every call id is as unique as the provider requires:
 * in the whole request for Anthropic, among the parallel calls of one message for OpenAI. Calls of the last message may
 * be open.
 */
export function pairProblems(format: Format, messages: readonly Json[]): string[] {
  const problems: string[] = []
  let waiting: string[] = []
  const used = new Set<string>()
  const flat = messages.flatMap((message, index) =>
    flatten(format, message as Message).map((item) => ({ ...item, index })),
  )
  for (const [at, { kind, id, index }] of flat.entries()) {
    if (kind === 'call') {
      // Calls of one message are consecutive. A call still waiting from an earlier message is a broken pair.
      const before = flat[at - 1]
      if (waiting.length > 0 && !(before?.kind === 'call' && before.index === index))
        problems.push(`message ${index}: calls while ${waiting.join(', ')} wait`)
      waiting.push(id)
      const place = format === 'openai' ? `${index}/${id}` : id
      if ((format === 'anthropic' || format === 'openai') && used.has(place))
        problems.push(`message ${index}: call id ${id} again`)
      used.add(place)
    } else if (kind === 'result') {
      const found = format === 'ollama' ? 0 : waiting.indexOf(id)
      if (found < 0 || waiting.length === 0) problems.push(`message ${index}: result ${id} without its call`)
      else waiting.splice(found, 1)
    } else if (waiting.length > 0) {
      const sameMessage = flat[at - 1]?.index === index && flat[at - 1]?.kind === 'call'
      if (!sameMessage) {
        problems.push(`message ${index}: words while ${waiting.join(', ')} wait`)
        waiting = []
      }
    }
  }
  return problems
}

function flatten(format: Format, message: Message): Flat[] {
  const words: Flat = { kind: 'words', id: '' }
  if (format === 'openai' || format === 'ollama') {
    if (message.role === 'tool') {
      const ids = Array.isArray(message.tool_call_ids) ? message.tool_call_ids : [message.tool_call_id ?? '']
      return ids.map((id): Flat => ({ kind: 'result', id: String(id) }))
    }
    const calls = Array.isArray(message.tool_calls) ? message.tool_calls : []
    return [words, ...calls.map((call): Flat => ({ kind: 'call', id: String((call as Message).id ?? '') }))]
  }
  const blocks = format === 'anthropic' ? message.content : message.parts
  if (!Array.isArray(blocks)) return [words]
  return blocks.map((block): Flat => {
    const { type, id, tool_use_id: useId, callId } = block as Message
    if (type === 'tool_use') return { kind: 'call', id: String(id) }
    if (type === 'tool_call') return { kind: 'call', id: String(callId) }
    if (type === 'tool_result') return { kind: 'result', id: String(useId ?? callId) }
    return words
  })
}
