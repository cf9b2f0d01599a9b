import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { ENTRIES } from './repository.js'

/** Time limit of a start, including crash recovery of a killed database. */
const START_TIMEOUT_MS = 90_000
/** Characters kept from the end of the log, for error messages. */
const TAIL_CHARS = 20_000
/** Flags of Node for every process, such as `--cpu-prof --cpu-prof-dir=profiles`. */
const NODE_FLAGS = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter((flag) => flag !== '')

/** A process of the service, seen from outside: started, killed and restarted with the same environment. */
export class EntryProcess {
  /** Duration of the last start in ms. */
  startMs = 0
  stdout = ''
  stderr = ''
  /** Address of the inspector, if the process was started with one. */
  inspectorUrl: string | undefined
  /** Unexpected exits, each with the end of the log. */
  readonly falls: string[] = []
  private child: ChildProcess | null = null

  constructor(
    readonly entry: keyof typeof ENTRIES,
    private readonly env: Record<string, string>,
  ) {}

  get pid(): number {
    return this.child?.pid ?? 0
  }

  /** Starts the process. Throws with the end of its log if it exits before it has started. */
  async start(): Promise<void> {
    const startedAt = performance.now()
    const child = spawn(process.execPath, [...NODE_FLAGS, ENTRIES[this.entry]], {
      env: { PATH: process.env.PATH ?? '', ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    this.stdout = ''
    this.stderr = ''
    let timer: NodeJS.Timeout | undefined
    const started = new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${this.entry} did not start: ${this.stderr}`)), START_TIMEOUT_MS)
      child.stdout.setEncoding('utf8').on('data', (text: string) => (this.stdout += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        this.stderr = (this.stderr + text).slice(-TAIL_CHARS)
        this.inspectorUrl ??= /Debugger listening on (ws:\S+)/.exec(this.stderr)?.[1]
        if (this.stderr.includes('"msg":"started"')) resolve()
      })
      child.once('exit', (code, signal) =>
        reject(new Error(`${this.entry} ended with ${code ?? signal}: ${this.stderr}`)),
      )
    })
    await started.finally(() => clearTimeout(timer))
    this.startMs = performance.now() - startedAt
    child.once('exit', (code, by) => {
      if (this.child === child)
        this.falls.push(`${this.entry} ended by itself with ${code ?? by}: ${this.stderr.slice(-2_000)}`)
    })
  }

  /** Sends a signal and waits for the exit. `SIGKILL` simulates a power failure. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    this.child = null
    child.kill(signal)
    await exited
  }
}
