import { WebSocketServer, type WebSocket } from 'ws'

/** Entry point of a server that only broadcasts: what `ws` alone delivers on this machine. */

export type BareMessage = { kind: 'broadcast'; text: string; times: number }

/** Events sent before the server looks whether clients read. */
const BURST = 50

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => socket.send('{"type":"hello"}'))
server.on('listening', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0)
})
process.on('message', ({ text, times }: BareMessage) => void broadcast(text, times))

async function broadcast(text: string, times: number): Promise<void> {
  for (let sent = 0; sent < times; sent += BURST) {
    const burst = Math.min(BURST, times - sent)
    await Promise.all([...server.clients].map((socket) => sendAll(socket, text, burst)))
  }
}

function sendAll(socket: WebSocket, text: string, times: number): Promise<void> {
  return new Promise((resolve) => {
    for (let n = 1; n <= times; n++) socket.send(text, n === times ? () => resolve() : undefined)
  })
}
