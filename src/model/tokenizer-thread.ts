import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

import { ENCODINGS, type Encoding } from '../domain/model/encodings.js'

/**
 * The program of the thread. It is a string and not a file, so that it also works from sources and inside a bundle.
 * It needs only the paths of the encoders. Each message is one text cut into parts; each reply is its token count. With
 * `encoding`, the reference encoder js-tiktoken counts, which rejects no control tokens and caches nothing.
 */
const THREAD_PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads')
const { countTokens, clearMergeCache, setMergeCacheSize } = require(workerData.encoding)
const plainText = { disallowedSpecial: new Set() }
setMergeCacheSize(workerData.cacheEntries)
let chars = 0
const references = new Map()
// Loaded with the first text: the ranks take 20 MB and 0.3 s.
const reference = (encoding) => {
  if (!references.has(encoding)) {
    const { Tiktoken } = require(workerData.tiktoken)
    const ranks = require(workerData.ranks[encoding])
    references.set(encoding, new Tiktoken(ranks.default ?? ranks))
  }
  return references.get(encoding)
}
parentPort.on('message', ({ id, parts, encoding }) => {
  let tokens = 0
  if (encoding !== null) {
    try {
      for (const part of parts) tokens += reference(encoding).encode(part, [], []).length
      parentPort.postMessage({ id, tokens })
    } catch (error) {
      parentPort.postMessage({ id, failure: String(error) })
    }
    return
  }
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

/**
 * Characters counted before the library's merge cache is cleared. The library caches how it merged rare words. Evicting
 * single entries costs more than merging again (random letters: 550 ms with eviction, 190 ms without). Its keys are
 * slices that keep their whole source text in memory. So the cache is cleared before it is full, which bounds it to a
 * few MB on ordinary text and about 25 MB on noise.
 */
const CHARS_PER_CACHE = 400_000
/** More entries than CHARS_PER_CACHE characters can produce. */
const CACHE_ENTRIES = 1_000_000

type Counted = { id: number } & ({ tokens: number } | { failure: string })

interface Pending {
  resolve: (tokens: number) => void
  reject: (reason: Error) => void
  chars: number
}

/** Counts large texts on a thread that starts with the first text, ends after `idleMs` without work, and restarts. */
export class CountingThread {
  private worker: Worker | null = null
  private ready = false
  private lastId = 0
  private queued = 0
  private readonly pending = new Map<number, Pending>()
  private idleTimer: NodeJS.Timeout | undefined

  constructor(private readonly idleMs: number) {}

  /** Whether the thread exists: from the first text until it has been idle for `idleMs`. */
  get running(): boolean {
    return this.worker !== null
  }

  /** Whether the thread has started. Starting takes 250 ms on an idle machine and longer on a busy one. */
  get warm(): boolean {
    return this.ready
  }

  /** Characters sent to the thread and not yet counted. */
  get queuedChars(): number {
    return this.queued
  }

  /** Counts the tokens of one text, given as its parts. Rejects if the thread dies; callers can then count the text.
   * @param encoding counts with the reference encoder of that encoding */
  count(parts: string[], encoding: Encoding | null = null): Promise<number> {
    const worker = (this.worker ??= this.start())
    clearTimeout(this.idleTimer)
    worker.ref() // a busy thread keeps the process alive, an idle one does not
    const id = ++this.lastId
    const chars = parts.reduce((sum, part) => sum + part.length, 0)
    this.queued += chars
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve, reject, chars })
      worker.postMessage({ id, parts, encoding })
    })
  }

  /** Ends the thread. Pending counts reject. */
  async close(): Promise<void> {
    clearTimeout(this.idleTimer)
    await this.worker?.terminate()
  }

  private start(): Worker {
    const { resolve } = createRequire(import.meta.url)
    const workerData = {
      encoding: resolve('gpt-tokenizer/encoding/o200k_base'),
      tiktoken: resolve('js-tiktoken/lite'),
      ranks: Object.fromEntries(ENCODINGS.map((name) => [name, resolve(`js-tiktoken/ranks/${name}`)])),
      cacheEntries: CACHE_ENTRIES,
      charsPerCache: CHARS_PER_CACHE,
    }
    // Without the flags of the parent: the thread must not load a test runner's loaders.
    const worker = new Worker(THREAD_PROGRAM, { eval: true, execArgv: [], workerData })
    worker.on('message', (message: { ready: true } | Counted) => {
      if ('ready' in message) this.ready = true
      else this.settle(message)
    })
    worker.on('error', (error) => this.lose(worker, error))
    worker.on('exit', () => this.lose(worker, new Error('The counting thread has ended.')))
    return worker
  }

  private settle(counted: Counted): void {
    const { id } = counted
    const entry = this.pending.get(id)
    if (!entry) return
    this.pending.delete(id)
    this.queued -= entry.chars
    if ('failure' in counted) entry.reject(new Error(`The reference encoder failed: ${counted.failure}`))
    else entry.resolve(counted.tokens)
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
