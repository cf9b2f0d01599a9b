/** A session under random changes, with every context it handed out. */
import { expect } from 'vitest'
import { runAging } from '../../src/app/compression/run-aging.js'
import { runCompression } from '../../src/app/compression/run-compression.js'
import type { Job, Ports } from '../../src/ports/ports.js'
import type { Format, Json } from '../../src/domain/message.js'
import { talk } from '../support/coding-talk.js'
import { startDaemon, type Daemon } from '../support/daemon.js'
import type { SessionInput, SessionOperation, TestSession } from '../support/session.js'

export const READ_FORMATS: readonly Format[] = ['openai', 'anthropic', 'ollama', 'native']

/** Seeded numbers: 0 to below 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export interface ByHand {
  daemon: Daemon
  /** Runs the jobs that are queued, in order. */
  work(): Promise<void>
}

/** A daemon whose jobs are run by the test. */
export async function daemonByHand(around: (ports: Ports) => Ports = (ports) => ports): Promise<ByHand> {
  const jobs: Job[] = []
  const daemon = await startDaemon({
    ports: (ports) => around({ ...ports, queue: { ...ports.queue, enqueue: async (job) => void jobs.push(job) } }),
  })
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const subject = { sessionId: job.sessionId, compressionId: job.subjectId }
      if (job.name === 'compression') await runCompression(daemon.ports, subject, new AbortController().signal)
      if (job.name === 'aging') await runAging(daemon.ports, subject)
    }
  }
  return { daemon, work }
}

/** What a client sends to a model: everything of a context that must be the same again. */
export type Sent = Partial<Record<Format, { system: unknown; messages: Json; tools: unknown; tokens: number }>>

/** @param formats default: all */
export async function sentOf(session: TestSession, at?: number, formats = READ_FORMATS): Promise<Sent> {
  const found: Sent = {}
  for (const format of formats) {
    const { system, messages, tools, tokens } = await session.context(format, at === undefined ? {} : { at: `${at}` })
    found[format] = { system, messages: messages as Json, tools, tokens }
  }
  return found
}

/** Returns the formats of what was sent. */
export const formatsOf = (sent: Sent): Format[] => READ_FORMATS.filter((format) => sent[format] !== undefined)

/** Changes a session at random and notes what it sends while each message is the newest. */
export class Played {
  /** By the newest message: in two formats, and after the next message in the other two. */
  readonly sent = new Map<number, Sent>()
  /** By the id of a snapshot: the newest message then, and what was sent. */
  readonly saved = new Map<string, Sent>()
  private next = 1

  constructor(
    readonly session: TestSession,
    private readonly work: () => Promise<void>,
    private readonly random: () => number,
  ) {}

  /** Makes one change, and reads the context. */
  async step(): Promise<void> {
    await this.change()
    await this.note()
  }

  async note(): Promise<void> {
    const { messageCount, version } = await this.session.read()
    const formats = READ_FORMATS.filter((_, at) => at % 2 === messageCount % 2)
    let sent = await sentOf(this.session, undefined, formats)
    // A read may shrink the context, so the last of all readings counts.
    if ((await this.session.read()).version !== version) sent = await sentOf(this.session, undefined, formats)
    if (messageCount > 0) this.sent.set(messageCount, sent)
  }

  /** Saves the state, or returns to a saved one, which must send the same again. */
  async travel(): Promise<void> {
    const { session, random, saved } = this
    if (saved.size === 0 || random() < 0.5) {
      const { id } = await session.call('createSnapshot', { body: {} })
      saved.set(id, await sentOf(session))
      return
    }
    const ids = [...saved.keys()]
    const snapshotId = ids[Math.floor(random() * ids.length)]!
    const before = await sentOf(session)
    const { rollbackId } = await session.call('restoreSnapshot', { params: { snapshotId } })
    saved.set(rollbackId!, before)
    expect(await sentOf(session), snapshotId).toEqual(saved.get(snapshotId))
    expect(await session.audit()).toMatchObject({ ok: true, violations: [] })
    await this.note()
  }

  private async change(): Promise<void> {
    const { session, random } = this
    const choice = random()
    const { messageCount } = await session.read()
    if (choice < 0.62 || messageCount < 6) return this.append()
    if (choice < 0.74) return this.work()
    if (choice < 0.8) return this.goal()
    if (choice < 0.84) await session.update({ systemPrompt: `Be brief. Rule ${Math.floor(random() * 1_000)}.` })
    else if (choice < 0.86)
      await session.update({
        tools: [{ type: 'function', function: { name: `tool_${messageCount}`, parameters: {} } }],
      })
    else if (choice < 0.9)
      await this.try('withdrawMessages', { body: { fromSeq: messageCount - Math.floor(random() * 2) } })
    else if (choice < 0.92) await this.try('markBoundary', { body: { seq: messageCount } })
    else if (choice < 0.93) await this.try('markBoundary', { body: { toolName: `tool_${messageCount}` } })
    else if (choice < 0.95)
      await this.try('pinMessage', { params: { seq: `${messageCount - Math.floor(random() * 9)}` } })
    else if (choice < 0.96)
      await this.try('unpinMessage', { params: { seq: `${1 + Math.floor(random() * messageCount)}` } })
    else await session.context('openai', { reserve: String(1_500 + Math.floor(random() * 1_500)) })
  }

  /** Makes a fork of a random state, which must send the same as the session did then. Returns it with that state. */
  async fork(): Promise<{ fork: TestSession; seq: number; sent: Sent }> {
    const { session, random, saved } = this
    const seqs = [...this.sent.keys()]
    const ids = [...saved.keys()]
    const at = seqs[Math.floor(random() * seqs.length)]!
    const snapshotId = ids[Math.floor(random() * ids.length)]
    const saving = snapshotId !== undefined && random() < 0.5
    const sent = saving ? saved.get(snapshotId)! : this.sent.get(at)!
    const { id, messageCount: seq } = await session.call('forkSession', { body: saving ? { snapshotId } : { seq: at } })
    return { fork: session.sibling(id), seq, sent }
  }

  /** A change that may be refused, but must not fail. */
  private async try<Id extends SessionOperation>(id: Id, input: SessionInput<Id>): Promise<void> {
    const { status, text } = await this.session.send(id, input)
    expect(status, `${id}: ${text}`).toBeLessThan(500)
  }

  /** One message or a few together, of a conversation with calls and results. */
  private async append(): Promise<void> {
    const batch = this.random() < 0.6 ? 1 : 1 + Math.floor(this.random() * 5)
    const said = talk(24, 1)
    const messages = Array.from({ length: batch }, () => said[this.next++ % said.length])
    await this.session.append(messages)
  }

  private async goal(): Promise<void> {
    const { session, random } = this
    const { goals } = await session.goals()
    const goal = goals[0]
    if (!goal || random() < 0.2)
      await session.call('addGoal', { body: { description: `Ship part ${Math.floor(random() * 100)} of the parser` } })
    else
      await session.call('addGoalItem', {
        params: { goalId: goal.id },
        body: {
          kind: 'decision',
          text: `Use option ${Math.floor(random() * 100)} for the cache`,
          locked: random() < 0.3,
        },
      })
  }
}
