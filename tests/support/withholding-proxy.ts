import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface WithholdingProxy {
  port: number
  /** Cuts every connection, and from now on withholds what contains the word, and everything after it on that connection. */
  cutAndWithhold(word: string): void
  /** Resolves when a client has sent the word. */
  sent: Promise<void>
  /** Connections that are open, of clients and to the server. */
  connections(): number
  stop(): Promise<void>
}

/** Starts a TCP proxy on loopback that can keep a command from its server, so that the client waits for the reply. */
export async function withholdingProxy(targetPort: number): Promise<WithholdingProxy> {
  const sockets = new Set<Socket>()
  let withheld: string | null = null
  let wasSent = () => {}
  const sent = new Promise<void>((resolve) => (wasSent = resolve))
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port: targetPort })
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    let isWithholding = false
    client.on('data', (data) => {
      isWithholding ||= withheld !== null && data.toString('latin1').includes(withheld)
      if (isWithholding) wasSent()
      else upstream.write(data)
    })
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cutAndWithhold: (word) => {
      withheld = word
      cut()
    },
    sent,
    connections: () => sockets.size,
    stop: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
