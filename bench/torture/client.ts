import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../support/random.js'
import type { Tally } from './tally.js'

/** A well-behaved client: retries with the same idempotency key until it gets an answer. */

export interface Answer {
  status: number
  text: string
  /** Ms that the server asks the client to wait before a retry; 0 if it does not ask. */
  retryAfterMs: number
}
export interface Ask {
  body?: string
  headers?: Record<string, string>
  /** Sometimes disconnects in the middle of a request and retries. */
  impatient?: boolean
}

const ASK_TIMEOUT_MS = 20_000
/** Longer than any repair: a restart, a crash recovery, or one after the other. */
const PATIENCE_MS = 120_000
/** Statuses that ask the client to retry. */
const NOT_NOW = new Set([429, 502, 503, 504])

export class Client {
  constructor(
    /** Addresses of the APIs; each request goes to any of them. */
    private readonly urls: readonly string[],
    private readonly key: string,
    private readonly random: Random,
    private readonly tally: Tally,
  ) {}

  /** Retries until it gets a final answer. Throws after PATIENCE_MS without one. */
  async insist(method: string, path: string, ask: Ask = {}): Promise<Answer> {
    const deadline = Date.now() + PATIENCE_MS
    let last = 'no answer'
    while (Date.now() < deadline) {
      let waitMs = 0
      try {
        const answer = await this.once(method, path, ask)
        if (answer.status === 500) this.tally.violate(`${method} ${path}: 500 ${answer.text}`)
        if (!NOT_NOW.has(answer.status) && answer.status !== 500) return answer
        last = `${answer.status} ${answer.text}`
        waitMs = answer.retryAfterMs
      } catch (error) {
        last = String(error)
      }
      this.tally.retries += 1
      await sleep(waitMs + this.random.int(20, 250))
    }
    throw new Error(`${method} ${path}: ${last}, for ${PATIENCE_MS / 1_000} s`)
  }

  /** Returns the parsed reply. Throws unless the status is 200. */
  async read<T>(path: string): Promise<{ value: T; text: string }> {
    const { status, text } = await this.insist('GET', path)
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`)
    const value: T = JSON.parse(text)
    return { value, text }
  }

  private async once(method: string, path: string, { body, headers = {}, impatient = false }: Ask): Promise<Answer> {
    const timeoutMs = impatient && this.random.chance(0.05) ? this.random.int(0, 15) : ASK_TIMEOUT_MS
    const response = await fetch(anyOf(this.urls, this.random) + path, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1_000
    return { status: response.status, text: await response.text(), retryAfterMs }
  }
}

/** Draws only if there is a choice, so that a seed means the same in every shape. */
export function anyOf(urls: readonly string[], random: Random): string {
  return urls.length === 1 ? urls[0]! : random.pick(urls)
}
