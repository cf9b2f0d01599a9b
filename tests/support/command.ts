import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import { ENTRIES } from './spawned.js'

const Outcome = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() })
export type Outcome = z.infer<typeof Outcome>

/** Runs the `palimpsest` command with nothing set but PATH and the given variables. @param cwd default: that of the tests */
export async function runCommand(args: readonly string[], env: Record<string, string>, cwd?: string): Promise<Outcome> {
  const given = { PATH: process.env.PATH ?? '', ...env }
  try {
    return {
      code: 0,
      ...(await promisify(execFile)(process.execPath, [ENTRIES.cli, ...args], { env: given, ...(cwd && { cwd }) })),
    }
  } catch (error) {
    return Outcome.parse(error)
  }
}
