import type { Notice } from './notices.js'

/** How models call tools in text, for agents without tool calls. The table is data; `readTextCalls` reads with it. [V5] */
export interface TextCallRow {
  /** Programs that ask for it. */
  clients: string
  /** Start of a call on a row of its own. The group `tool` names the tool. */
  open: RegExp
  /** End of a call; `*` is the name of the tool. */
  close: string
  /** Start of an argument in the body, and its end; `*` is the name, which is the group `key`. Or what the body is: JSON with `name` and
   * `arguments`, or a command, below a thought with its label: elsewhere, a command is one for the person. */
  body: { open: RegExp; close: string } | 'json' | 'command below a thought'
  like: readonly string[]
  unlike: readonly string[]
}

export const TEXT_CALLS: readonly TextCallRow[] = [
  {
    clients: 'Cline, Roo Code, Kilo Code',
    // Names of elements in pages have no underscore.
    open: /^<(?!tool_call>)(?<tool>[a-z]{2,20}(?:_[a-z]{2,20}){1,4})>[ \t]{0,4}$/m,
    close: '</*>',
    body: { open: /<(?<key>[a-z_]{2,30})>/, close: '</*>' },
    like: [
      ...['<read_file>\n<path>src/a.ts</path>\n</read_file>', '<list_files>\n</list_files>'],
      'Now the tests.\n\n<execute_command>\n<command>npm test</command>\n</execute_command>',
    ],
    unlike: [
      ...['<details>\n<summary>More</summary>\n</details>', 'Use <read_file> for it.', '<read_file>\n<path>src/a.ts'],
      ...['<b_>\nx\n</b_>', '<read_file> a </read_file>'],
    ],
  },
  {
    clients: 'OpenHands',
    open: /^<function=(?<tool>[\w.-]{1,60})>/m,
    close: '</function>',
    body: { open: /<parameter=(?<key>[\w-]{1,60})>/, close: '</parameter>' },
    like: [
      '<function=execute_bash>\n<parameter=command>\npwd\n</parameter>\n</function>',
      '<function=finish></function>',
    ],
    unlike: ['<function name="x">\n</function>', 'It prints <function=x>.'],
  },
  {
    clients: 'chat templates with tools, such as those of Qwen and Hermes',
    open: /^<tool_call>/m,
    close: '</tool_call>',
    body: 'json',
    like: ['<tool_call>\n{"name": "read", "arguments": {"path": "a.ts"}}\n</tool_call>'],
    unlike: ['<tool_call>\nread a.ts\n</tool_call>', 'Write <tool_call> first.'],
  },
  {
    clients: 'mini-SWE-agent',
    open: /^```(?:bash|mswea_bash_command)$/m,
    close: '\n```',
    body: 'command below a thought',
    like: ['THOUGHT: The tests come next.\n\n```bash\nmake test\n```', 'THOUGHT:\n```mswea_bash_command\nls\n```'],
    unlike: ['Run this:\n```bash\nmake test\n```', 'THOUGHT: The file is\n```sh\nset -e\n```'],
  },
]

/** Label that prompts of agents ask for before what the model thinks. It is no word of it. */
export const THOUGHT_LABEL: Notice = {
  name: 'label of a thought',
  line: /^\s{0,4}(?:THOUGHT|Thought):\s{1,4}/,
  like: ['THOUGHT: The tests come next.', 'Thought: the tests', 'THOUGHT:\nThe tests come next.'],
  unlike: ['A thought: the tests', 'Thought for the day: rest', 'THOUGHTS: none'],
}

export interface TextCall {
  name: string
  args: { [key: string]: unknown }
}

/** Calls read of one text, and arguments of one call. */
const MAX = { calls: 20, arguments: 20 }
/** Arguments that are words for the person. */
const SAID = ['result', 'response', 'question', 'message']
/** Thinking of models that write it into their text. */
const THINKING = { open: '<thinking>', close: '</thinking>' }

/** Returns the calls in a text, and the text without them; null: it has none. What a call says to the person stays text. */
export function readTextCalls(text: string): { said: string; calls: TextCall[] } | null {
  const calls: TextCall[] = []
  const rows = TEXT_CALLS.filter(({ body }) => body !== 'command below a thought' || THOUGHT_LABEL.line.test(text))
  let rest = text
  let said = ''
  for (let at = 0; at < MAX.calls; at++) {
    const found = firstCall(rest, rows)
    if (!found) break
    const words = SAID.flatMap((key) => (typeof found.call.args[key] === 'string' ? [found.call.args[key]] : []))
    said += [rest.slice(0, found.from), ...words].join('\n')
    if (words.length === 0) calls.push(found.call)
    rest = rest.slice(found.to)
  }
  return rest === text ? null : { said: withoutThinking(said + rest).trim(), calls }
}

function firstCall(text: string, rows: readonly TextCallRow[]): { call: TextCall; from: number; to: number } | null {
  const found = rows
    .flatMap((row) => {
      const open = row.open.exec(text)
      return open ? [{ row, open }] : []
    })
    .toSorted((a, b) => a.open.index - b.open.index)
  for (const { row, open } of found) {
    const tool = open.groups?.tool ?? ''
    const start = open.index + open[0].length
    const close = row.close.replace('*', tool)
    const end = text.indexOf(close, start)
    const call = end < 0 ? null : callIn(text.slice(start, end), tool, row)
    if (call) return { call, from: open.index, to: end + close.length }
  }
  return null
}

function callIn(text: string, tool: string, { body }: TextCallRow): TextCall | null {
  if (body === 'json') return jsonCall(text)
  if (body === 'command below a thought') return { name: 'bash', args: { command: text.trim() } }
  return { name: tool, args: argumentsIn(text, body) }
}

function argumentsIn(body: string, { open, close }: { open: RegExp; close: string }): TextCall['args'] {
  const args: TextCall['args'] = {}
  let rest = body
  for (let at = 0; at < MAX.arguments; at++) {
    const found = open.exec(rest)
    if (!found) break
    const key = found.groups!.key!
    const start = found.index + found[0].length
    const end = rest.indexOf(close.replace('*', key), start)
    if (end < 0) break
    args[key] = rest.slice(start, end).trim()
    rest = rest.slice(end)
  }
  return args
}

function jsonCall(body: string): TextCall | null {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string') return null
    const args = 'arguments' in value && typeof value.arguments === 'object' ? value.arguments : {}
    return { name: value.name, args: { ...args } }
  } catch {
    return null
  }
}

function withoutThinking(text: string): string {
  const from = text.indexOf(THINKING.open)
  const to = from < 0 ? -1 : text.indexOf(THINKING.close, from)
  return to < 0 ? text : text.slice(0, from) + text.slice(to + THINKING.close.length)
}
