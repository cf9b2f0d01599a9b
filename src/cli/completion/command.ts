import { Argument, type Command } from 'commander'
import { completionScript, SHELLS, type CommandTree, type Shell } from './scripts.js'

/** `palimpsest completion bash|zsh|fish`: prints a script that completes commands and options. */
export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a completion script for a shell')
    .addArgument(new Argument('<shell>', 'shell').choices(SHELLS))
    .addHelpText('after', '\nFor bash, add to ~/.bashrc:  source <(palimpsest completion bash)')
    .action((shell: Shell) => console.log(completionScript(shell, treeOf(program)).trimEnd()))
}

function treeOf(command: Command): CommandTree {
  const help = command.createHelp()
  return {
    name: command.name(),
    description: command.description(),
    options: help.visibleOptions(command).map(({ short, long, description, required, optional, argChoices }) => ({
      flags: [short, long].filter((flag) => flag !== undefined && flag !== null),
      description,
      takesValue: required || optional,
      choices: argChoices ?? [],
    })),
    commands: help
      .visibleCommands(command)
      .filter((one) => one.name() !== 'help')
      .map(treeOf),
    words: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
    takesFile: command.registeredArguments.some((argument) => argument.name() === 'file'),
  }
}
