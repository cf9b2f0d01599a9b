/** The parts of a message in the native format, as titled texts. */

export interface TextPart {
  title: string
  text: string
}

type Part = { type?: unknown; [member: string]: unknown }

/** @param messages one message, or the native translation of one */
export function textParts(messages: readonly unknown[]): TextPart[] {
  return messages.flatMap((message) => {
    const { parts, content } = message as { parts?: unknown; content?: unknown }
    if (Array.isArray(parts)) return parts.map((part) => textPart(part as Part))
    if (typeof content === 'string') return [{ title: 'Text', text: content }]
    return [{ title: 'Message', text: JSON.stringify(message, null, 2) }]
  })
}

function textPart(part: Part): TextPart {
  switch (part.type) {
    case 'text':
      return { title: 'Text', text: String(part.text) }
    case 'reasoning':
      return { title: 'Reasoning', text: String(part.text) }
    case 'tool_call':
      return { title: `Call of ${String(part.name)}`, text: written(part.args) }
    case 'tool_result':
      return { title: part.isError ? 'Error result' : 'Result', text: written(part.content) }
    default:
      return { title: String(part.type ?? 'Part'), text: JSON.stringify(part, null, 2) }
  }
}

function written(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((part: Part) => part?.type === 'text'))
    return value.map((part: Part) => String(part.text)).join('\n')
  return JSON.stringify(value, null, 2) ?? ''
}
