import type { Json, MediaPart, Part, Role, TextPart, ToolCallPart, ToolResultPart } from '../message.js'

/** A message to render in a provider's format. */
export interface RenderMessage {
  /** Part of the ids generated for calls and results without an id. */
  seq: number
  role: Role
  parts: Part[]
}

/** The parts of a message in the order that formats require: results of earlier calls, then text and media, then new
 * calls. */
export interface SortedParts {
  results: ToolResultPart[]
  body: (TextPart | MediaPart)[]
  /** Joined thinking; null: none. */
  reasoning: string | null
  calls: ToolCallPart[]
}

/** Sorts the parts of a message. With `fillIds`, empty call ids become `call_<seq>_<index of the part>`. */
export function sortParts({ seq, parts }: RenderMessage, fillIds: boolean): SortedParts {
  const sorted: SortedParts = { results: [], body: [], reasoning: null, calls: [] }
  const idOf = (callId: string, index: number) => (fillIds && callId === '' ? `call_${seq}_${index}` : callId)
  parts.forEach((part, index) => {
    switch (part.type) {
      case 'tool_result':
        sorted.results.push({ ...part, callId: idOf(part.callId, index) })
        break
      case 'tool_call':
        sorted.calls.push({ ...part, callId: idOf(part.callId, index) })
        break
      case 'reasoning':
        sorted.reasoning = sorted.reasoning === null ? part.text : `${sorted.reasoning}\n\n${part.text}`
        break
      default:
        sorted.body.push(part)
    }
  })
  return sorted
}

/** Returns the role for text of a message. Text in a tool message comes from the program and goes into the user
 * role. */
export function textRole(role: Role): Role {
  return role === 'tool' ? 'user' : role
}

export function textBlock(text: string): { type: 'text'; text: string } {
  return { type: 'text', text }
}

/** Returns blocks as message content. A single text block becomes a string, the usual form. */
export function contentOf(blocks: Json[]): Json {
  const [only] = blocks
  if (
    blocks.length === 1 &&
    typeof only === 'object' &&
    only !== null &&
    !Array.isArray(only) &&
    only.type === 'text'
  ) {
    const { text } = only
    if (typeof text === 'string' && Object.keys(only).length === 2) return text
  }
  return blocks
}
