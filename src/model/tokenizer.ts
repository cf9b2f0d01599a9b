import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

import type { Tokenizer } from '../app/ports/ports.js'
import { countPart, countText } from './encoding.js'
import { cutForEncoding } from './text-cuts.js'
import { CountingThread } from './tokenizer-thread.js'

export interface TokenizerOptions {
  /** Texts longer than this many characters are counted on the thread; default 16,384 (2 to 8 ms of counting, 20 for noise). */
  hereChars?: number
  /** How long a caller waits for the thread before the estimate answers; default 2,000 ms, plus 1 ms for each 1,000 characters waiting
   * (the slowest script counts at 0.6 MB/s, most at 2 to 6). */
  boundMs?: number
  /** Added to the bound while the thread is being started; default 5,000 ms. */
  startMs?: number
  /** The thread ends after this time without work; default 60,000 ms. */
  idleMs?: number
}

/** Many short texts at once are as heavy as a long one: past this sum they too go to the thread. */
const BATCH_HERE_CHARS = 131_072
/** Characters counted, or cut for the thread, before other work gets its turn. [T1] */
const CHARS_PER_TURN = 16_384
/** Also what the thread is given at once: copying a text of many megabytes takes as long as counting here would be allowed to. */
const CUT_CHARS_PER_TURN = 131_072
const REMEMBERED_TEXTS = 500
/** Shorter texts are counted faster than their digest is made and kept; longer ones would hold the event loop for their digest. */
const REMEMBER_FROM_CHARS = 1_024
const REMEMBER_TO_CHARS = 1_000_000

/** o200k_base counts for any text, linear in its length, without holding the event loop. [T1] */
export class O200kTokenizer implements Tokenizer {
  private readonly hereChars: number
  private readonly boundMs: number
  private readonly startMs: number
  private readonly thread: CountingThread
  private readonly known = new LRUCache<string, number>({ max: REMEMBERED_TEXTS })
  private closed = false
  /** How many answers were estimates because the bound had passed; for metrics. */
  estimates = 0

  constructor(options: TokenizerOptions = {}) {
    this.hereChars = options.hereChars ?? 16_384
    this.boundMs = options.boundMs ?? 2_000
    this.startMs = options.startMs ?? 5_000
    this.thread = new CountingThread(options.idleMs ?? 60_000)
  }

  /** True while the counting thread exists. */
  get threadRunning(): boolean {
    return this.thread.running
  }

  count(text: string): number {
    return this.recall(text) ?? this.remember(text, countText(text))
  }

  async countAll(texts: string[]): Promise<number[]> {
    const counts = texts.map((text) => this.recall(text))
    const heavy =
      texts.reduce((sum, text, i) => sum + (counts[i] === undefined ? text.length : 0), 0) > BATCH_HERE_CHARS
    let charsThisTurn = 0
    let charsHandedOver = 0
    const far: Promise<void>[] = []
    for (const [i, text] of texts.entries()) {
      if (counts[i] !== undefined) continue
      if (heavy || text.length > this.hereChars) {
        charsHandedOver += Math.min(text.length, CUT_CHARS_PER_TURN)
        if (charsHandedOver > CUT_CHARS_PER_TURN) {
          await nextTurn()
          charsHandedOver = text.length
        }
        far.push(this.countFar(text).then((tokens) => void (counts[i] = tokens)))
        continue
      }
      charsThisTurn += text.length
      if (charsThisTurn > CHARS_PER_TURN) {
        await nextTurn()
        charsThisTurn = text.length
      }
      counts[i] = this.count(text)
    }
    await Promise.all(far)
    return counts.map((tokens, i) => tokens ?? estimateTokens(texts[i] ?? ''))
  }

  async close(): Promise<void> {
    this.closed = true
    await this.thread.close()
  }

  private async countFar(text: string): Promise<number> {
    const exact = this.countOnThread(text)
      // The thread is a convenience: without it the count is the same, in small steps between which others get their turn.
      .catch(() => this.countInSteps(text))
      .then((tokens) => this.remember(text, tokens))
    const waitMs =
      this.boundMs + (this.thread.warm ? 0 : this.startMs) + (this.thread.queuedChars + text.length) / 1_000
    let timer: NodeJS.Timeout | undefined
    const bound = new Promise<number>((resolve) => {
      timer = setTimeout(() => {
        this.estimates++
        resolve(estimateTokens(text)) // the exact count still comes, and is remembered
      }, waitMs)
    })
    return Promise.race([exact, bound]).finally(() => clearTimeout(timer))
  }

  private async countOnThread(text: string): Promise<number> {
    const counts: Promise<number>[] = []
    const count = (parts: string[]) => {
      if (this.closed) throw new Error('The tokenizer is closed.')
      const counted = this.thread.count(parts)
      // Heard below; when the thread dies, the others must not count as unheard.
      counted.catch(() => {})
      counts.push(counted)
    }
    let parts: string[] = []
    let chars = 0
    for (const part of cutForEncoding(text)) {
      parts.push(part)
      chars += part.length
      if (chars < CUT_CHARS_PER_TURN) continue
      count(parts)
      await nextTurn()
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
      if (chars < CHARS_PER_TURN) continue
      await nextTurn()
      chars = 0
    }
    return tokens
  }

  private recall(text: string): number | undefined {
    return isRemembered(text) ? this.known.get(digestOf(text)) : undefined
  }

  private remember(text: string, tokens: number): number {
    if (isRemembered(text)) this.known.set(digestOf(text), tokens)
    return tokens
  }
}

/** Never too low: every token of o200k_base is at least one byte of UTF-8. Three to four times too high for English. */
export function estimateTokens(text: string): number {
  return Buffer.byteLength(text, 'utf8')
}

function isRemembered(text: string): boolean {
  return text.length >= REMEMBER_FROM_CHARS && text.length <= REMEMBER_TO_CHARS
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
