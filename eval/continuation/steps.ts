/** Reads messages of any format into plain steps. Shares no code with the service, so that it can judge the service. */

export type Step =
  | { kind: 'human' | 'client' | 'said'; text: string }
  | { kind: 'call'; id: string; name: string; args: Args }
  | { kind: 'result'; id: string; text: string; isError: boolean }

/** Arguments of a call; arguments that are no object have the one key `text`. */
export type Args = Record<string, unknown>

interface Block {
  [key: string]: unknown
}

/** Returns the steps of one message.
 * @param origin `app` for text in the user role that no person wrote */
export function stepsOf(message: unknown, origin?: string | null): Step[] {
  if (!isBlock(message)) return []
  const role = String(message['role'] ?? '')
  const speaker = role === 'assistant' ? 'said' : role === 'user' && origin !== 'app' ? 'human' : 'client'
  const content = message['parts'] ?? message['content']
  if (role === 'tool' && typeof content === 'string') return [resultOf(message, content)]
  const steps = typeof content === 'string' ? textStep(speaker, content) : blocksOf(content, message, speaker)
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'].filter(isBlock) : []
  return [...steps, ...calls.map(openAiCall)]
}

function blocksOf(content: unknown, message: Block, speaker: 'human' | 'client' | 'said'): Step[] {
  if (!Array.isArray(content)) return []
  return content.filter(isBlock).flatMap((block): Step[] => {
    if (block['type'] === 'text') {
      const text = String(block['text'] ?? '')
      return message['role'] === 'tool' ? [resultOf(message, text)] : textStep(speaker, text)
    }
    if (block['type'] === 'tool_use' || block['type'] === 'tool_call') {
      const id = String(block['id'] ?? block['callId'] ?? '')
      return [{ kind: 'call', id, name: String(block['name']), args: argsOf(block['input'] ?? block['args']) }]
    }
    if (block['type'] === 'tool_result') return [resultOf(block, textOf(block['content']))]
    return []
  })
}

function textStep(kind: 'human' | 'client' | 'said', text: string): Step[] {
  return text.trim() === '' ? [] : [{ kind, text }]
}

function resultOf(block: Block, text: string): Step {
  const ids: unknown = block['tool_call_ids']
  const id = block['tool_call_id'] ?? block['tool_use_id'] ?? block['callId'] ?? (Array.isArray(ids) ? ids[0] : '')
  return { kind: 'result', id: String(id), text, isError: block['is_error'] === true || block['isError'] === true }
}

function openAiCall(call: Block): Step {
  const inner = isBlock(call['function']) ? call['function'] : {}
  return {
    kind: 'call',
    id: String(call['id'] ?? ''),
    name: String(inner['name'] ?? ''),
    args: argsOf(inner['arguments']),
  }
}

function argsOf(args: unknown): Args {
  if (isBlock(args)) return args
  if (typeof args !== 'string') return { text: JSON.stringify(args ?? null) }
  try {
    const parsed: unknown = JSON.parse(args)
    return isBlock(parsed) ? parsed : { text: args }
  } catch {
    return { text: args }
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .filter(isBlock)
    .map((block) => (typeof block['text'] === 'string' ? block['text'] : ''))
    .join('\n')
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Collapses white space and drops Markdown signs, so that a copied sentence is found however it is wrapped. */
export function plain(text: string): string {
  return text
    .replace(/[*_`#>]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
