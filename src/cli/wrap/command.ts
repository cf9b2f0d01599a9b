import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { readAdminKey } from '../../admin-key.js'
import { readClientConfig } from '../../config.js'
import { CommandError, connectTo } from '../connection.js'
import { KNOWN_CLIENTS, settingsFor } from './clients.js'
import { shellWord } from '../output/shell-word.js'
import { answers, ensureDaemon } from './daemon.js'
import { programKey } from './key.js'
import { ProgramError, runProgram } from './run-program.js'
import { readSaved, savedText } from './saved.js'
import { personAt } from './person.js'
import { scopeFor } from './project-scope.js'
import { isAlive, useDaemon } from './users.js'
import type { Settings } from './wrapping.js'

interface Options {
  model?: string
  window?: string
  session?: string
  /** false: none. */
  scope?: string | false
  tools: boolean
  print?: boolean
  json?: boolean
}

const STOP_WITHIN_MS = 30_000
const MIN_WINDOW = 1_000

/** `palimpsest wrap PROGRAM`: runs a program with its model calls through the doors of the daemon. */
export function addWrap(program: Command): void {
  program
    .command('wrap <program> [args...]')
    .description(
      `run a program through Palimpsest: ${KNOWN_CLIENTS.join(', ')}, or any on the OpenAI, Anthropic or Ollama API`,
    )
    .option('--model <name>', 'a model of your own model server, instead of the provider of the program')
    .option('--window <size>', 'window to use, such as 64K; default: 32K with --model, else that of the model')
    .option('--session <name>', 'external id of the session; the same name continues it')
    .option('--scope <name>', 'scope whose sessions share what you stated; default: one for the project of the folder')
    .option('--no-scope', 'keep what you state in its session')
    .option('--no-tools', 'without the MCP tools (recall, goals, snapshots)')
    .option('--print', 'print the environment instead of running the program')
    .option('--json', 'print the environment or the report as JSON')
    .passThroughOptions()
    .action(async (name: string, args: string[], options: Options) => {
      process.exitCode = await wrap(name, args, options)
    })
}

async function wrap(name: string, args: string[], options: Options): Promise<number> {
  const config = readClientConfig(process.env)
  const { url, dataDir } = config
  const windowTokens = options.window === undefined ? null : tokensOf(options.window)
  if (options.print && !(await answers(url)))
    throw new CommandError(`No daemon answers at ${url}. Start one with: palimpsest start`)
  const startedPid = options.print ? null : await ensureDaemon(url, dataDir, process.env)
  const user = options.print ? null : await useDaemon(dataDir, startedPid)
  try {
    const key = await programKey(url, config.key ?? (await readAdminKey(dataDir)), dataDir)
    const wrapping = {
      ...{ url, key, windowTokens, newId: randomUUID, withTools: options.tools },
      scope: await scopeFor(options.scope, process.cwd(), await personAt(url, dataDir)),
      ...{ session: options.session ?? null, model: options.model ?? null },
    }
    const settings = settingsFor(name, wrapping, { args, env: process.env })
    if (settings.hint !== null) process.stderr.write(`${settings.hint}\n`)
    if (options.print) return print(name, settings, options.json === true)
    const since = new Date()
    const { code } = await runProgram(name, [...settings.args, ...args], environment(settings))
    // Standard output is the program's, and so is the exit code.
    const named = settings.session
    process.stderr.write(`${await report({ url, key, since, named, asJson: options.json === true })}\n`)
    return code
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error
    process.stderr.write(`${error.message}\n`)
    return error.exitCode
  } finally {
    const pid = (await user?.leave()) ?? null
    if (pid !== null) await stopDaemon(pid)
  }
}

/** Returns what the sessions of the program saved, or why that cannot be read. */
async function report(asked: { url: string; key: string | null; since: Date; named: string | null; asJson: boolean }) {
  const { url, key, since, named, asJson } = asked
  try {
    const saved = await readSaved(connectTo(url, key), since, named)
    return asJson ? JSON.stringify({ url, sessions: saved }) : savedText(saved, url)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return asJson ? JSON.stringify({ url, error: error.message }) : `Palimpsest: ${error.message}`
  }
}

function environment({ env }: Settings): NodeJS.ProcessEnv {
  const merged = { ...process.env, ...env }
  return Object.fromEntries(Object.entries(merged).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

function print(name: string, { env, args }: Settings, asJson: boolean): number {
  if (asJson) {
    console.log(JSON.stringify({ env, program: name, args }, null, 2))
    return 0
  }
  for (const [variable, value] of Object.entries(env))
    console.log(value === null ? `unset ${variable}` : `export ${variable}=${shellWord(value)}`)
  if (args.length > 0) console.log(`# then run:\n# ${[name, ...args.map(shellWord)].join(' ')}`)
  return 0
}

function tokensOf(size: string): number {
  const [, digits, unit] = /^(\d{1,7})(K?)$/i.exec(size) ?? []
  const tokens = Number(digits ?? 0) * (unit === '' ? 1 : 1_000)
  if (tokens >= MIN_WINDOW) return tokens
  throw new CommandError(`--window: expected a size such as 32K or 32768, received ${size}.`)
}

async function stopDaemon(pid: number): Promise<void> {
  const deadline = Date.now() + STOP_WITHIN_MS
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    return
  }
  while (isAlive(pid) && Date.now() < deadline) await wait(50)
}
