import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { CommandError } from '../connection.js'

/** Exit codes of shells for a program that cannot be run. */
const NOT_FOUND = 127
const NOT_EXECUTABLE = 126
const FORWARDED = ['SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGCONT'] as const

/** Runs a program in this terminal until it ends. Returns its exit code, or 128 + the signal that ended it. */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number }> {
  const child = spawn(program, args, { env, stdio: 'inherit', shell: process.platform === 'win32' })
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  // On a terminal, Ctrl-C reaches both processes, and the program decides what it means.
  const onInterrupt = (signal: NodeJS.Signals) => process.stdin.isTTY || forward(signal)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) process.on(signal, onInterrupt)
  for (const signal of FORWARDED) process.on(signal, forward)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => reject(cannotRun(program, error)))
      child.once('exit', (code, signal) =>
        resolve({ code: code ?? (signal === null ? 1 : 128 + constants.signals[signal]) }),
      )
    })
  } finally {
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) process.off(signal, onInterrupt)
    for (const signal of FORWARDED) process.off(signal, forward)
  }
}

/** Error of a program that did not run, with the exit code that a shell would return. */
export class ProgramError extends CommandError {
  override name = 'ProgramError'

  constructor(
    message: string,
    readonly exitCode: number,
  ) {
    super(message)
  }
}

function cannotRun(program: string, error: NodeJS.ErrnoException): ProgramError {
  if (error.code === 'ENOENT') return new ProgramError(`No program ${program} in PATH.`, NOT_FOUND)
  return new ProgramError(`Cannot run ${program}: ${error.message}`, NOT_EXECUTABLE)
}
