import pg from 'pg'
import { Batch, sizeOf, type Step } from './batch.js'

/** A transaction whose statements are one batch. */
interface Member {
  steps: readonly Step[]
  size: number
  resolve: () => void
  reject: (error: unknown) => void
}

/** Groups that run at a time. A second one is sent while the disk writes the first. More would each be smaller, and cost more. */
const LANES = 2
const MAX_MEMBERS = 64
/** Characters or bytes of values in one group. The driver encodes it without a pause. [T1] */
const MAX_SIZE = 256_000

/**
 * Commits small transactions together. Those that wait while others run leave as one batch, which Postgres runs in one
 * transaction and writes to the disk once: to send, receive and commit each by itself took a fifth of the processor time of an append.
 * A transaction whose statement fails leaves the group, and the others run again.
 */
export class GroupCommit {
  private readonly waiting: Member[] = []
  private lanes = 0

  constructor(private readonly connect: () => Promise<pg.PoolClient>) {}

  /** Transactions that wait for a group. */
  get waitingCount(): number {
    return this.waiting.length
  }

  /** Runs statements in a transaction that others share. It may hold locks of several sessions, so none of the statements may
   * wait for a lock that a transaction holds for long. Rejects with the failure of one of them, or of the connection. */
  run(steps: readonly Step[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const size = steps.reduce((sum, { statement }) => sum + sizeOf(statement), 0)
      this.waiting.push({ steps, size, resolve, reject })
      if (this.lanes < LANES) void this.runLane()
    })
  }

  private async runLane(): Promise<void> {
    this.lanes += 1
    while (this.waiting.length > 0) {
      try {
        const client = await this.connect()
        client.release(await runGroup(client, this.next()))
      } catch (error) {
        for (const { reject } of this.waiting.splice(0)) reject(error)
      }
    }
    this.lanes -= 1
  }

  private next(): Member[] {
    let size = 0
    const end = this.waiting.findIndex((member, at) => (size += member.size) > MAX_SIZE && at > 0)
    return this.waiting.splice(0, Math.min(end < 0 ? this.waiting.length : end, MAX_MEMBERS))
  }
}

/** Returns whether the connection is of no more use. */
async function runGroup(client: pg.PoolClient, group: readonly Member[]): Promise<boolean> {
  let members = group
  while (members.length > 0) {
    const { error, answered } = await send(client, members)
    if (error === undefined) {
      for (const { resolve } of members) resolve()
      return false
    }
    // Postgres undid everything, unless the connection or the commit failed: then nothing is known of any member.
    const isConnected = error instanceof pg.DatabaseError && error.severity !== 'FATAL'
    const failed = isConnected ? memberAt(members, answered) : undefined
    if (!failed) {
      for (const { reject } of members) reject(error)
      return true
    }
    failed.reject(error)
    members = members.filter((member) => member !== failed)
  }
  return false
}

async function send(client: pg.PoolClient, members: readonly Member[]): Promise<{ error: unknown; answered: number }> {
  return new Promise((resolve) => {
    const batch: Batch = new Batch(
      members.flatMap(({ steps }) => steps),
      (error) => resolve({ error, answered: batch.answered }),
    )
    client.query(batch)
  })
}

/** @param step index of a statement of the group */
function memberAt(members: readonly Member[], step: number): Member | undefined {
  let end = 0
  return members.find(({ steps }) => step < (end += steps.length))
}
