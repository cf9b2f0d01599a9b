import { spawn, execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../../src/domain/json/json.js'
import type { ScriptRequest } from '../../testing/upstreams/script.js'
import { scriptedAnthropic } from '../../testing/upstreams/scripted-anthropic.js'
import { scriptedOpenai } from '../../testing/upstreams/scripted-openai.js'
import { amplification, figuresOf, fullAmplification, meanUse, PieceCounter, reusableShare } from '../prompt/figures.js'
import { openRecorder } from '../prompt/recorder.js'
import { anthropicWire, responsesWire, type Wire } from '../prompt/wire.js'
import { openBenchContext } from '../support/bench-context.js'
import { info, show, type Figure } from '../support/figures.js'
import { REPOSITORY } from '../support/repository.js'

/** Requests of each run, until the model answers in words. */
const REQUESTS = 80
/** Longest run of a program. */
const RUN_MS = 600_000
const TASK = 'Read the sources of this project file by file, and then describe how it works.'

interface Program {
  name: 'claude' | 'codex'
  wire: Wire
  size: string
  windowTokens: number
  args: string[]
  open: typeof scriptedAnthropic | typeof scriptedOpenai
}

const PROGRAMS: readonly Program[] = [
  {
    name: 'claude',
    wire: anthropicWire,
    ...{ size: '40K', windowTokens: 40_000, open: scriptedAnthropic },
    args: ['-p', TASK, '--allowedTools', 'Bash'],
  },
  {
    name: 'codex',
    wire: responsesWire,
    ...{ size: '24K', windowTokens: 24_000, open: scriptedOpenai },
    args: ['exec', '--model', 'gpt-5-codex', '--skip-git-repo-check', '--sandbox', 'danger-full-access', TASK],
  },
]

/** What real programs cost at a scripted upstream: runs each through `palimpsest wrap` until it has sent 80 requests, and
 * compares the prompts in the upstream's log.
 * @param folder where npm installed the programs: `npm install @anthropic-ai/claude-code @openai/codex` */
export async function measurePrograms(folder: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const program of PROGRAMS) {
    const file = join(folder, 'node_modules/.bin', program.name)
    if (existsSync(file)) figures.push(...(await measureProgram(program, file)))
    else figures.push(info(program.name, `not installed: ${file} does not exist`))
  }
  return figures
}

async function measureProgram(program: Program, file: string): Promise<Figure[]> {
  const version = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim()
  const home = await mkdtemp(join(tmpdir(), 'palimpsest-program-'))
  await cp(join(REPOSITORY, 'src'), join(home, 'project/src'), { recursive: true })
  const files = readdirSync(join(home, 'project/src/app'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/app/${name}`)
    .toSorted()
  const upstream = await program.open({ script: (request) => reading(request, files) })
  const bench = await openBenchContext({
    ...{ OPENAI_BASE_URL: `${upstream.url}/v1`, ANTHROPIC_BASE_URL: upstream.url, SUMMARY_MODEL: 'none' },
  })
  const recorder = await openRecorder(bench.url, program.wire.path)
  try {
    await run(program, { file, home, url: recorder.url, key: bench.key })
    const isTurn = ({ tools }: JsonObject) => Array.isArray(tools) && tools.length > 0
    const prompts = upstream.turns.map(({ body }) => body as JsonObject).filter(isTurn)
    const sent = recorder.bodies.filter(isTurn)
    if (prompts.length < REQUESTS - 1)
      throw new Error(
        `${program.name} ${version} sent ${prompts.length} requests with a list of tools instead of ${REQUESTS}`,
      )
    if (prompts.length !== sent.length)
      throw new Error(`${program.name}: ${sent.length} requests, of which the upstream received ${prompts.length}`)
    const { wire, windowTokens } = program
    const exchanges = prompts.map((body, at) => ({ prompt: wire.pieces(body), client: wire.pieces(sent[at]!) }))
    const limit = Math.floor(0.85 * windowTokens)
    const usable = limit - Math.min(1_000, Math.floor(0.15 * limit))
    const all = figuresOf(exchanges, usable, new PieceCounter())
    const what = `${program.name} ${version}, ${program.size}`
    return [
      info(
        `${what}: reusable share`,
        `${show(100 * reusableShare(all))}% of ${all.sent.toLocaleString('en-US')} tokens`,
      ),
      info('  breaks', `${all.breaks} of ${all.requests} requests (an emptied context: ${all.leastBreaks})`),
      info('  evaluated ÷ added', `${amplification(all).toFixed(2)}, full ${fullAmplification(all).toFixed(2)}`),
      info('  mean and largest use of the usable limit', `${show(100 * meanUse(all))}% · ${show(100 * all.largest)}%`),
      info('  refused by the upstream', String(upstream.refusals.length)),
    ]
  } finally {
    recorder.close()
    await bench.close()
    await upstream.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** Has the program print a file with each answer, and ends in words. */
function reading({ call, tools }: ScriptRequest, files: readonly string[]) {
  const command = `cat ${files[(call * 7) % files.length]!}`
  const text = `File ${call} comes next, because the one before uses it.`
  if (call >= REQUESTS || tools.length === 0) return { text: 'It is a service with a store, workers, and doors.' }
  if (tools.includes('Bash'))
    return { text, calls: [{ name: 'Bash', args: { command, description: 'Prints a file' } }] }
  const name = ['exec_command', 'shell_command', 'shell'].find((one) => tools.includes(one))
  if (name === undefined) return { text: `No tool that runs a command is among ${tools.join(', ')}.` }
  const args =
    name === 'exec_command' ? { cmd: command } : { command: name === 'shell' ? ['sh', '-c', command] : command }
  return { text, calls: [{ name, args }] }
}

/** Runs the program to its end. Throws if it fails or takes too long. */
async function run(
  { name, size, args }: Program,
  { file, home, url, key }: { file: string; home: string; url: string; key: string },
): Promise<void> {
  const command = join(REPOSITORY, 'dist/src/cli/main.js')
  const child = spawn(process.execPath, [command, 'wrap', '--window', size, '--no-tools', name, ...args], {
    cwd: join(home, 'project'),
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: RUN_MS,
    env: {
      PATH: `${join(file, '..')}:${process.env.PATH ?? ''}`,
      ...{ HOME: home, DATA_DIR: join(home, 'data'), PALIMPSEST_URL: url, PALIMPSEST_KEY: key },
      ...{ ANTHROPIC_API_KEY: 'sk-scripted', OPENAI_API_KEY: 'sk-scripted' },
    },
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-2_000)))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}: ${errors}`)
}
