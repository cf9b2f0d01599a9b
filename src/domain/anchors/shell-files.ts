import { shellCommands, type ShellWord } from './shell-words.js'

/** Files that a command line changes, where the command shows it: redirections, `tee`, `sed -i`, `mv`, `cp`, `rm`,
 * `touch`, and their `git` forms. [V5] */

export interface FileChange {
  path: string
  action: 'created' | 'modified' | 'deleted'
}

const SHELL_TOOL = /(?:^|_|\b)(?:bash|shell|sh|terminal|exec|execute|command|cmd|run)(?:$|_|\b)/i
const COMMAND_KEYS = ['command', 'cmd', 'script', 'commands']
/** Maximum characters of a path. */
const MAX_PATH_CHARS = 300
const PATH = /^[\p{L}\p{N}_.~/@+-][\p{L}\p{N}_./~@+ -]*$/u
const NAMED = /\.[A-Za-z]\w{0,9}$|^(?:.*\/)?(?:Makefile|Dockerfile|Justfile|LICENSE|README|\.\w[\w.-]*)$/

export function isShell(tool: string): boolean {
  return SHELL_TOOL.test(tool)
}

/** Returns the command line of a call; null if the call runs none.
 * @param args parsed arguments */
export function commandLineOf(name: string, args: unknown): string | null {
  if (!isShell(name)) return null
  if (typeof args === 'string') return args
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return null
  const fields: { [key: string]: unknown } = { ...args }
  for (const key of COMMAND_KEYS) {
    const value = fields[key]
    if (typeof value === 'string') return value
    if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.at(-1) ?? null
  }
  return null
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
  const start = words.findIndex(({ text }) => !/^(?:sudo|env|time|command|\w+=.*)$/.test(text))
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
    case 'sed':
    case 'perl':
      return flags.some((flag) => /^-\w*i|^--in-place/.test(flag))
        ? all(
            'modified',
            files.filter((path) => !/^(?:s|y)?[/|#,].*[/|#,]/.test(path)),
          )
        : []
    case 'rm':
      return all('deleted', files)
    case 'mv':
      return moved(args, 'deleted')
    case 'cp':
      return moved(args, null)
    default:
      return []
  }
}

/** Returns the change of a move or copy of one file. With several files or a folder as target, only the sources. */
function moved(args: readonly string[], source: 'deleted' | null): FileChange[] {
  const target = args.at(-1)
  const sources = args.slice(0, -1).filter(isFile)
  const left = source === null ? [] : sources.map((path): FileChange => ({ path, action: source }))
  if (target === undefined || !isFile(target) || sources.length !== 1) return left
  return [...left, { path: target, action: 'created' }]
}

/** Whether a word looks like the path of a file. */
export function isFile(text: string): boolean {
  return text.length <= MAX_PATH_CHARS && !text.startsWith('/dev/') && PATH.test(text) && NAMED.test(text)
}
