import { once } from 'node:events'
import { WebSocket } from 'ws'
import { until } from './until.js'

/** A WebSocket client that keeps what it hears. */
export interface TestSocket {
  socket: WebSocket
  frames: Frame[]
  /** Events heard so far, in order. */
  events(): Frame['event'][]
  say(frame: unknown): void
  /** The first frame of a type, heard already or yet to come. */
  next(type: string): Promise<Frame>
  /** The code it is closed with. */
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

/** The status a connection is refused with. */
export function refusedStatus(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'), { headers })
    socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    socket.on('open', () => reject(new Error('it was let in')))
    socket.on('error', () => {})
  })
}
