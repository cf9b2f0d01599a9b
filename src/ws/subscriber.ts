import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { requireRole, type Principal } from '../app/access/authenticate.js'
import type { EventFeed, Followed } from '../app/events/follow-events.js'
import { newestCursor } from '../app/events/newest-cursor.js'
import type { Ports } from '../ports/ports.js'
import { DomainError } from '../domain/errors.js'
import type { Event } from '../domain/event.js'
import { frameData, parseFrame, type ServerFrame, type Subscribe } from './frames.js'
import { nextSendTurn } from './send-turns.js'

/** One WebSocket connection of the event log. Its limits keep a misbehaving client from affecting others. */

export interface SocketLimits {
  /** Bytes the server buffers for a slow client. */
  bufferBytes: number
  /** Milliseconds the buffer may stay full before the server closes the connection. */
  slowMs: number
  /** Milliseconds after which a client that does not answer the closing handshake is disconnected. */
  closeMs: number
  /** Milliseconds between pings. A ping without an answer before the next one ends the connection. */
  pingMs: number
  /** Maximum bytes of a client frame. */
  frameBytes: number
  /** Invalid or excess frames a connection may send. One more closes it. */
  maxInvalidFrames: number
  /** Frames a client may send in ten seconds. */
  framesPerTenSeconds: number
}
export const SOCKET_LIMITS: SocketLimits = {
  bufferBytes: 1_048_576,
  slowMs: 10_000,
  closeMs: 2_000,
  pingMs: 30_000,
  frameBytes: 65_536,
  maxInvalidFrames: 10,
  framesPerTenSeconds: 200,
}

/** WebSocket close codes. Those from 4000 on are specific to this service. */
export const CLOSE = { shutdown: 1012, policy: 1008, tryAgain: 1013, keyEnded: 4001, tooSlow: 4008 } as const
const TEXT = { binary: false }

export interface SubscriberSource {
  ports: Pick<Ports, 'store' | 'log'>
  feed: EventFeed
  /** Returns an event with the exact messages that were appended, as JSON text. */
  withContent(event: Event): Promise<string>
}

export class Subscriber {
  private following: AbortController | null = null
  private answeredPing = true
  private invalidFrames = 0
  private recentFrames = 0
  private isCorked = false
  private readonly timers: NodeJS.Timeout[] = []

  /** @param stream the connection of the socket
   * @param includesContent the address of the connection asked for content */
  constructor(
    private readonly socket: WebSocket,
    private readonly stream: Duplex,
    private readonly principal: Principal,
    private readonly source: SubscriberSource,
    private readonly limits: SocketLimits,
    private readonly includesContent: boolean,
  ) {}

  async open(): Promise<void> {
    const { socket, limits } = this
    socket.on('message', (data, isBinary) => this.receive(isBinary ? null : String(data)))
    socket.on('pong', () => (this.answeredPing = true))
    socket.on('close', () => this.end())
    // `ws` closes the socket after a protocol error. Without a listener, the error would crash the process.
    socket.on('error', () => {})
    this.timers.push(
      setInterval(() => this.checkAlive(), limits.pingMs),
      setInterval(() => (this.recentFrames = 0), 10_000),
    )
    try {
      void this.send({ type: 'hello', cursor: await newestCursor(this.source.ports.store, this.principal.scope) })
    } catch (error) {
      this.fail(error)
    }
  }

  close(code: number, reason: string): void {
    this.following?.abort()
    this.socket.close(code, reason)
    setTimeout(() => this.socket.terminate(), this.limits.closeMs).unref()
  }

  private end(): void {
    this.following?.abort()
    this.timers.forEach((timer) => clearInterval(timer))
  }

  private checkAlive(): void {
    if (!this.answeredPing) return this.socket.terminate()
    this.answeredPing = false
    this.socket.ping()
  }

  private receive(text: string | null): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    this.recentFrames += 1
    if (this.recentFrames > this.limits.framesPerTenSeconds)
      return this.refuse(
        'too_many_frames',
        `More than ${this.limits.framesPerTenSeconds} frames in ten seconds; send fewer.`,
      )
    const frame = text === null ? 'A frame must be text.' : parseFrame(text)
    if (typeof frame === 'string') return this.refuse('invalid_frame', frame)
    switch (frame.type) {
      case 'ping':
        void this.send({ type: 'pong' })
        return
      case 'unsubscribe':
        this.following?.abort()
        return
      case 'subscribe':
        this.following?.abort()
        this.following = new AbortController()
        void this.follow(frame, this.following.signal)
    }
  }

  private refuse(code: 'invalid_frame' | 'forbidden' | 'cursor_invalid' | 'too_many_frames', detail: string): void {
    this.invalidFrames += 1
    if (this.invalidFrames > this.limits.maxInvalidFrames)
      return this.close(CLOSE.policy, code === 'too_many_frames' ? 'too many frames' : 'too many invalid frames')
    void this.send({ type: 'error', code, detail })
  }

  private async follow(subscription: Subscribe, signal: AbortSignal): Promise<void> {
    const filter = { appId: this.principal.scope, sessionIds: subscription.sessionIds, types: subscription.types }
    try {
      const isFull = this.includesContent || subscription.include === 'content'
      if (isFull) requireRole(this.principal, 'app')
      const after = subscription.after ?? (await newestCursor(this.source.ports.store, filter.appId))
      for await (const item of this.source.feed.follow({ after, filter, signal })) {
        if (signal.aborted) return
        const turn = nextSendTurn()
        if (turn) await turn
        const full = this.deliver(item, isFull, signal)
        if (full) await full
      }
    } catch (error) {
      if (!signal.aborted) this.fail(error)
    }
  }

  private deliver(item: Followed, isFull: boolean, signal: AbortSignal): Promise<void> | null {
    if (item.kind !== 'event') return this.send({ type: 'caught-up', cursor: item.cursor })
    const { event } = item
    if (isFull && event.type === 'message-appended') return this.sendContent(event, signal)
    return this.send({ type: 'event', event })
  }

  private async sendContent(event: Event, signal: AbortSignal): Promise<void> {
    const text = await this.source.withContent(event)
    if (!signal.aborted) await this.sendData(`{"type":"event","event":${text}}`)
  }

  /** Sends a frame. Returns null while the buffer has free space, else a promise that resolves when the client has caught
   * up. Closes the connection if the client stays too slow. The client resumes from its last cursor. */
  private send(frame: ServerFrame): Promise<void> | null {
    return this.socket.readyState === this.socket.OPEN ? this.sendData(frameData(frame)) : null
  }

  private sendData(data: Buffer | string): Promise<void> | null {
    const { socket, limits } = this
    if (socket.readyState !== socket.OPEN) return null
    this.cork()
    if (socket.bufferedAmount + data.length <= limits.bufferBytes) {
      socket.send(data, TEXT)
      return null
    }
    const written = new Promise<void>((resolve) => socket.send(data, TEXT, () => resolve()))
    return this.untilWritten(written)
  }

  private async untilWritten(written: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const timedOut = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), this.limits.slowMs)))
    const outcome = await Promise.race([written, timedOut])
    clearTimeout(timer)
    if (outcome === 'late') this.close(CLOSE.tooSlow, 'too slow; resume from your last cursor')
  }

  /** Joins the frames of one step into one write. */
  private cork(): void {
    if (this.isCorked) return
    this.isCorked = true
    this.stream.cork()
    process.nextTick(() => {
      this.isCorked = false
      this.stream.uncork()
    })
  }

  private fail(error: unknown): void {
    if (error instanceof DomainError && error.code === 'invalid_request')
      return this.refuse('invalid_frame', error.message)
    if (error instanceof DomainError && (error.code === 'cursor_invalid' || error.code === 'forbidden'))
      return this.refuse(error.code, error.message)
    this.source.ports.log.warn({ err: error }, 'event socket ended early')
    void this.send({
      type: 'error',
      code: 'store_unavailable',
      detail: 'The event log is unavailable. Reconnect with your last cursor.',
    })
    this.close(CLOSE.tryAgain, 'event log unavailable; try again later')
  }
}
