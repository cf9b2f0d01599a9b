import type { Json, MediaPart, Part, Role, TextPart, ToolCallPart, ToolResultPart } from '../message.js'

/** A message to write down in some format. */
export interface RenderMessage {
  /** Names calls and results that came without an id. */
  seq: number
  role: Role
  parts: Part[]
}

/** The parts of a message in the order formats want them: results of earlier calls, then words and media, then new calls. */
export interface SortedParts {
  results: ToolResultPart[]
  said: (TextPart | MediaPart)[]
  /** Thinking, joined; null: none. */
  reasoning: string | null
  calls: ToolCallPart[]
}

/** With `fillIds`, empty call ids become `call_<seq>_<index of the part>`. */
export function sortParts({ seq, parts }: RenderMessage, fillIds: boolean): SortedParts {
  const sorted: SortedParts = { results: [], said: [], reasoning: null, calls: [] }
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
        sorted.said.push(part)
    }
  })
  return sorted
}

/** Words left over in a tool message are the program's: they go in the user role. */
export function spokenRole(role: Role): Role {
  return role === 'tool' ? 'user' : role
}

export function textBlock(text: string): { type: 'text'; text: string } {
  return { type: 'text', text }
}

/** One lonely text block is written as a string, as everybody does. */
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
