/** Calls that a model writes as a script which calls tools: `const r = await tools.exec_command({cmd: "npm test"})`. They are read
 * as the calls that the script makes. [V9] */

export interface ScriptedCall {
  name: string
  /** A patch or other text, or an object as JSON. */
  args: string
}

type Value = string | number | boolean
type Argument = string | { [key: string]: Value }
interface Call {
  name: string
  argument: Argument
}
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

/** How the programs begin with which a model calls tools, prints a value or takes one. */
const STARTS = ['const ', 'let ', 'var ', 'await ', 'text(', 'for (', 'if (', '//', CALL]

/** Returns the call that a script makes: several commands and patches as one command line. Null if it makes none, or is no script: a
 * patch or a command line may contain such calls.
 * @param args what the model wrote as the argument of its call */
export function scriptedCall(args: string): ScriptedCall | null {
  if (!args.includes(CALL) || args.length > MAX_SCRIPT_CHARS || !isScript(args)) return null
  const calls = callsIn(args)
  const [first] = calls
  if (first === undefined) return null
  const own = { name: first.name, args: writtenOf(first.argument) }
  if (calls.length === 1) return own
  const lines = calls.flatMap(({ name, argument }) => {
    if (name === PATCH) return [`${PATCH} <<'EOF'\n${writtenOf(argument)}\nEOF`]
    const command = COMMANDS.includes(name) ? commandOf(argument) : null
    return command === null ? [] : [command]
  })
  return lines.length === 0 ? own : { name: 'exec_command', args: JSON.stringify({ cmd: lines.join('\n') }) }
}

/** Whether a text is a script that prints something, and no command line. */
export function isProgram(text: string): boolean {
  return isScript(text) && text.includes('text(')
}

function isScript(text: string): boolean {
  const begun = text.trimStart()
  return STARTS.some((start) => begun.startsWith(start))
}

function writtenOf(argument: Argument): string {
  return typeof argument === 'string' ? argument : JSON.stringify(argument)
}

function commandOf(argument: Argument): string | null {
  const command = typeof argument === 'string' ? argument : (argument.cmd ?? argument.command)
  return typeof command === 'string' ? command : null
}

function callsIn(script: string): Call[] {
  const calls: Call[] = []
  let at = script.indexOf(CALL)
  for (let tried = 0; at >= 0 && tried < MAX_CALLS; tried++, at = script.indexOf(CALL, at + 1)) {
    const open = script.indexOf('(', at)
    const name = script.slice(at + CALL.length, Math.max(at, open))
    if (!isName(name)) continue
    const read = argumentAt(script, afterBlanks(script, open + 1))
    if (read === null) continue
    calls.push({ name, argument: read.value })
    // What a text says of tools is no call.
    at = read.end
  }
  return calls
}

/** Returns the argument of a call: an object, a text, or the text that a variable holds. */
function argumentAt(script: string, at: number): Read<Argument> | null {
  if (script[at] === '{') return objectAt(script, at)
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
