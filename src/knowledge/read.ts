import { BUILDS } from './runners/builds.js'
import { commandForm, wordsTaken } from './command-forms.js'
import { COMMANDS } from './runners/commands.js'
import { LINTERS } from './runners/linters.js'
import { LOOKS } from './runners/looks.js'
import type { Kind, Row } from './row.js'
import { TESTS } from './runners/tests.js'
import {
  ACTING,
  ACTING_PARTICLES,
  CONNECTING,
  FILE_NOUNS,
  FILE_VERBS,
  LOOK_ENDINGS,
  LOOK_VERBS,
  OWN_NOTES,
  QUIET_TOPICS,
  REACHING,
} from './tools.js'

/** Reads the table. The first row that matches a command counts: looks come first, runners of anything last. */
export const ROWS: readonly Row[] = [...LOOKS, ...TESTS, ...LINTERS, ...BUILDS, ...COMMANDS]

/** Words that come before the program. */
const BEFORE =
  /^(?:(?:[A-Za-z_]\w{0,60}=[^\s$]{0,200}|sudo|time|command|exec|env|nohup|stdbuf -\S+|do|then|else|\{|timeout (?:-[ks] \S{1,20} |-\S{1,20} )*\S{1,20}|!)\s{1,10}){1,8}/
/** Programs that run the program after them and their options. */
const LAUNCHERS = [
  ...['npx|bunx', 'pnpm|yarn exec|dlx', 'npm exec', 'uv|poetry|pipenv|pdm|hatch run', 'bundle exec'],
  ...['xvfb-run', 'coverage run -m', 'python* -m coverage run -m', 'mise exec'],
].map(commandForm)
const GIT_OPTIONS = /^git(?:\s+(?:-C\s+\S{1,300}|-c\s+\S{1,200}|--no-pager|--git-dir[= ]\S{1,300})){1,4}/
/** A variable that is read from a command: `number=$(gh pr view …)`. */
const ASSIGNMENT = /^\w{1,60}=\$?\S*$/

/** Returns a simple command from its program on. */
export function programOf(command: string): string {
  return command.replace(BEFORE, '').replace(GIT_OPTIONS, 'git')
}

const FORMS = new Map(ROWS.map((row) => [row, (row.commands ?? []).map(commandForm)]))

function isOf(row: Row, words: readonly string[]): boolean {
  return FORMS.get(row)!.some((form) => wordsTaken(form, words) > 0) || row.command?.test(words.join(' ')) === true
}

/** Returns the row of a simple command; null if no row knows it. */
export function rowOf(command: string): Row | null {
  const program = programOf(command)
  if (program === '' || ASSIGNMENT.test(program)) return ROWS[0]!
  const words = program.split(' ')
  const found = (all: readonly string[]) => ROWS.find((row) => isOf(row, all)) ?? null
  const launched = launchedBy(words)
  const own = launched.length === 0 || launched.length === words.length ? null : found(launched)
  // `vendor/bin/phpunit`, `yarn jest`: a program of the work. One that is named like a look (`./test`, `yarn test`) is not that look.
  const [first = '', ...rest] = words
  const isInFolder = first.includes('/')
  const named = isInFolder ? found(withoutFolder(words)) : ['pnpm', 'yarn'].includes(first) ? found(rest) : null
  return own ?? (named && !isQuietKind(named.kind) ? named : found(words))
}

function launchedBy(words: readonly string[]): readonly string[] {
  const taken = LAUNCHERS.map((form) => wordsTaken(form, words)).find((count) => count > 0) ?? 0
  const next = taken === 0 ? 0 : words.findIndex((word, at) => at >= taken && !word.startsWith('-'))
  return next < 0 ? [] : words.slice(next)
}

/** Returns the words of a command after those by which its row knows it. */
export function argumentsOf(row: Row, words: readonly string[]): readonly string[] {
  const own = withoutFolder(words)
  const taken = FORMS.get(row)!.map((form) => wordsTaken(form, own))
  const byPattern = row.command?.exec(words.join(' '))?.[0].trim().split(' ').length ?? 0
  return words.slice(taken.find((count) => count > 0) ?? byPattern)
}

function withoutFolder([first = '', ...rest]: readonly string[]): string[] {
  return [first.slice(first.lastIndexOf('/') + 1), ...rest]
}

/** Words of tasks, in the order of rank of their kinds. */
const TASKS = new Map<string, Kind>([
  ...pairs('test', 'test tests spec e2e ci verify validate check bench unittest unittests runtest runtests'),
  ...pairs('types', 'typecheck types'),
  ...pairs('lint', 'lint vet fmt format'),
  ...pairs('build', 'build compile dist bundle'),
])

function pairs(kind: Kind, words: string): [string, Kind][] {
  return words.split(' ').map((word) => [word, kind])
}

/** Returns what a command is for. A runner of anything, and a script, is for what its name or its task says: `make test`. */
export function kindOf(command: string, row: Row | null): Kind {
  if (row && row.kind !== 'script') return row.kind
  const words = programOf(command).split(' ').slice(0, 4).join(' ').toLowerCase()
  const found = new Set(words.split(/[\s:/_.-]/).flatMap((word) => TASKS.get(word) ?? []))
  return [...TASKS.values()].find((kind) => found.has(kind)) ?? 'script'
}

export function isCheckKind(kind: Kind): boolean {
  return kind === 'test' || kind === 'build' || kind === 'lint' || kind === 'types'
}

/** Whether the success of such a command says nothing later. */
export function isQuietKind(kind: Kind): boolean {
  return kind === 'look' || kind === 'files'
}

/** Returns a name with a `_` between the words that only upper case separates: `readHTMLFile`. */
export function withBorders(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '_')
}

/** What separates the name of a tool from the server before it: `mcp__github__get_issue`, `github.get_issue`. */
export const BEHIND_SERVER = /__|[.:/]/

/** Returns the words of a tool's name, without the server before it, also where the tool repeats it: `mcp__shop__shop_get_order`. */
export function wordsOf(tool: string): string[] {
  const parts = tool.split(BEHIND_SERVER).map((part) =>
    withBorders(part)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  )
  const at = parts.findLastIndex((words) => words.length > 0)
  const [first = '', ...rest] = parts[at] ?? []
  const isServer = rest.length > 0 && parts.slice(0, at).some((words) => words.includes(first))
  return isServer ? rest : [first, ...rest].filter((word) => word !== '')
}

/** Whether a tool shows or changes files, by its name. */
export function isFileTool(tool: string): boolean {
  const words = wordsOf(tool)
  const isVerb = (word: string) => FILE_VERBS.words.has(word)
  return words.some(isVerb) && words.every((word) => isVerb(word) || FILE_NOUNS.has(word))
}

/** Whether a tool searches the web, by its name: its results are about anything. */
export function isWebSearch(tool: string): boolean {
  const words = wordsOf(tool)
  return words.includes('websearch') || (words.includes('web') && words.includes('search'))
}

/** Whether the name of a tool says that its calls reach others: `publish_file`, unlike `write_to_file`. */
export function reachesOthers(tool: string): boolean {
  return wordsOf(tool).some((word) => REACHING.words.has(word))
}

/** Whether a tool only looks, plans, or changes files, by its name. Any other tool may change something outside. */
export function isQuietTool(tool: string): boolean {
  const words = wordsOf(tool)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (isFileTool(tool) || OWN_NOTES.words.has(withBorders(tool).toLowerCase())) return true
  if (ACTING_PARTICLES.get(first)?.has(words[1] ?? '')) return false
  if (LOOK_VERBS.words.has(first))
    return !words.some((word, at) => CONNECTING.has(word) && ACTING.has(words[at + 1] ?? ''))
  return QUIET_TOPICS.words.has(first) || (LOOK_ENDINGS.words.has(last) && !words.some((word) => ACTING.has(word)))
}
