import { Command } from 'commander'
import { ZodError } from 'zod'
import { ConfigError } from '../config.js'
import { VERSION } from '../version.js'
import { CommandError } from './connection.js'
import { addApps } from './apps.js'
import { addBackup, addRestore } from './backup.js'
import { addCompact } from './compact.js'
import { addDemo } from './demo.js'
import { addDoctor } from './doctor.js'
import { addKeys } from './keys.js'
import { addLog } from './log.js'
import { addReplay } from './replay.js'
import { addSearch } from './search.js'
import { addSessions } from './sessions.js'
import { addShow } from './show.js'
import { addAudit } from './session/audit.js'
import { addContext } from './session/context.js'
import { addDelete } from './session/delete.js'
import { addExplain } from './session/explain.js'
import { addMessage } from './session/message.js'
import { addRecall } from './session/recall.js'
import { addRetention } from './manage/retention.js'
import { addScopes } from './manage/scopes.js'
import { addStart } from './start.js'
import { addStatus } from './status.js'
import { addSnapshots } from './time/snapshots.js'
import { addExport, addImport } from './transfer.js'
import { addVerify } from './verify/command.js'
import { addCompletion } from './completion/command.js'
import { addWatch } from './watch/command.js'
import { addWrap } from './wrap/command.js'

/** Registers the subcommands. Each has one file. */
const COMMANDS = [
  addStart,
  addDemo,
  addReplay,
  addCompact,
  addDoctor,
  addApps,
  addKeys,
  addRetention,
  addScopes,
  addSessions,
  addSearch,
  addShow,
  addStatus,
  addContext,
  addExplain,
  addMessage,
  addAudit,
  addRecall,
  addLog,
  addSnapshots,
  addExport,
  addImport,
  addDelete,
  addVerify,
  addBackup,
  addRestore,
  addWatch,
  addWrap,
  addCompletion,
]

const NOT_ENDED_BY_OUTPUT: readonly string[] = ['start', 'worker', 'backup', 'export']

/** Runs the `palimpsest` command. `args`: as in `process.argv`. Reports expected errors on stderr, with exit code 1. */
export async function runCommand(args: readonly string[]): Promise<void> {
  try {
    await program().parseAsync(args)
  } catch (error) {
    process.exitCode = 1
    if (error instanceof ZodError) process.stderr.write(`${unknownAnswer(error)}\n`)
    else if (error instanceof CommandError || error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
    else throw error
  }
}

/** A reply of another shape: another server with an API of its own, or a daemon of another version. */
function unknownAnswer({ issues: [issue] }: ZodError): string {
  const at = issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.join('.')}`
  return (
    `The server sent an answer that this command does not know${at}. Is PALIMPSEST_URL the address of a Palimpsest daemon, ` +
    `and is the daemon of version ${VERSION}, like this command?`
  )
}

function program(): Command {
  const program = new Command('palimpsest')
    .description(
      'A context service for LLM apps. It stores every message, returns a context that always fits the model, and ' +
        'explains every change.',
    )
    .version(VERSION)
    .showHelpAfterError()
    // Arguments are in the help of a command. With them, the descriptions do not fit beside the names in 80 columns.
    .configureHelp({ subcommandTerm: (command) => command.name() })
    // The options after the name of a wrapped program are its own.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nCommands that call a daemon read PALIMPSEST_URL (default http://127.0.0.1:7420)\nand PALIMPSEST_KEY.',
    )
  for (const add of COMMANDS) add(program)
  // A reader that needs no more, such as `head`, closes the pipe. The command ends quietly; a daemon goes on without it.
  // Files that were written in part are reported by their commands.
  program.hook('preAction', (_, command) => {
    if (NOT_ENDED_BY_OUTPUT.includes(command.name())) return
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit()
      process.stderr.write(`Cannot write standard output: ${error.message}\n`)
      process.exit(1)
    })
  })
  return program
}
