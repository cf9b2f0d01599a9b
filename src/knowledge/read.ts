import { BUILDS } from './builds.js'
import { COMMANDS } from './commands.js'
import { LOOKS } from './looks.js'
import type { Kind, Row } from './row.js'
import { TESTS } from './tests.js'
import { ACTING, CONNECTING, FILE_NOUNS, FILE_VERBS, LOOK_ENDINGS, LOOK_VERBS, QUIET_TOPICS } from './tools.js'

/** Reads the table. The first row that matches a command counts: looks come first, runners of anything last. */
export const ROWS: readonly Row[] = [...LOOKS, ...TESTS, ...BUILDS, ...COMMANDS]

/** Words that come before the program, and programs that run the program after them. */
const BEFORE =
  /^(?:(?:[A-Za-z_]\w{0,60}=[^\s$]{0,200}|sudo|time|command|exec|env|nohup|stdbuf -\S+|do|then|else|\{|timeout (?:-\S{1,20} )*\S{1,20}|!)\s{1,10}){1,8}/
const LAUNCHERS =
  /^(?:npx(?: --?\S+)*|pnpm(?: exec| dlx)|yarn(?: exec| dlx)?|bunx|npm exec(?: --)?|uv run|poetry run|pipenv run|pdm run|hatch run|bundle exec|xvfb-run(?: -\S+)*|coverage run -m|python[\d.]* -m coverage run -m|mise exec --|\.\/node_modules\/\.bin\/|node_modules\/\.bin\/)\s?/
const GIT_OPTIONS = /^git(?:\s+(?:-C\s+\S{1,300}|-c\s+\S{1,200}|--no-pager|--git-dir[= ]\S{1,300})){1,4}/
const FOLDER = /^\.{0,2}\/?(?:[\w.-]{1,60}\/){1,12}(?=[\w.-]+(?: |$))/
/** A variable that is read from a command: `number=$(gh pr view …)`. */
const ASSIGNMENT = /^\w{1,60}=\$?\S*$/

/** Returns a simple command from its program on. */
export function programOf(command: string): string {
  return command.replace(BEFORE, '').replace(GIT_OPTIONS, 'git')
}

/** Returns the row of a simple command; null if no row knows it. */
export function rowOf(command: string): Row | null {
  const program = programOf(command)
  if (program === '' || ASSIGNMENT.test(program)) return ROWS[0]!
  const launched = program.replace(LAUNCHERS, '')
  const found = (text: string) => ROWS.find((row) => row.command?.test(text)) ?? null
  const own = launched === program || launched === '' ? null : found(launched)
  // `vendor/bin/phpunit`: a program beside the work. One that is named like a look (`./test`) is not that look.
  const named = FOLDER.test(program) ? found(program.replace(FOLDER, '')) : null
  return own ?? (named && !isQuietKind(named.kind) ? named : found(program))
}

const TASKS: readonly [Kind, RegExp][] = [
  ['test', /(?:^|[\s:/_.-])(?:run)?(?:unit)?(?:tests?|spec|e2e|ci|verify|validate|check|bench)(?=$|[\s:/_.-])/i],
  ['types', /(?:^|[\s:/_.-])(?:type-?check|types)(?=$|[\s:/_.-])/i],
  ['lint', /(?:^|[\s:/_.-])(?:lint|vet|fmt|format)(?=$|[\s:/_.-])/i],
  ['build', /(?:^|[\s:/_.-])(?:build|compile|dist|bundle)(?=$|[\s:/_.-])/i],
]

/** Returns what a command is for. A runner of anything, and a script, is for what its name or its task says: `make test`. */
export function kindOf(command: string, row: Row | null): Kind {
  if (row && row.kind !== 'script') return row.kind
  const words = programOf(command).split(' ').slice(0, 4).join(' ')
  return TASKS.find(([, task]) => task.test(words))?.[0] ?? 'script'
}

export function isCheckKind(kind: Kind): boolean {
  return kind === 'test' || kind === 'build' || kind === 'lint' || kind === 'types'
}

/** Whether the success of such a command says nothing later. */
export function isQuietKind(kind: Kind): boolean {
  return kind === 'look' || kind === 'files'
}

/** Returns the words of a tool's name, without the server before it. */
export function wordsOf(tool: string): string[] {
  const own = tool.split(/__|[.:/]/).findLast((part) => part !== '') ?? ''
  return own
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Whether a tool shows or changes files, by its name. */
export function isFileTool(tool: string): boolean {
  const words = wordsOf(tool)
  const isVerb = (word: string) => FILE_VERBS.words.has(word)
  return words.some(isVerb) && words.every((word) => isVerb(word) || FILE_NOUNS.has(word))
}

/** Whether a tool only looks, plans, or changes files, by its name. Any other tool may change something outside. */
export function isQuietTool(tool: string): boolean {
  const words = wordsOf(tool)
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (isFileTool(tool)) return true
  if (LOOK_VERBS.words.has(first))
    return !words.some((word, at) => CONNECTING.has(word) && ACTING.has(words[at + 1] ?? ''))
  return QUIET_TOPICS.words.has(first) || (LOOK_ENDINGS.words.has(last) && !words.some((word) => ACTING.has(word)))
}
