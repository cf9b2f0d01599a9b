import { filesChangedBy, isFile, type FileChange } from './shell-files.js'
import { heredocsOf, shellCommands } from './shell-words.js'

/** Files that a script changes, where its text shows it. Many agents edit that way: they write a script that replaces a
 * text in a file, and run it. [V5] */

/** Texts of the scripts that the calls before wrote, by the name of the file without its folder. */
export type Scripts = Map<string, string>

const INTERPRETER = /^(?:python[\d.]{0,5}|node|bash|sh)$/
const SHELLS = ['bash', 'sh']
/** `open('a.py', 'w')`, `open(path, mode="w")`, `open('a.py')`. */
const OPENS =
  /\bopen\(\s{0,20}(?:[rRbBuU]?['"]([^'"\n]{1,300})['"]|(\w{1,60}))\s{0,20}(?:,\s{0,20}(?:mode\s{0,4}=\s{0,4})?['"]([rwaxbt+]{1,3})['"])?/g
/** `Path('a.py').write_text(`, `path.read_text(`. */
const PATHS =
  /(?:\bPath\(\s{0,20}(?:[rRbBuU]?['"]([^'"\n]{1,300})['"]|(\w{1,60}))\s{0,20}\)|\b(\w{1,60}))\s{0,20}\.(read|write)_(?:text|bytes)\(/g
/** `writeFileSync('a.js', …)`. */
const NODE = /\b(read|write|append)File(?:Sync)?\(\s{0,20}(?:['"`]([^'"`$\n]{1,300})['"`]|(\w{1,60}))/g
/** `path = 'a.py'`, `const path = "a.js"`, `path = Path('a.py')`. */
const NAMES =
  /^[ \t]{0,40}(?:const |let |var )?(\w{1,60}) = (?:(?:pathlib\.)?Path\()?[rRbBuU]?['"]([^'"\n]{1,300})['"]\)?;?[ \t]{0,40}$/gm

/** A script that a command line runs. */
export interface ScriptRun {
  text: string
  changes: FileChange[]
}

/** Returns the changes by scripts that a command line runs: those written before, and those in the line itself.
 * @param scripts of the calls before; those of this line are added */
export function filesChangedByScripts(command: string, scripts: Scripts): FileChange[] {
  return scriptRuns(command, scripts).flatMap(({ changes }) => changes)
}

/** Same as `filesChangedByScripts`, with the text of each script. */
export function scriptRuns(command: string, scripts: Scripts): ScriptRun[] {
  const found: ScriptRun[] = []
  for (const { row, body } of heredocsOf(command)) {
    const words = shellCommands(row).at(-1) ?? []
    const target = words[words.findIndex(({ text, isQuoted }) => text === '>' && !isQuoted) + 1]?.text
    const name = words[0]?.text ?? ''
    if (words.some(({ text }) => text === '>') && target !== undefined) noteScript(scripts, target, body)
    else if (name === 'tee') noteScript(scripts, words.at(-1)!.text, body)
    else if (INTERPRETER.test(baseOf(name))) found.push(runOf(body, SHELLS.includes(baseOf(name))))
  }
  for (const words of shellCommands(command)) {
    const [name, ...rest] = words.map(({ text }) => text)
    if (name === undefined) continue
    const path = INTERPRETER.test(baseOf(name)) ? rest.find((text) => !text.startsWith('-')) : name
    const script = scripts.get(baseOf(path ?? ''))
    if (INTERPRETER.test(baseOf(name)) && rest[0] === '-c')
      found.push(runOf(rest[1] ?? '', SHELLS.includes(baseOf(name))))
    else if (path !== undefined && script !== undefined)
      found.push(runOf(script, SHELLS.includes(path.split('.').at(-1)!)))
  }
  return found
}

/** Returns the names of the scripts that a command line runs, without their folders. */
export function scriptsRunBy(command: string): string[] {
  return shellCommands(command).flatMap(([name, ...rest]) => {
    const path = INTERPRETER.test(baseOf(name?.text ?? '')) ? rest.find(({ text }) => !text.startsWith('-')) : name
    return path ? [baseOf(path.text)] : []
  })
}

/** Notes what a call writes to a file, in case it is run later. */
export function noteScript(scripts: Scripts, path: string, text: string): void {
  scripts.set(baseOf(path), text.slice(0, MAX_SCRIPT_CHARS))
}

const MAX_SCRIPT_CHARS = 20_000

/** Returns the name of a file. Agents write a script by one path and run it by another, because they change folders. */
export function baseOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

function runOf(text: string, isShellScript: boolean): ScriptRun {
  return { text, changes: isShellScript ? filesChangedBy(text) : filesWrittenBy(text) }
}

/** Returns the files that a script in Python or JavaScript writes. One that it also reads is modified. */
function filesWrittenBy(script: string): FileChange[] {
  const names = new Map(Array.from(script.matchAll(NAMES), ([, name = '', path = '']) => [name, path]))
  const uses = [...opened(script), ...pathUses(script), ...nodeUses(script)]
  const read = new Set<string>()
  const written = new Set<string>()
  for (const { path, name, mode } of uses) {
    const file = path ?? names.get(name ?? '')
    if (file === undefined || !isFile(file)) continue
    if (mode !== 'write') read.add(file)
    if (mode !== 'read') written.add(file)
  }
  return [...written].map((path) => ({ path, action: read.has(path) ? 'modified' : 'created' }))
}

interface Use {
  /** Null: `name` holds it. */
  path: string | null
  name: string | undefined
  /** `both` keeps what the file contains. */
  mode: 'read' | 'write' | 'both'
}

function has(mode: string, letters: string): boolean {
  return [...letters].some((letter) => mode.includes(letter))
}

function opened(script: string): Use[] {
  return Array.from(script.matchAll(OPENS), ([, path = null, name, mode = 'r']) => ({
    ...{ path, name },
    mode: has(mode, 'a+') ? 'both' : has(mode, 'wx') ? 'write' : 'read',
  }))
}

function pathUses(script: string): Use[] {
  return Array.from(script.matchAll(PATHS), ([, path = null, inner, outer, verb]) => ({
    ...{ path, name: inner ?? outer },
    mode: verb === 'write' ? 'write' : 'read',
  }))
}

function nodeUses(script: string): Use[] {
  return Array.from(script.matchAll(NODE), ([, verb, path = null, name]) => ({
    ...{ path, name },
    mode: verb === 'append' ? 'both' : verb === 'write' ? 'write' : 'read',
  }))
}
