import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

import { CACHE_ENTRIES, CHARS_PER_CACHE } from './encoding.js'

/**
 * What the thread runs. It is a text and not a file, so that it is the same from compiled code, from sources and inside a bundle; it
 * needs nothing but the path of the encoding. Each message is one text already cut into parts; each answer is its count.
 */
const THREAD_PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { countTokens, clearMergeCache, setMergeCacheSize } = require(workerData.encoding)
const plainText = { disallowedSpecial: new Set() }
setMergeCacheSize(workerData.cacheEntries)
let chars = 0
parentPort.on('message', ({ id, parts }) => {
  let tokens = 0
  for (const part of parts) {
    tokens += countTokens(part, plainText)
    chars += part.length
    if (chars > workerData.charsPerCache) {
      clearMergeCache()
      chars = 0
    }
  }
  parentPort.postMessage({ id, tokens })
})
parentPort.postMessage({ ready: true })
`

interface Pending {
  resolve: (tokens: number) => void
  reject: (reason: Error) => void
  chars: number
}

/** One thread that counts large texts; starts with the first, ends when it had none for a while, starts again when asked again. */
export class CountingThread {
  private worker: Worker | null = null
  private ready = false
  private lastId = 0
  private queued = 0
  private readonly pending = new Map<number, Pending>()
  private idleTimer: NodeJS.Timeout | undefined

  constructor(private readonly idleMs: number) {}

  /** True from the first large text until the idle time is over. */
  get running(): boolean {
    return this.worker !== null
  }

  /** False while the thread is being started, which takes a quarter of a second on an idle machine and more on a busy one. */
  get warm(): boolean {
    return this.ready
  }

  /** Characters handed over and not yet counted. */
  get queuedChars(): number {
    return this.queued
  }

  /** Tokens of one text, given as its parts. Rejects when the thread dies; the text can then be counted elsewhere. */
  count(parts: string[]): Promise<number> {
    const worker = (this.worker ??= this.start())
    clearTimeout(this.idleTimer)
    worker.ref() // work under way keeps the process alive, an idle thread does not
    const id = ++this.lastId
    const chars = parts.reduce((sum, part) => sum + part.length, 0)
    this.queued += chars
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, chars })
      worker.postMessage({ id, parts })
    })
  }

  /** Ends the thread; texts not yet counted reject. */
  async close(): Promise<void> {
    clearTimeout(this.idleTimer)
    await this.worker?.terminate()
  }

  private start(): Worker {
    const encoding = createRequire(import.meta.url).resolve('gpt-tokenizer/encoding/o200k_base')
    const workerData = { encoding, cacheEntries: CACHE_ENTRIES, charsPerCache: CHARS_PER_CACHE }
    // No flags of the parent: a test runner's loaders have no business in there.
    const worker = new Worker(THREAD_PROGRAM, { eval: true, execArgv: [], workerData })
    worker.on('message', (message: { ready: true } | { id: number; tokens: number }) => {
      if ('ready' in message) this.ready = true
      else this.settle(message.id, message.tokens)
    })
    worker.on('error', (error) => this.lose(worker, error))
    worker.on('exit', () => this.lose(worker, new Error('The counting thread has ended.')))
    return worker
  }

  private settle(id: number, tokens: number): void {
    const entry = this.pending.get(id)
    if (!entry) return
    this.pending.delete(id)
    this.queued -= entry.chars
    entry.resolve(tokens)
    if (this.pending.size > 0) return
    this.worker?.unref()
    this.idleTimer = setTimeout(() => void this.worker?.terminate(), this.idleMs)
    this.idleTimer.unref()
  }

  private lose(worker: Worker, reason: Error): void {
    if (this.worker !== worker) return
    this.worker = null
    this.ready = false
    this.queued = 0
    const lost = [...this.pending.values()]
    this.pending.clear()
    for (const entry of lost) entry.reject(reason)
  }
}
