import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { BareMessage } from './bare-process.js'
import type { ClientAnswer, ClientJob, ClientMessage, ClientReport } from './client-process.js'

const STDIO = ['ignore', 'ignore', 'inherit', 'ipc'] as const

/** Subscribers in processes of their own. */
export class Clients {
  private constructor(private readonly children: readonly ChildProcess[]) {}

  /** Opens all connections. Throws if one fails. @param processes the subscribers are shared out to */
  static async open(job: ClientJob, processes = 1): Promise<Clients> {
    const children = Array.from({ length: processes }, () =>
      fork(new URL('./client-process.js', import.meta.url), { stdio: [...STDIO] }),
    )
    const share = { ...job, count: Math.ceil(job.count / processes) }
    await Promise.all(children.map((child) => ask(child, { kind: 'open', job: share })))
    return new Clients(children)
  }

  async report(): Promise<ClientReport> {
    const answers = await Promise.all(this.children.map((child) => ask(child, { kind: 'report' })))
    const reports = answers.flatMap((answer) => (answer.kind === 'report' ? [answer.report] : []))
    const sum = (of: (report: ClientReport) => number) => reports.reduce((total, report) => total + of(report), 0)
    return {
      frames: sum(({ frames }) => frames),
      bytes: sum(({ bytes }) => bytes),
      closed: sum(({ closed }) => closed),
      delays: reports.flatMap(({ delays }) => delays),
      fewest: Math.min(...reports.map(({ fewest }) => fewest)),
      most: Math.max(...reports.map(({ most }) => most)),
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.children.map(end))
  }
}

/** A server that only broadcasts. */
export class Bare {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async open(): Promise<Bare> {
    const child = fork(new URL('./bare-process.js', import.meta.url), { stdio: [...STDIO] })
    const [port] = (await once(child, 'message')) as [number]
    return new Bare(child, `ws://127.0.0.1:${port}`)
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  broadcast(text: string, times: number): void {
    this.child.send({ kind: 'broadcast', text, times } satisfies BareMessage)
  }

  close(): Promise<void> {
    return end(this.child)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

function ask(child: ChildProcess, message: ClientMessage): Promise<ClientAnswer> {
  return new Promise((resolve, reject) => {
    const failed = (code: number | null) => reject(new Error(`a client process ended with ${code}`))
    child.once('exit', failed)
    child.once('message', (answer) => {
      child.off('exit', failed)
      resolve(answer as ClientAnswer)
    })
    child.send(message)
  })
}
