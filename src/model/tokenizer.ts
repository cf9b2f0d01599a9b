import { hash } from 'node:crypto'
import { pause, pauseWhenDue } from '../ports/pause.js'
import { LRUCache } from 'lru-cache'

import type { Tokenizer } from '../ports/ports.js'

import type { Encoding } from '../domain/model/encodings.js'
import { countPart, countText, warmUp } from './encoding.js'
import { cutForEncoding } from './text-cuts.js'
import { CountingThread } from './tokenizer-thread.js'

export interface TokenizerOptions {
  /** The thread counts texts longer than this many characters. Default 12,288, which take 1 to 6 ms (noise: 28 ms). */
  hereChars?: number
  /**
   * Longest wait for the thread before the caller gets an estimate. Default 2,000 ms, plus 1 ms per 1,000 queued
   * characters. The slowest script is counted at 0.6 MB/s, most at 2 to 6 MB/s.
   */
  boundMs?: number
  /** Added to the wait while the thread is starting. Default 5,000 ms. */
  startMs?: number
  /** The thread ends after this time without work. Default 60,000 ms. */
  idleMs?: number
}

/** Many short texts cost as much as a long one. If a batch exceeds this sum, the thread counts all of it. */
const BATCH_HERE_CHARS = 131_072
/** Characters counted here before yielding to the event loop. [T1] */
const CHARS_PER_SLICE = 12_288
/** Characters cut before yielding, and sent to the thread in one message: copying megabytes takes too long. [T1] */
const CUT_CHARS_PER_SLICE = 65_536
/** Texts that the thread counts at a time. Thousands of replies would otherwise arrive in one iteration of the event loop. */
const SENT_TOGETHER = 500
const REMEMBERED_TEXTS = 500
/** Counting shorter texts is faster than computing their digest. Digests of longer ones would block the event loop. */
const REMEMBER_FROM_CHARS = 1_024
const REMEMBER_TO_CHARS = 1_000_000

/** Counts o200k_base tokens of any text in linear time, without blocking the event loop. [T1] */
export class O200kTokenizer implements Tokenizer {
  private readonly hereChars: number
  private readonly boundMs: number
  private readonly startMs: number
  private readonly thread: CountingThread
  private readonly known = new LRUCache<string, number>({ max: REMEMBERED_TEXTS })
  private closed = false
  /** Number of counts that were estimates because the wait was too long; a metric. */
  estimates = 0

  constructor(options: TokenizerOptions = {}) {
    this.hereChars = options.hereChars ?? 12_288
    this.boundMs = options.boundMs ?? 2_000
    this.startMs = options.startMs ?? 5_000
    this.thread = new CountingThread(options.idleMs ?? 60_000)
    warmUp()
  }

  /** Whether the counting thread exists. */
  get threadRunning(): boolean {
    return this.thread.running
  }

  count(text: string): number {
    return this.countHere(text, digestOf(text))
  }

  async countAll(texts: string[]): Promise<number[]> {
    const digests = await digestsOf(texts)
    const counts = digests.map((digest) => this.recall(digest))
    const heavy =
      texts.reduce((sum, text, i) => sum + (counts[i] === undefined ? text.length : 0), 0) > BATCH_HERE_CHARS
    let charsThisSlice = 0
    let charsSent = 0
    const onThread: Promise<void>[] = []
    const late = { freeChars: BATCH_HERE_CHARS }
    for (const [i, text] of texts.entries()) {
      if (counts[i] !== undefined) continue
      if (heavy || text.length > this.hereChars) {
        charsSent += Math.min(text.length, CUT_CHARS_PER_SLICE)
        if (charsSent > CUT_CHARS_PER_SLICE) {
          await pause()
          charsSent = text.length
        }
        onThread.push(this.countOrEstimate(text, digests[i]!, late).then((tokens) => void (counts[i] = tokens)))
        if (onThread.length % SENT_TOGETHER === 0) await Promise.all(onThread)
        continue
      }
      charsThisSlice += text.length
      if (charsThisSlice > CHARS_PER_SLICE) {
        await pause()
        charsThisSlice = text.length
      }
      counts[i] = this.countHere(text, digests[i]!)
    }
    await Promise.all(onThread)
    return counts.map((tokens, i) => tokens ?? estimateTokens(texts[i] ?? ''))
  }

  async recount(texts: string[], encoding: Encoding): Promise<number[]> {
    const counts: number[] = []
    // One after the other: the thread must also serve counts that a request waits for.
    for (const text of texts) counts.push(await this.countOnThread(text, encoding))
    return counts
  }

  async close(): Promise<void> {
    this.closed = true
    await this.thread.close()
  }

  /** @param late characters that may still be counted here when the thread answers too late */
  private async countOrEstimate(text: string, digest: string | null, late: { freeChars: number }): Promise<number> {
    const exact = this.countOnThread(text)
      // Without the thread, count here in small slices, with the same result.
      .catch(() => this.countInSteps(text))
      .then((tokens) => this.remember(digest, tokens))
    const waitMs =
      this.boundMs + (this.thread.warm ? 0 : this.startMs) + (this.thread.queuedChars + text.length) / 1_000
    let timer: NodeJS.Timeout | undefined
    const bound = new Promise<number>((resolve) => {
      timer = setTimeout(() => {
        // A stored count never changes, and an estimate is several times too high. A busy machine alone must not cause one.
        if (text.length <= late.freeChars) {
          late.freeChars -= text.length
          return resolve(this.countInSteps(text))
        }
        this.estimates++
        resolve(estimateTokens(text)) // the exact count is still cached when it arrives
      }, waitMs)
    })
    return Promise.race([exact, bound]).finally(() => clearTimeout(timer))
  }

  private async countOnThread(text: string, encoding: Encoding | null = null): Promise<number> {
    const counts: Promise<number>[] = []
    const count = (parts: string[]) => {
      if (this.closed) throw new Error('The tokenizer is closed.')
      const counted = this.thread.count(parts, encoding)
      // Promise.all below handles the first failure. The others must not become unhandled rejections.
      counted.catch(() => {})
      counts.push(counted)
    }
    let parts: string[] = []
    let chars = 0
    for (const part of cutForEncoding(text)) {
      parts.push(part)
      chars += part.length
      if (chars < CUT_CHARS_PER_SLICE) continue
      count(parts)
      await pause()
      parts = []
      chars = 0
    }
    count(parts)
    return (await Promise.all(counts)).reduce((sum, tokens) => sum + tokens, 0)
  }

  private async countInSteps(text: string): Promise<number> {
    let tokens = 0
    let chars = 0
    for (const part of cutForEncoding(text)) {
      tokens += countPart(part)
      chars += part.length
      if (chars < CHARS_PER_SLICE) continue
      await pause()
      chars = 0
    }
    return tokens
  }

  private countHere(text: string, digest: string | null): number {
    return this.recall(digest) ?? this.remember(digest, countText(text))
  }

  private recall(digest: string | null): number | undefined {
    return digest === null ? undefined : this.known.get(digest)
  }

  private remember(digest: string | null, tokens: number): number {
    if (digest !== null) this.known.set(digest, tokens)
    return tokens
  }
}

/** Returns an upper bound: every o200k_base token is at least one UTF-8 byte. For English 3 to 4 times too high. */
export function estimateTokens(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

async function digestsOf(texts: readonly string[]): Promise<(string | null)[]> {
  const digests: (string | null)[] = []
  for (const text of texts) {
    await pauseWhenDue()
    digests.push(digestOf(text))
  }
  return digests
}

/** Null: the count of a text of this length is not remembered. */
function digestOf(text: string): string | null {
  if (text.length < REMEMBER_FROM_CHARS || text.length > REMEMBER_TO_CHARS) return null
  return hash('sha256', text, 'base64')
}
