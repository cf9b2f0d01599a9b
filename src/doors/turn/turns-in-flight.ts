import type { ChainLink } from '../request/digest-chain.js'

/** Orders the requests of one conversation in this process. Appends happen one at a time, and a client that already sends
 * an answer back waits until that answer is stored. */

/** Milliseconds a request waits for an answer of another one. Storing takes a few. */
const MAX_WAIT_MS = 3_000

interface InFlight {
  /** Of the history that is answered, whatever its system text. */
  base: string
  position: number
  done: Promise<void>
}

export class TurnsInFlight {
  private readonly opening = new Map<string, Promise<unknown>>()
  private readonly answering = new Map<string, Set<InFlight>>()

  /** Runs `work` after the earlier work of the same conversation. */
  async inOrder<T>(conversation: string, work: () => Promise<T>): Promise<T> {
    const before = this.opening.get(conversation)
    const running = (before ?? Promise.resolve()).then(work, work)
    const settled = running.catch(() => {})
    this.opening.set(conversation, settled)
    try {
      return await running
    } finally {
      if (this.opening.get(conversation) === settled) this.opening.delete(conversation)
    }
  }

  /** Notes that a history is being answered. Call the returned function when the answer is stored or given up. */
  answers(conversation: string, base: string, position: number): () => void {
    let resolve = () => {}
    const done = new Promise<void>((end) => (resolve = end))
    const turn = { base, position, done }
    const turns = this.answering.get(conversation) ?? new Set()
    this.answering.set(conversation, turns.add(turn))
    return () => {
      turns.delete(turn)
      if (turns.size === 0 && this.answering.get(conversation) === turns) this.answering.delete(conversation)
      resolve()
    }
  }

  /** Waits until answers that the history contains are stored. @param links places of the history, by position from 1 */
  async untilStored(conversation: string, links: readonly Pick<ChainLink, 'base'>[]): Promise<void> {
    const waiting = [...(this.answering.get(conversation) ?? [])].filter(
      ({ base, position }) => position < links.length && links[position - 1]!.base === base,
    )
    if (waiting.length === 0) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, MAX_WAIT_MS)))
    await Promise.race([Promise.all(waiting.map(({ done }) => done)), late])
    clearTimeout(timer)
  }
}
