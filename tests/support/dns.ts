import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export interface TestDns {
  port: number
  /** Addresses of every name, from now on. */
  addresses: string[]
  stop(): Promise<void>
}

/** Answers every question for an IPv4 address with the same addresses, as the DNS of Docker does for a scaled service. */
export async function testDns(addresses: string[]): Promise<TestDns> {
  const socket = createSocket('udp4')
  const dns: TestDns = {
    port: 0,
    addresses,
    stop: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
  socket.on('message', (query, from) => socket.send(answer(query, dns.addresses), from.port, from.address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  dns.port = socket.address().port
  return dns
}

const HEADER_BYTES = 12
const TYPE_A = 1

function answer(query: Buffer, addresses: readonly string[]): Buffer {
  // The question: labels up to an empty one, then two bytes each for type and class.
  let end = HEADER_BYTES
  while (query[end] !== 0) end += query[end]! + 1
  const question = query.subarray(HEADER_BYTES, end + 5)
  const known = query.readUInt16BE(end + 1) === TYPE_A ? addresses : []
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180, 2) // a reply without error
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(known.length, 6)
  const records = known.map((address) => {
    const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, 0, 0, 0, 0])
    address.split('.').forEach((part, i) => (record[12 + i] = Number(part)))
    return record
  })
  return Buffer.concat([header, question, ...records])
}
