import { WebSocket } from 'ws'

/** Entry point of a process with many subscribers, so that their work is not counted as the service's. */

export interface ClientJob {
  /** Addresses of WebSocket servers; the subscribers are distributed over them. */
  urls: string[]
  key: string
  count: number
  /** Whether to subscribe to new events. */
  subscribe: boolean
  /** Whether to read the time of each event. */
  timed: boolean
}

/** What all subscribers together received since the last report. */
export interface ClientReport {
  frames: number
  bytes: number
  /** Ms from the time of an event to its arrival, of some of the arrivals. */
  delays: number[]
  /** Fewest and most events of one subscriber. */
  fewest: number
  most: number
  closed: number
}

export type ClientMessage = { kind: 'open'; job: ClientJob } | { kind: 'report' }
export type ClientAnswer = { kind: 'ready' } | { kind: 'report'; report: ClientReport }

/** Connections that are opened at once. */
const OPENING = 50
const TRIES = 5
/** Connections from one loopback address. */
const PER_ADDRESS = 100
/** One arrival in this many is timed. */
const TIMED_EVERY = 7
const AT = Buffer.from('"at":"')
const EVENT = Buffer.from('{"type":"event"')

const received: number[] = []
let delays: number[] = []
let bytes = 0
let closed = 0
let arrivals = 0

process.on('message', (message: ClientMessage) => {
  if (message.kind === 'report') return answer({ kind: 'report', report: report() })
  openAll(message.job).then(
    () => answer({ kind: 'ready' }),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})

function answer(message: ClientAnswer): void {
  process.send?.(message)
}

function report(): ClientReport {
  const frames = received.reduce((sum, count) => sum + count, 0)
  const fewest = received.reduce((least, count) => Math.min(least, count), Infinity)
  const most = received.reduce((highest, count) => Math.max(highest, count), 0)
  const made = { frames, bytes, delays, fewest, most, closed }
  received.fill(0)
  delays = []
  bytes = 0
  return made
}

async function openAll(job: ClientJob): Promise<void> {
  let next = 0
  const opener = async () => {
    while (next < job.count) await openOrRetry(job, next++)
  }
  await Promise.all(Array.from({ length: OPENING }, opener))
}

/** A busy service may close a connection before its first answer. */
async function openOrRetry(job: ClientJob, index: number): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await open(job, index)
    } catch (error) {
      if (tries === TRIES) throw error
    }
}

function open({ urls, key, subscribe, timed }: ClientJob, index: number): Promise<void> {
  received[index] = 0
  const socket = new WebSocket(urls[index % urls.length]!, {
    headers: { authorization: `Bearer ${key}` },
    perMessageDeflate: false,
    skipUTF8Validation: true,
    // The service limits handshakes per address.
    localAddress: `127.${1 + (process.pid % 200)}.${Math.floor(index / PER_ADDRESS / 250)}.${1 + (Math.floor(index / PER_ADDRESS) % 250)}`,
  })
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    let isOpen = false
    socket.on('close', (code) => {
      if (isOpen) closed += 1
      else reject(new Error(`closed with ${code} before the first answer`))
    })
    socket.on('message', (data: Buffer) => {
      if (data.subarray(0, EVENT.length).equals(EVENT)) {
        received[index]! += 1
        bytes += data.length
        if (timed && arrivals++ % TIMED_EVERY === 0) delays.push(Date.now() - timeOf(data))
        return
      }
      const { type } = JSON.parse(data.toString()) as { type: string }
      if (type === 'hello' && subscribe) socket.send('{"type":"subscribe"}')
      else if (type === 'hello' || type === 'caught-up') {
        isOpen = true
        resolve()
      }
    })
  })
}

/** Returns the time of an event without parsing all of it. */
function timeOf(data: Buffer): number {
  const from = data.indexOf(AT) + AT.length
  return Date.parse(data.toString('latin1', from, data.indexOf('"', from)))
}
