import type { Command } from 'commander'

/** Adds `--json` to a command. Its output is then one JSON value, with the field names of the API. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON')
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}
