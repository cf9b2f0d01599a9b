/** Prompts of the AI SDK, which Mastra uses too, and messages of a session in native format. */

/** A message of an AI SDK prompt → a message of a session. */
export function toNative({ role, content }) {
  return { role, parts: content.map(partToNative) }
}

function partToNative(part) {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text }
    case 'tool-call':
      return { type: 'tool_call', callId: part.toolCallId, name: part.toolName, args: part.input }
    case 'tool-result': {
      const { type, value, reason = 'denied' } = part.output
      const text = type === 'execution-denied' ? reason : typeof value === 'string' ? value : JSON.stringify(value)
      return { type: 'tool_result', callId: part.toolCallId, content: text, isError: type.startsWith('error') }
    }
    default:
      return { type: 'opaque', part }
  }
}

/** A context in native format → the prompt that the model gets. */
export function promptOf({ system, messages }) {
  const names = new Map()
  const prompt = messages.map((message) => fromNative(message, names))
  return system ? [{ role: 'system', content: system }, ...prompt] : prompt
}

/** @param names tool names by call, for results */
function fromNative({ role, content, parts = [{ type: 'text', text: content }] }, names) {
  const blocks = parts.map((part) => {
    if (part.type === 'tool_call') {
      names.set(part.callId, part.name)
      const input = typeof part.args === 'object' ? part.args : { note: part.args }
      return { type: 'tool-call', toolCallId: part.callId, toolName: part.name, input }
    }
    if (part.type === 'tool_result') {
      const value = typeof part.content === 'string' ? part.content : JSON.stringify(part.content)
      const output = { type: part.isError ? 'error-text' : 'text', value }
      return { type: 'tool-result', toolCallId: part.callId, toolName: names.get(part.callId) ?? 'tool', output }
    }
    return part.type === 'opaque' ? part.part : { type: part.type, text: part.text }
  })
  // A goal note and the like have the role `system` in the middle; there the SDK wants text.
  return role === 'system' ? { role, content: blocks.map(({ text }) => text).join('\n\n') } : { role, content: blocks }
}
