import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { ENTRIES } from './repository.js'

/** How long an entry may take to say that it started; crash recovery of a killed database is in it. */
const START_TIMEOUT_MS = 90_000
/** Of the log, for when something goes wrong. */
const TAIL_CHARS = 20_000

/** A process of the service, seen from outside: started, killed and started again with the same environment. */
export class EntryProcess {
  /** Milliseconds its last start took. */
  startMs = 0
  stdout = ''
  stderr = ''
  /** Ends that nobody asked for, with the last words. */
  readonly falls: string[] = []
  private child: ChildProcess | null = null

  constructor(
    readonly entry: keyof typeof ENTRIES,
    private readonly env: Record<string, string>,
  ) {}

  get pid(): number {
    return this.child?.pid ?? 0
  }

  /** Throws with its last words when it ends before it said that it started. */
  async start(): Promise<void> {
    const startedAt = performance.now()
    const child = spawn(process.execPath, [ENTRIES[this.entry]], {
      env: { PATH: process.env.PATH ?? '', ...this.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    this.stdout = ''
    this.stderr = ''
    let timer: NodeJS.Timeout | undefined
    const said = new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${this.entry} did not start: ${this.stderr}`)), START_TIMEOUT_MS)
      child.stdout.setEncoding('utf8').on('data', (text: string) => (this.stdout += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        this.stderr = (this.stderr + text).slice(-TAIL_CHARS)
        if (this.stderr.includes('"msg":"started"')) resolve()
      })
      child.once('exit', (code, signal) =>
        reject(new Error(`${this.entry} ended with ${code ?? signal}: ${this.stderr}`)),
      )
    })
    await said.finally(() => clearTimeout(timer))
    this.startMs = performance.now() - startedAt
    child.once('exit', (code, by) => {
      if (this.child === child)
        this.falls.push(`${this.entry} ended by itself with ${code ?? by}: ${this.stderr.slice(-2_000)}`)
    })
  }

  /** `SIGKILL` is a power cut; others ask. Returns when it is gone. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const { child } = this
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    this.child = null
    child.kill(signal)
    await exited
  }
}
