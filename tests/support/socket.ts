import { once } from 'node:events'
import { WebSocket } from 'ws'
import { until } from './until.js'

/** A WebSocket client that records all frames. */
export interface TestSocket {
  socket: WebSocket
  frames: Frame[]
  /** Events received so far, in order. */
  events(): Frame['event'][]
  say(frame: unknown): void
  /** Returns the first frame of a type, already received or still to come. */
  next(type: string): Promise<Frame>
  /** Resolves with the close code. */
  closed(): Promise<number>
}
export interface Frame {
  type: string
  cursor?: string
  code?: string
  event: { cursor: string; type: string; sessionId: string; seq: number; data: Record<string, unknown> }
}

export async function openSocket(url: string, key: string | null): Promise<TestSocket> {
  const address = url.replace('http', 'ws')
  const socket = new WebSocket(address, { headers: key === null ? {} : { authorization: `Bearer ${key}` } })
  const frames: Frame[] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await once(socket, 'open')
  socket.on('error', () => {})
  return {
    socket,
    frames,
    events: () => frames.flatMap((frame) => (frame.type === 'event' ? [frame.event] : [])),
    say: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    next: (type) => until(`a frame ${type}`, () => frames.find((frame) => frame.type === type)),
    closed: () => closed,
  }
}

/** Returns the HTTP status with which a connection is rejected. */
export function refusedStatus(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'), { headers })
    socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    socket.on('open', () => reject(new Error('the connection was accepted')))
    socket.on('error', () => {})
  })
}
