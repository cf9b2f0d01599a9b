import { shellCommands } from '../anchors/shell-words.js'

/** Recognizes calls whose success says nothing later: they only look at something, or change files, which the list of
 * files shows. [V5] */

/** Tools that only look at something, plan, or change files. */
const NO_ACTION =
  /read|view|open|cat|grep|glob|search|list|^ls$|find|fetch|^get|_get_|scroll|goto|todo|think|plan|task|memory|recall|calculate|status|lookup|query|ask|question|write|edit|patch|replace|insert|create_?file|notebook|skill|agent/i
/** Tools that show files, which can be read again, or change them, which the list of files shows. */
const FILE_TOOLS =
  /^(?:.*__)?(?:read|view|open|cat|ls|list|glob|grep|write|edit|multi_?edit|create|notebook_?(?:read|edit)|str_replace(?:_editor|_based_edit_tool)?|apply_patch)(?:_?(?:files?|many_files|dir|directory))?$/i

export function isQuietTool(name: string): boolean {
  return NO_ACTION.test(name)
}

export function isFileTool(name: string): boolean {
  return FILE_TOOLS.test(name)
}

/** Commands read of a line. */
const MAX_COMMANDS = 40
/** Words that come before the program. */
const BEFORE = /^(?:(?:[A-Za-z_]\w{0,60}=[^\s$]{0,200}|sudo|time|command|exec|timeout \S{1,20}|!)\s{1,10}){1,8}/
const LOOKS = [
  /^(?:ls|ll|cat|bat|head|tail|less|more|grep|egrep|fgrep|rg|ag|fd|which|type|whereis|pwd|cd|pushd|popd|echo|printf|wc|stat|file|tree|du|df|ps|env|printenv|sleep|date|whoami|id|uname|hostname|history|man|help|awk|cut|sort|uniq|tr|nl|jq|yq|xxd|hexdump|od|column|diff|cmp|comm|test|\[|\[\[|true|false|exit|export|set|unset|source|\.|kill|pkill|pgrep|lsof|basename|dirname|realpath|readlink|md5sum|sha\d{1,3}sum|strings|xargs (?:grep|ls|cat|head|wc)|nproc|free|top|ping|dig|nslookup|read|wait)(?:\s|$)/,
  /^find\b(?!.*\s-(?:delete|exec(?:dir)?\s+(?!grep|ls|cat|head|wc)))/,
  /^sed\b(?!.*\s(?:-[a-zA-Z]*i|--in-place))/,
  /^git (?:log|show|diff|status|grep|rev-parse|rev-list|blame|ls-files|ls-tree|ls-remote|cat-file|describe|reflog|shortlog|whatchanged|check-ignore|merge-base|name-rev|show-ref|for-each-ref|fetch|help|config --(?:get|list)|remote(?: -v| show| get-url|$)|branch(?:$|\s+(?:-[avr]+|--(?:list|show-current|all|contains|merged))\b)|tag(?:$|\s+(?:-l|--list|--sort))|stash (?:list|show)|worktree list)(?:\s|$)/,
  /^gh (?:(?:pr|issue|run|repo|release|workflow|label|gist|project) (?:view|list|diff|checks|status|watch|download)|search|status|auth status)\b/,
  /^gh api\b(?!.*\s(?:-X|--method|-f|-F|--field|--raw-field|--input)\b)/,
  /^curl\b(?!.*\s(?:-X\s*(?!GET\b|HEAD\b)\w+|--request[ =](?!GET\b|HEAD\b)\w+|-d\b|--data\S*|-F\b|--form\b|-T\b|--upload-file\b|--json\b))/,
  /^wget\b.*\s-(?:q?O-|-spider)/,
  /^(?:pip3?|uv pip) (?:show|list|freeze|index|download|check)\b/,
  /^(?:npm|pnpm|yarn) (?:ls|list|view|info|outdated|why|root|prefix|config get|run$)/,
  /^(?:go (?:env|list|version|doc)|cargo (?:tree|metadata|search)|mise (?:tasks|ls|current|which)|conda (?:list|info)|brew (?:list|info))\b/,
  /^docker (?:ps|images|logs|inspect|version|info|compose (?:ps|logs))\b/,
  /^kubectl (?:get|describe|logs|version|config (?:view|current-context))\b/,
  /^\S{1,80}\s+(?:--?version|-V|--?help|-h|version|help)$/,
  // Code on the command line is a question to the interpreter, asked once.
  /^(?:python[\d.]*|node|ruby|perl|deno|bun|php)\s+(?:-\w+\s+){0,3}(?:-[ce]|--eval|-r|-)(?:\s|$)(?!.*-i\b)/,
]
/** Commands that change files: the list of files shows them. */
const FILES = /^(?:mkdir|touch|rm|rmdir|cp|mv|ln|chmod|chown|tee|sed|perl -p?i|unzip|tar)\b/
/** Whether the success of a command line says nothing later. */
export function isQuietCommand(line: string): boolean {
  return everyCommand(line, (command) => isLook(command) || FILES.test(command))
}

/** Whether a command line only looks at something, so that its output may hold any text, also of errors. */
export function isLookCommand(line: string): boolean {
  return everyCommand(line, isLook)
}

function everyCommand(line: string, test: (command: string) => boolean): boolean {
  return commandsOf(line).every(test)
}

function commandsOf(line: string): string[] {
  const commands = shellCommands(line).slice(0, MAX_COMMANDS)
  return commands.map((words) => words.map(({ text, isQuoted }) => (isQuoted ? '"…"' : text)).join(' '))
}

/** Returns the simple commands of a line without what comes before the program. Quoted words are left out. */
export function programsOf(line: string): string[] {
  return commandsOf(line).map((command) => command.replace(BEFORE, ''))
}

function isLook(command: string): boolean {
  // A variable that is read from a command: `number=$(gh pr view …)`.
  if (/^\w{1,60}=\$$/.test(command)) return true
  const program = command
    .replace(BEFORE, '')
    .replace(/^git(?:\s+(?:-C\s+\S{1,300}|-c\s+\S{1,200}|--no-pager|--git-dir[= ]\S{1,300})){1,4}/, 'git')
  return program === '' || LOOKS.some((pattern) => pattern.test(program))
}
