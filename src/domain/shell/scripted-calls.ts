/** Calls that a model writes as a script which calls tools: `const r = await tools.exec_command({cmd: "npm test"})`. They are read
 * as the calls that the script makes. [V9] */

export interface ScriptedCall {
  name: string
  /** A patch or other text, or an object as JSON. */
  args: string
}

type Value = string | number | boolean
interface Read<T> {
  value: T
  end: number
}

const CALL = 'tools.'
/** Characters and calls read of a script. */
const MAX_SCRIPT_CHARS = 200_000
const MAX_CALLS = 40
const QUOTES = ['"', "'", '`']
const COMMANDS = ['exec_command', 'shell', 'shell_command', 'local_shell']
const PATCH = 'apply_patch'
const ESCAPED: { [sign: string]: string } = { n: '\n', t: '\t', r: '\r', '\n': '' }

/** Returns the call that a script makes: several commands and patches as one command line. Null if it makes none.
 * @param args what the model wrote as the argument of its call */
export function scriptedCall(args: string): ScriptedCall | null {
  if (!args.includes(CALL) || args.length > MAX_SCRIPT_CHARS) return null
  const calls = callsIn(args)
  const [first] = calls
  if (first === undefined) return null
  if (calls.length === 1) return first
  const lines = calls.flatMap((call) => {
    if (call.name === PATCH) return [`${PATCH} <<'EOF'\n${call.args}\nEOF`]
    const command = COMMANDS.includes(call.name) ? commandOf(call.args) : null
    return command === null ? [] : [command]
  })
  return lines.length === 0 ? first : { name: 'exec_command', args: JSON.stringify({ cmd: lines.join('\n') }) }
}

/** How the programs begin with which a model prints a value or takes one. */
const STARTS = ['const ', 'let ', 'var ', 'await ', 'text(', 'for (', 'if (', '//']

/** Whether a text is such a program, and no command line. */
export function isProgram(text: string): boolean {
  return STARTS.some((start) => text.trimStart().startsWith(start)) && text.includes('text(')
}

function commandOf(args: string): string | null {
  const { cmd, command }: { cmd?: unknown; command?: unknown } = JSON.parse(args)
  return [cmd, command].find((one) => typeof one === 'string') ?? null
}

function callsIn(script: string): ScriptedCall[] {
  const calls: ScriptedCall[] = []
  let at = script.indexOf(CALL)
  for (let tried = 0; at >= 0 && tried < MAX_CALLS; tried++, at = script.indexOf(CALL, at + 1)) {
    const open = script.indexOf('(', at)
    const name = script.slice(at + CALL.length, Math.max(at, open))
    if (!isName(name)) continue
    const args = argumentAt(script, afterBlanks(script, open + 1))
    if (args === null) continue
    calls.push({ name, args: args.value })
    // What a text says of tools is no call.
    at = args.end
  }
  return calls
}

/** Returns the argument of a call: an object as JSON, a text, or the text that a variable holds. */
function argumentAt(script: string, at: number): Read<string> | null {
  if (script[at] === '{') {
    const read = objectAt(script, at)
    return read && { value: JSON.stringify(read.value), end: read.end }
  }
  const text = textAt(script, at)
  if (text) return text
  const name = script.slice(at, script.indexOf(')', at))
  const known = isName(name) ? script.indexOf(` ${name} = `) : -1
  const held = known < 0 ? null : textAt(script, known + name.length + 4)
  return held && { value: held.value, end: at }
}

/** Returns the fields of an object that are texts, numbers or flags. */
function objectAt(script: string, from: number): Read<{ [key: string]: Value }> | null {
  const fields: { [key: string]: Value } = {}
  let at = afterBlanks(script, from + 1)
  while (at < script.length && script[at] !== '}') {
    const colon = script.indexOf(':', at)
    const key = script.slice(at, Math.max(at, colon)).trim().replaceAll('"', '').replaceAll("'", '')
    if (!isName(key)) return null
    const read = valueAt(script, afterBlanks(script, colon + 1))
    if (read.value !== null) fields[key] = read.value
    at = afterBlanks(script, read.end)
    if (script[at] === ',') at = afterBlanks(script, at + 1)
  }
  return { value: fields, end: at }
}

function valueAt(script: string, at: number): Read<Value | null> {
  const text = textAt(script, at)
  if (text) return text
  let [end, depth] = [at, 0]
  for (; end < script.length; end++) {
    const sign = script[end]!
    if (depth === 0 && ',}'.includes(sign)) break
    if (QUOTES.includes(sign)) end = textAt(script, end)?.end ?? script.length
    else if ('[{('.includes(sign)) depth++
    else if (']})'.includes(sign)) depth--
  }
  const bare = script.slice(at, end).trim()
  const value = bare === 'true' ? true : bare === 'false' ? false : bare === '' ? null : Number(bare)
  return { value: Number.isNaN(value) ? null : value, end }
}

/** Returns the text in quotes at a place; null if there is none. */
function textAt(script: string, from: number): Read<string> | null {
  const isRaw = script.startsWith('String.raw`', from)
  const start = isRaw ? from + 'String.raw'.length : from
  const quote = script[start] ?? ''
  if (!QUOTES.includes(quote)) return null
  let value = ''
  for (let at = start + 1; at < script.length; at++) {
    const sign = script[at]!
    if (sign === quote) return { value, end: at + 1 }
    if (sign !== '\\' || isRaw) value += sign
    else if (script[++at] === 'u') {
      value += String.fromCharCode(Number.parseInt(script.slice(at + 1, at + 5), 16))
      at += 4
    } else value += ESCAPED[script[at] ?? ''] ?? script[at] ?? ''
  }
  return null
}

function afterBlanks(script: string, from: number): number {
  let at = from
  while (at < script.length && script[at]!.trim() === '') at++
  return at
}

function isName(text: string): boolean {
  return /^\w{1,60}$/.test(text)
}
