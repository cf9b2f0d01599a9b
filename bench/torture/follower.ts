import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Random } from '../support/random.js'
import { anyOf } from './client.js'
import type { Tally } from './tally.js'

interface Frame {
  type: string
  cursor?: string
  event?: { cursor: string; sessionId: string | null; seq: number }
}

/** Follows the event log from its start over a WebSocket. Sometimes disconnects and continues from its cursor. [P10] */
export class Follower {
  /** Number of the last received event, by session. */
  readonly heard = new Map<string, number>()
  private cursor = '0'
  private socket: WebSocket | null = null
  private stopped = false
  private running: Promise<void> | null = null

  constructor(
    readonly name: string,
    private readonly urls: readonly string[],
    private readonly key: string,
    private readonly sessionIds: string[] | undefined,
    private readonly random: Random,
    private readonly tally: Tally,
  ) {}

  follows(sessionId: string): boolean {
    return this.sessionIds === undefined || this.sessionIds.includes(sessionId)
  }

  start(): void {
    this.running = this.follow()
  }

  async stop(): Promise<void> {
    this.stopped = true
    this.socket?.terminate()
    await this.running
  }

  /** Disconnects abruptly, like a laptop that is closed. */
  cut(): void {
    this.socket?.terminate()
  }

  private async follow(): Promise<void> {
    while (!this.stopped) {
      await this.connectOnce()
      await sleep(this.random.int(10, 300))
    }
  }

  /** Follows until the connection ends for any reason. */
  private connectOnce(): Promise<void> {
    const socket = new WebSocket(`${anyOf(this.urls, this.random).replace('http', 'ws')}/v1/events`, {
      headers: { authorization: `Bearer ${this.key}` },
    })
    this.socket = socket
    return new Promise((resolve) => {
      socket.on('error', () => {})
      socket.on('close', () => resolve())
      socket.on('open', () => {
        const { cursor, sessionIds } = this
        socket.send(JSON.stringify({ type: 'subscribe', after: cursor, ...(sessionIds ? { sessionIds } : {}) }))
      })
      socket.on('message', (data) => {
        // Ignore events that were in transit when we disconnected.
        if (socket.readyState === WebSocket.OPEN) this.hear(JSON.parse(String(data)))
      })
    })
  }

  private hear({ type, cursor, event }: Frame): void {
    if (type === 'caught-up' && cursor !== undefined) this.cursor = cursor
    if (type !== 'event' || !event) return
    this.cursor = event.cursor
    if (event.sessionId === null) return
    const expected = (this.heard.get(event.sessionId) ?? 0) + 1
    if (event.seq !== expected) {
      this.tally.violate(`[P10] ${this.name}: event ${event.seq} of ${event.sessionId} arrived, expected ${expected}`)
    }
    this.heard.set(event.sessionId, event.seq)
  }
}
