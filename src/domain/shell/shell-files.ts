import { isPowerShell, posixLine } from './powershell.js'
import { isProgram } from './scripted-calls.js'
import { shellCommands, type ShellWord } from './shell-words.js'

/** Files that a command line changes, where the command shows it: redirections, `tee`, `sed -i`, `mv`, `cp`, `rm`,
 * `touch`, and their `git` forms. [V5] */

export interface FileChange {
  path: string
  action: 'created' | 'modified' | 'deleted' | 'moved'
  /** The new place of what moved, in the words of the call. */
  movedTo?: string
  /** The path is the new place of something that the same call moved. */
  byMove?: true
}

const SHELL_TOOL = /(?:_|\b)(?:bash|shell|powershell|pwsh|sh|terminal|exec|execute|command|cmd|run)(?:_|\b)/i
const COMMAND_KEYS = ['command', 'cmd', 'script', 'commands', 'CommandLine']
/** Maximum characters of a path. */
const MAX_PATH_CHARS = 300
const PATH = /^[\p{L}\p{N}_.~/@+-][\p{L}\p{N}_./~@+ -]*$/u
const NAMED = /\.[A-Za-z]\w{0,9}$|^(?:.*\/)?(?:Makefile|Dockerfile|Justfile|LICENSE|README|\.\w[\w.-]*)$/

const BEFORE = ['sudo', 'env', 'time', 'command']
const ASSIGNMENT = /^\w+=/

/** An option of `sed` and `perl` that writes to the files read. */
export const IN_PLACE = /^-\w*i|^--in-place/

export function isShell(tool: string): boolean {
  return SHELL_TOOL.test(tool)
}

/** Returns the command line of a call; null if the call runs none.
 * @param args parsed arguments */
export function commandLineOf(name: string, args: unknown): string | null {
  const command = isShell(name) ? commandIn(args) : null
  return command !== null && isPowerShell(name, command) ? posixLine(command) : command
}

function commandIn(args: unknown): string | null {
  if (typeof args === 'string') return isProgram(args) ? null : args
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return null
  const fields: { [key: string]: unknown } = { ...args }
  for (const key of COMMAND_KEYS) {
    const value = fields[key]
    if (typeof value === 'string') return value
    if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) continue
    return key === 'commands' ? (value.at(-1) ?? null) : lineOfWords(value)
  }
  return null
}

/** A word that a shell reads as it is. */
const PLAIN_WORD = /^[\w@%+=:,./~-]+$/
/** Shells, and the option before the line that one runs. */
const SHELLS = ['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'pwsh', 'powershell', 'cmd']
const LINE_OPTION = /^(?:-[a-z]{0,4}c|-command|\/c)$/i

/** Returns the command line of a list of words: the line that a shell is given, or the words themselves, quoted where needed. */
function lineOfWords(words: readonly string[]): string | null {
  const [program = '', ...rest] = words
  if (rest.length === 0) return words[0] ?? null
  const name = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).toLowerCase()
  const option = SHELLS.includes(name.replace(/\.exe$/, '')) ? rest.findIndex((word) => LINE_OPTION.test(word)) : -1
  if (option >= 0) return rest[option + 1] ?? null
  return words.map((word) => (PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ')
}

/** Returns the changes in order. */
export function filesChangedBy(command: string): FileChange[] {
  return shellCommands(command).flatMap(changesOf)
}

function changesOf(words: readonly ShellWord[]): FileChange[] {
  const found: FileChange[] = []
  const rest: ShellWord[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (word.isQuoted || (word.text !== '>' && word.text !== '>>')) {
      rest.push(word)
      continue
    }
    const target = words[++at]
    if (target && isFile(target.text))
      found.push({ path: target.text, action: word.text === '>' ? 'created' : 'modified' })
  }
  return [...found, ...changesByName(rest)]
}

function changesByName(words: readonly ShellWord[]): FileChange[] {
  const start = words.findIndex(({ text }) => !BEFORE.includes(text) && !ASSIGNMENT.test(text))
  let [name, ...rest] = words.slice(Math.max(0, start))
  if (name?.text === 'git') [name, ...rest] = rest
  const args = rest.filter(({ text }) => !text.startsWith('-')).map(({ text }) => text)
  const flags = rest.filter(({ text }) => text.startsWith('-')).map(({ text }) => text)
  const files = args.filter(isFile)
  const all = (action: FileChange['action'], paths: readonly string[]) => paths.map((path) => ({ path, action }))
  switch (name?.text.split('/').at(-1)) {
    case 'tee':
      return all(flags.includes('-a') ? 'modified' : 'created', files)
    case 'touch':
      return all('created', files)
    case 'Set-Content':
    case 'Out-File':
    case 'New-Item':
      return all('created', files.slice(0, 1))
    case 'Add-Content':
      return all('modified', files.slice(0, 1))
    case 'sed':
    case 'perl':
      return flags.some((flag) => IN_PLACE.test(flag)) ? all('modified', files) : []
    case 'rm':
    case 'Remove-Item':
      return all('deleted', files)
    case 'mv':
    case 'Move-Item':
      return placesOf(args).flatMap(({ path, place }) => (PATH.test(path) ? moveOf(path, place) : []))
    case 'cp':
    case 'Copy-Item':
      return all(
        'created',
        placesOf(args).flatMap(({ path, place }) => (place !== null && isFile(path) && isFile(place) ? [place] : [])),
      )
    default:
      return []
  }
}

/** Last parts of paths that name a folder. */
const FOLDER_ENDS = ['', '.', '..']

/** Returns each source and its new place; null where the target is a pattern or a variable. Several sources, or a target
 * that ends with a slash, name a folder. */
function placesOf(args: readonly string[]): { path: string; place: string | null }[] {
  const target = args.at(-1)
  if (target === undefined) return []
  const isFolder = args.length > 2 || FOLDER_ENDS.includes(target.slice(target.lastIndexOf('/') + 1))
  const folder = target === '.' ? '' : target.endsWith('/') ? target : `${target}/`
  return args.slice(0, -1).map((path) => {
    const place = isFolder ? `${folder}${nameOf(path)}` : target
    return { path, place: PATH.test(target) && place.length <= MAX_PATH_CHARS ? place : null }
  })
}

function nameOf(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path
}

/** Returns the changes of a move. The new place is a change of its own: it replaces what was known about that path.
 * @param place null: unknown, so the path is only gone */
export function moveOf(path: string, place: string | null): FileChange[] {
  if (place === null) return [{ path, action: 'deleted' }]
  return [
    { path, action: 'moved', movedTo: place },
    { path: place, action: 'created', byMove: true },
  ]
}

/** Whether a word looks like the path of a file. */
export function isFile(text: string): boolean {
  return text.length <= MAX_PATH_CHARS && !text.startsWith('/dev/') && PATH.test(text) && NAMED.test(text)
}
