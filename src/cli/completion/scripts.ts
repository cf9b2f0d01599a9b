/** Completion scripts, generated from the tree of commands. */

export interface CommandTree {
  name: string
  description: string
  /** Each with all its flags: `--json`, or `-h` and `--help`. */
  options: { flags: string[]; description: string; takesValue: boolean; choices: readonly string[] }[]
  commands: CommandTree[]
  /** Values of an argument. */
  words: readonly string[]
  /** Whether the arguments are files. */
  takesFile: boolean
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export function completionScript(shell: Shell, tree: CommandTree): string {
  return { bash, zsh, fish }[shell](tree)
}

interface Place {
  /** Names of the commands that lead here, without the program. */
  path: string[]
  command: CommandTree
}

function places(command: CommandTree, path: string[] = []): Place[] {
  return [{ path, command }, ...command.commands.flatMap((one) => places(one, [...path, one.name]))]
}

function bash(tree: CommandTree): string {
  const cases = places(tree).map(({ path, command }) => {
    const words = [
      ...command.commands.map(({ name }) => name),
      ...command.words,
      ...command.options.flatMap(({ flags }) => flags),
    ]
    return `    '${path.join(' ')}') words='${words.join(' ')}'; files=${command.takesFile ? 1 : 0} ;;`
  })
  const values = places(tree).flatMap(({ path, command }) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map(({ flags, choices }) => {
        const patterns = flags.map((flag) => `'${[...path, flag].join(' ')}'`).join('|')
        return `    ${patterns}) words='${choices.join(' ')}'; files=${choices.length === 0 ? 1 : 0} ;;`
      }),
  )
  const known = places(tree)
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => `'${path.join(' ')}'`)
  const name = tree.name
  return `# Completion of ${name} for bash. Load it with: source <(${name} completion bash)
_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path='' word at words='' files=0
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    case "\${path:+$path }$word" in
      ${known.join('|')}) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  case "\${path:+$path }$previous" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if ((files)) && [[ $current != -* ]]; then COMPREPLY+=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _${name} ${name}
`
}

function zsh(tree: CommandTree): string {
  const quote = (text: string) => text.replaceAll("'", `'\\''`)
  const described = (name: string, description: string) =>
    `'${quote(name.replaceAll(':', '\\:'))}:${quote(description.replaceAll(':', '\\:'))}'`
  const cases = places(tree).map(({ path, command }) => {
    const commands = [
      ...command.commands.map((one) => described(one.name, one.description)),
      ...command.words.map((word) => described(word, word)),
    ]
    const options = command.options.flatMap(({ flags, description }) =>
      flags.map((flag) => described(flag, description)),
    )
    return `    '${path.join(' ')}') commands=(${commands.join(' ')}); options=(${options.join(' ')}); files=${command.takesFile ? 1 : 0} ;;`
  })
  const values = places(tree).flatMap(({ path, command }) =>
    command.options
      .filter(({ takesValue }) => takesValue)
      .map(({ flags, choices }) => {
        const patterns = flags.map((flag) => `'${[...path, flag].join(' ')}'`).join('|')
        return `    ${patterns}) ${choices.length > 0 ? `compadd -- ${choices.join(' ')}` : '_files'}; return ;;`
      }),
  )
  const known = places(tree)
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => `'${path.join(' ')}'`)
  const name = tree.name
  return `#compdef ${name}
# Completion of ${name} for zsh. Load it with: source <(${name} completion zsh)
_${name}() {
  local place='' word at files=0
  local -a commands options
  for ((at = 2; at < CURRENT; at++)); do
    word="\${words[at]}"
    case "\${place:+$place }$word" in
      ${known.join('|')}) place="\${place:+$place }$word" ;;
    esac
  done
  case "\${place:+$place }\${words[CURRENT-1]}" in
${values.join('\n')}
  esac
  case "$place" in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe 'option' options
  else
    ((\${#commands})) && _describe 'command' commands
    ((files)) && _files
  fi
}
compdef _${name} ${name}
`
}

function fish(tree: CommandTree): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", `\\'`)}'`
  const name = tree.name
  const lines = places(tree).flatMap(({ path, command }) => {
    const others = command.commands.map((one) => one.name).join(' ')
    const inside = path.map((word) => `__fish_seen_subcommand_from ${word}`)
    const here = [...inside, ...(others === '' ? [] : [`not __fish_seen_subcommand_from ${others}`])].join('; and ')
    const condition = here === '' ? '' : ` -n ${quote(here)}`
    const files = command.takesFile ? ' -F' : ' -f'
    return [
      ...(path.length > 0 && command.commands.length === 0 ? [`complete -c ${name}${condition}${files}`] : []),
      ...command.commands.map(
        (one) => `complete -c ${name} -f${condition} -a ${one.name} -d ${quote(one.description)}`,
      ),
      ...command.options.map(({ flags, description, takesValue, choices }) => {
        const spelled = flags.map((flag) => (flag.startsWith('--') ? ` -l ${flag.slice(2)}` : ` -s ${flag.slice(1)}`))
        const value = !takesValue ? '' : choices.length > 0 ? ` -x -a ${quote(choices.join(' '))}` : ' -r'
        return `complete -c ${name}${condition}${spelled.join('')}${value} -d ${quote(description)}`
      }),
    ]
  })
  return `# Completion of ${name} for fish. Load it with: ${name} completion fish | source\n${lines.join('\n')}\n`
}
