import { createRequire } from 'node:module'
import type { Transform } from 'node:stream'
import { Worker } from 'node:worker_threads'
import * as zlib from 'node:zlib'
import { DomainError } from '../../domain/errors.js'
import { brokenEncoding, collect, decodedTooLarge, piecesOf, type DecodeLimits } from './decoded.js'
import { readFrames, type Range } from './zstd-frames.js'

/** Decodes zstd: with Node's decoder where it exists (22.15), else with fzstd on a thread. */

/** Longest time for one body, in ms. 16 MiB take 0.2 s; a body made to be slow could take hours. */
const DECODE_MS = 5_000
/** The thread ends after this time without work. */
const IDLE_MS = 60_000

/** Returns the decoded bytes. Throws body_too_large, invalid_request, and what `growTo` throws. */
export async function unzstd(bytes: Buffer, limits: DecodeLimits): Promise<Buffer> {
  const { maxBytes, growTo } = limits
  const frames = readFrames(bytes, maxBytes)
  if (frames.kind === 'broken') throw brokenEncoding('zstd')
  if (frames.bytes > maxBytes) throw decodedTooLarge('zstd', maxBytes)
  const native = nativeDecoder()
  if (native) return collect(framesOf(bytes, frames.ranges, native), 'zstd', limits)
  const decoded = await thread.decode(bytes, maxBytes)
  growTo?.(decoded.length)
  return decoded
}

/** Node's decoder stops silently at the end of the first frame, so each frame has one of its own. */
async function* framesOf(
  bytes: Buffer,
  ranges: readonly Range[],
  native: () => Transform,
): AsyncGenerator<Buffer, void> {
  for (const [start, end] of ranges) yield* piecesOf(native(), bytes.subarray(start, end))
}

/** The types of Node 20 do not have it. */
function nativeDecoder(): (() => Transform) | null {
  const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform }
  return createZstdDecompress ?? null
}

/** The program of the thread, a string so that it also works from sources. Sequences of a hostile block may copy
 * gigabytes before the cap on the decoded size is checked: only a thread can be ended then. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { Decompress } = require(workerData.fzstd)
parentPort.on('message', ({ bytes, maxBytes }) => {
  try {
    const pieces = []
    let size = 0
    const stream = new Decompress((piece) => {
      size += piece.length
      if (size > maxBytes) throw new RangeError('too-large')
      pieces.push(piece)
    })
    stream.push(bytes, true)
    const decoded = new Uint8Array(size)
    let at = 0
    for (const piece of pieces) {
      decoded.set(piece, at)
      at += piece.length
    }
    parentPort.postMessage({ decoded }, [decoded.buffer])
  } catch (error) {
    parentPort.postMessage({ failure: error.message === 'too-large' ? 'too-large' : 'broken' })
  }
})
`
type Reply = { decoded: Uint8Array } | { failure: 'too-large' | 'broken' }

/** Decodes one body after the other. Starts with the first body, and again after a body that took too long. */
class DecodingThread {
  private worker: Worker | null = null
  private last: Promise<unknown> = Promise.resolve()
  private idle: NodeJS.Timeout | undefined

  decode(bytes: Buffer, maxBytes: number): Promise<Buffer> {
    const decoded = this.last.then(() => this.run(bytes, maxBytes))
    this.last = decoded.catch(() => {})
    return decoded
  }

  private async run(bytes: Buffer, maxBytes: number): Promise<Buffer> {
    clearTimeout(this.idle)
    const reply = await this.ask(bytes, maxBytes)
    this.idle = setTimeout(() => this.end(), IDLE_MS).unref()
    if ('decoded' in reply) return Buffer.from(reply.decoded.buffer)
    throw reply.failure === 'too-large' ? decodedTooLarge('zstd', maxBytes) : brokenEncoding('zstd')
  }

  private ask(bytes: Buffer, maxBytes: number): Promise<Reply> {
    const worker = (this.worker ??= start())
    return new Promise((resolve, reject) => {
      const settle = (reply: Reply | Error) => {
        clearTimeout(timer)
        worker.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit')
        if (!(reply instanceof Error)) return resolve(reply)
        // An error event without a listener would end the process.
        worker.on('error', () => {})
        this.end()
        reject(reply)
      }
      const timer = setTimeout(() => settle(tooSlow()), DECODE_MS)
      worker.once('error', settle)
      worker.once('exit', () => settle(new Error('The decoding thread has ended.')))
      worker.once('message', settle)
      worker.postMessage({ bytes, maxBytes })
    })
  }

  private end(): void {
    void this.worker?.terminate()
    this.worker = null
  }
}
const thread = new DecodingThread()

function tooSlow(): DomainError {
  return new DomainError(
    'request_timeout',
    `Decoding the zstd body takes more than ${DECODE_MS} ms. Send it in another encoding.`,
  )
}

function start(): Worker {
  const fzstd = createRequire(import.meta.url).resolve('fzstd')
  // Without the flags of the parent: the thread must not load a test runner's loaders.
  const worker = new Worker(PROGRAM, { eval: true, execArgv: [], workerData: { fzstd } })
  worker.unref()
  return worker
}
