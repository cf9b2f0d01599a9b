import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

/** Writes bytes into a WebSocket that no library would send, and reads the answer. */

/** The parts of a frame as RFC 6455 names them. A client must mask. */
export interface RawFrame {
  opcode: number
  payload: Buffer
  isFinal?: boolean
  isMasked?: boolean
  reservedBits?: number
  /** A length that the payload does not have. */
  claimedBytes?: number
}

export function frameBytes({ opcode, payload, isFinal = true, isMasked = true, ...odd }: RawFrame): Buffer {
  const length = odd.claimedBytes ?? payload.length
  const first = (isFinal ? 0x80 : 0) | ((odd.reservedBits ?? 0) << 4) | opcode
  const size = Buffer.alloc(length < 126 ? 1 : length < 65_536 ? 3 : 9)
  size[0] = (isMasked ? 0x80 : 0) | (length < 126 ? length : length < 65_536 ? 126 : 127)
  if (size.length === 3) size.writeUInt16BE(length, 1)
  if (size.length === 9) size.writeBigUInt64BE(BigInt(length), 1)
  const mask = Buffer.from([1, 2, 3, 4])
  const body = isMasked ? Buffer.concat([mask, payload.map((byte, at) => byte ^ mask[at % 4]!)]) : payload
  return Buffer.concat([Buffer.from([first]), size, body])
}

export interface RawAnswer {
  /** Status of the handshake; null if the server sent none. */
  status: number | null
  /** JSON frames of the server, in order. */
  frames: { type: string; code?: string }[]
  /** Close code of the server; null if it only ended the connection. */
  closeCode: number | null
}

/** Connects, writes the pieces after the handshake, closes its own half, and reads until the server ends. */
export function exchangeRaw(url: URL, key: string, pieces: readonly Buffer[]): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ host: url.hostname, port: Number(url.port), allowHalfOpen: true })
    let received = Buffer.alloc(0)
    let isOpen = false
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
      if (isOpen || !received.includes('\r\n\r\n')) return
      isOpen = true
      for (const piece of pieces) socket.write(piece)
      socket.end()
    })
    socket.on('error', () => {})
    socket.on('end', () => socket.destroy())
    socket.on('close', () => resolve(readAnswer(received)))
    const nonce = randomBytes(16).toString('base64')
    const headers = [`Host: ${url.host}`, `Authorization: Bearer ${key}`, `Sec-WebSocket-Key: ${nonce}`]
    headers.push('Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13')
    socket.write(`GET ${url.pathname} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  })
}

function readAnswer(received: Buffer): RawAnswer {
  const end = received.indexOf('\r\n\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(received.subarray(0, 20).toString('latin1'))?.[1]
  const answer: RawAnswer = { status: status === undefined ? null : Number(status), frames: [], closeCode: null }
  for (let at = end + 4; end >= 0 && at + 2 <= received.length;) {
    const opcode = received[at]! & 0x0f
    const short = received[at + 1]! & 0x7f
    const start = at + (short === 126 ? 4 : short === 127 ? 10 : 2)
    const length =
      short === 126 ? received.readUInt16BE(at + 2) : short === 127 ? Number(received.readBigUInt64BE(at + 2)) : short
    const payload = received.subarray(start, start + length)
    if (opcode === 1 && payload.length === length) answer.frames.push(JSON.parse(payload.toString('utf8')))
    if (opcode === 8 && length >= 2) answer.closeCode = payload.readUInt16BE(0)
    at = start + length
  }
  return answer
}
