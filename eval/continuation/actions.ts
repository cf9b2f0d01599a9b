/** What a tool call does: files that it writes or deletes, and the command that it runs. By name and arguments alone. */
import type { Args } from './steps.js'

/** Creating and modifying are one action: a rewritten file is either. */
export type FileAction = 'changed' | 'deleted' | 'moved'

const EDIT_TOOLS =
  /^(?:.*__)?(?:write|edit|multi_?edit|notebook_?edit|create|str_replace\w*|insert\w*|write_file|edit_file|create_file|apply_patch|replace)$/i
const DELETE_TOOLS = /^(?:.*__)?(?:delete|remove)_?file$/i
const SHELL_TOOLS = /^(?:.*__)?(?:bash|shell|run|run_command|execute\w*|terminal|exec)$/i
const PATH_KEYS = ['file_path', 'path', 'filename', 'file', 'notebook_path', 'target_file']

/** Returns the path and the action of each file that a call changes. */
export function fileActions(name: string, args: Args): [string, FileAction][] {
  const command = commandOf(name, args)
  if (command !== null) return shellActions(command)
  // One tool of several agents views with the command `view` and edits with others.
  if (args['command'] === 'view') return []
  const path = PATH_KEYS.map((key) => args[key]).find((value) => typeof value === 'string')
  if (typeof path !== 'string') return []
  if (EDIT_TOOLS.test(name)) return [[path, 'changed']]
  return DELETE_TOOLS.test(name) ? [[path, 'deleted']] : []
}

/** Returns the command line of a shell call; null for any other call. */
export function commandOf(name: string, args: Args): string | null {
  const command = args['command'] ?? args['cmd']
  return SHELL_TOOLS.test(name) && typeof command === 'string' ? command : null
}

const FILE = String.raw`["']?((?:[\w.@~+-]*\/)*[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,9})["']?(?=$|[\s;&|)<>"'])`
const WRITES = new RegExp(String.raw`(?:(?<![\d&])>{1,2}|\btee(?: -a)?) *${FILE}`, 'g')
const MOVES = /(?:^|[;&|\n]|&&)\s*(?:git )?mv(?: +-\w+)*((?: +[^\s;&|]+){2,})/g
const REMOVES = /(?:^|[;&|\n]|&&)\s*(?:git )?rm((?: +[^\s;&|]+)+)/g

/** Returns the files that a command line writes by redirection, `tee`, `sed -i`, moves, or removes. */
export function shellActions(command: string): [string, FileAction][] {
  // The body of a heredoc is content, not commands.
  const line = command.replace(/<<-?\s*["']?(\w+)["']?([^\n]*)\n[\s\S]*?\n\s*\1(?=\n|$)/g, '<<EOF $2\n')
  const found: [string, FileAction][] = []
  for (const [, path] of line.matchAll(WRITES)) if (path && !isScratch(path)) found.push([path, 'changed'])
  for (const [call] of line.matchAll(/\bsed +-i[^\n;&|]*/g)) {
    const path = new RegExp(`${FILE}\\s*$`).exec(call)?.[1]
    if (path) found.push([path, 'changed'])
  }
  for (const [, args = ''] of line.matchAll(MOVES))
    for (const path of args.trim().split(/ +/).slice(0, -1)) if (/\.\w+$/.test(path)) found.push([path, 'moved'])
  for (const [, args = ''] of line.matchAll(REMOVES))
    for (const path of args.trim().split(/ +/)) if (/\.\w+$/.test(path)) found.push([path, 'deleted'])
  return found
}

/** Returns the scripts that a command line writes by heredocs: name and text. */
export function scriptsOf(command: string): [string, string][] {
  const found = command.matchAll(
    /(?:>|\btee) *["']?([^\s"'<>|;&]+)["']? *<<-?\s*["']?(\w+)["']?\n([\s\S]*?)\n\s*\2(?=\n|$)/g,
  )
  const reversed = command.matchAll(
    /<<-?\s*["']?(\w+)["']? *>{1,2} *["']?([^\s"'<>|;&]+)["']?\n([\s\S]*?)\n\s*\1(?=\n|$)/g,
  )
  return [
    ...Array.from(found, ([, path = '', , text = '']): [string, string] => [nameOf(path), text]),
    ...Array.from(reversed, ([, , path = '', text = '']): [string, string] => [nameOf(path), text]),
  ]
}

/** Returns the files that the Python scripts of a command line open for writing by their names.
 * @param scripts texts of the scripts that were written before, by name */
export function scriptActions(command: string, scripts: ReadonlyMap<string, string>): [string, FileAction][] {
  const ran = Array.from(
    command.matchAll(/\bpython3? +([^\s;&|<-]+)/g),
    ([, path = '']) => scripts.get(nameOf(path)) ?? '',
  )
  const inline = /\bpython3? +(?:-c\b|-? *<<)/.test(command) ? command : ''
  return [...ran, inline].flatMap((text) =>
    Array.from(text.matchAll(/open\(["']([^"']+\.\w+)["'], *["'](?:w|a)/g), ([, path = '']): [string, FileAction] => [
      path,
      'changed',
    ]),
  )
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path
}

function isScratch(path: string): boolean {
  return path.startsWith('/dev/')
}

/** Returns what identifies a command: its first line without `cd` and without what only shortens its output, at most 60 characters. */
export function commandKey(command: string): string {
  const bare = command
    .trim()
    .replace(/^(?:#[^\n]*\n\s*)+/, '')
    .replace(/^(?:cd +[^\s;&|]+ *(?:&&|;|\n) *)+/, '')
  return (
    (bare.split('\n')[0] ?? '')
      .replace(/\s+/g, ' ')
      // `$(cat <<'EOF'`: what follows is on other lines.
      .replace(/\s*(?:"?\$\(cat )?<<-?\s?['"]?\w{1,20}['"]?$/, '')
      .replace(/ 2>&1(?= |$)/g, '')
      .replace(/(?: \| (?:tail|head)(?: -n?)? ?\d*)+$/, '')
      .trim()
      .slice(0, 60)
  )
}

/** Commands that only look for something say nothing later, whatever the paths that they name. */
const LOOKS =
  /^(?:pwd|ls|cat|head|tail|grep|rg|find|which|test|diff|stat|file|wc|sed -n|mkdir|git (?:log|show|diff|status|branch|grep|rev-parse|check-ignore))\b/

/** Whether a command tests, builds, runs or commits something. Commands that only look around report little later. */
export function isCheck(key: string): boolean {
  if (LOOKS.test(key)) return false
  return /\b(?:test|pytest|unittest|tsc|build|lint|vet|make|mise|npm run|npx|cargo|go (?:run|test|build|vet)|gofmt|eslint|prettier|check|commit|push|merge|rebase|checkout -b|install|migrate|docker|python3? [^-]|node [^-]|tox|mypy|flake8|ruff|black)\b/.test(
    key,
  )
}

export type Status = 'passed' | 'failed'

/** What joins commands so that the code of a line says nothing of the first: pipes, `;`, `||`, and rows. */
const HIDES_CODE = /[|;\n]|&\s*$/

/** Returns the status that a recorded exit code or error flag proves; null if none does. Words are never read: the service that is
 * judged reads them.
 * @param isFlagged whether the log marks errors, so that a result without mark has the code 0 */
export function statusOf(command: string, text: string, isError: boolean, isFlagged: boolean): Status | null {
  if (isError) return 'failed'
  const written =
    /<returncode>(-?\d+)/.exec(text)?.[1] ??
    /^\W*(?:exit|command exited with) (?:code|status):? (\d+)\W*$/im.exec(text)?.[1]
  const code = written === undefined ? (isFlagged ? 0 : null) : Number(written)
  if (code === null) return null
  if (code !== 0) return 'failed'
  return HIDES_CODE.test(command.trim().replace(/^cd +\S+ *(?:;|\n)/, '')) ? null : 'passed'
}

/** Returns the line that a reader would quote of a failed result: the end of a stack, or the first that speaks of a fault. */
export function firstErrorLine(text: string): string | null {
  const lines = text.split('\n').map((line) => line.trim())
  const thrown = lines.findLast((line) => line.length < 400 && /^[\w.]*(?:Error|Exception)\b/.test(line))
  if (thrown !== undefined && lines.some((line) => line.startsWith('Traceback (most recent'))) return thrown
  return lines.find((line) => line.length < 400 && /error|fail|fatal|panic|not found|no such/i.test(line)) ?? null
}
