import { countText } from '../../src/model/encoding.js'

/** What replays cost, computed from the prompts that the upstream received and from the histories that the client sent. Sums
 * over requests; the first request of a replay is paid in any case, so it counts for nothing but the use. */
export interface PromptFigures {
  requests: number
  /** Requests that did not contain the whole previous prompt as their beginning. */
  breaks: number
  /** Breaks of a context that drops all but the fixed part and the newest additions whenever it is full. What is sent verbatim
   * cannot break less often. */
  leastBreaks: number
  /** Prompt tokens, and those of them that the previous prompt had at the same place. */
  sent: number
  reusable: number
  /** Tokens that the client added to its history. */
  added: number
  /** The same of the requests whose history no longer fitted into the usable limit (limit − reserve). */
  full: { requests: number; again: number; added: number; uses: number }
  /** Largest share of the usable limit that a prompt took. Above 1, it did not fit. */
  largest: number
}

/** Returns the share of prompt tokens that a model server could reuse. */
export function reusableShare({ sent, reusable }: PromptFigures): number {
  return reusable / Math.max(1, sent)
}

/** Returns prompt tokens outside the previous prompt's prefix ÷ tokens that the client added. 1 is ideal. */
export function amplification({ sent, reusable, added }: PromptFigures): number {
  return (sent - reusable) / Math.max(1, added)
}

/** Returns the same of the requests whose history no longer fitted; NaN: all fitted. */
export function fullAmplification({ full }: PromptFigures): number {
  return full.again / full.added
}

/** Returns the mean share of the usable limit that a prompt took once the history no longer fitted; NaN: all fitted. */
export function meanUse({ full }: PromptFigures): number {
  return full.uses / full.requests
}

/** One request: the prompt that the upstream received and the history that the client sent, both in pieces, in order. The
 * first piece is the fixed part. */
export interface Exchange {
  prompt: readonly string[]
  client: readonly string[]
}

/** Counts prompts that share most of their pieces: each piece is counted once. */
export class PieceCounter {
  private readonly known = new Map<string, number>()

  of(pieces: readonly string[]): number {
    return pieces.reduce((sum, piece) => sum + this.one(piece), 0)
  }

  one(piece: string): number {
    const tokens = this.known.get(piece) ?? countText(piece)
    this.known.set(piece, tokens)
    return tokens
  }
}

const NOTHING: PromptFigures = {
  ...{ requests: 0, breaks: 0, leastBreaks: 0, sent: 0, reusable: 0, added: 0, largest: 0 },
  full: { requests: 0, again: 0, added: 0, uses: 0 },
}

/** Returns the figures of one replay.
 * @param usable tokens that a prompt may take */
export function figuresOf(exchanges: readonly Exchange[], usable: number, counter: PieceCounter): PromptFigures {
  const sums = structuredClone(NOTHING)
  let emptied = 0
  for (const [at, { prompt, client }] of exchanges.entries()) {
    const tokens = counter.of(prompt)
    const isFull = counter.of(client) > usable
    sums.requests += 1
    sums.largest = Math.max(sums.largest, tokens / usable)
    if (isFull) {
      sums.full.requests += 1
      sums.full.uses += tokens / usable
    }
    const before = exchanges[at - 1]
    const added = counter.of(client) - (before ? commonPrefix(before.client, client, counter).tokens : 0)
    emptied += added
    if (!before) continue
    if (emptied > usable) {
      sums.leastBreaks += 1
      emptied = counter.one(client[0] ?? '') + added
    }
    const prefix = commonPrefix(before.prompt, prompt, counter)
    sums.sent += tokens
    sums.reusable += prefix.tokens
    sums.added += added
    if (!prefix.isWhole) sums.breaks += 1
    if (isFull) {
      sums.full.again += tokens - prefix.tokens
      sums.full.added += added
    }
  }
  return sums
}

/** Returns the sums of several replays. */
export function combined(all: readonly PromptFigures[]): PromptFigures {
  return all.reduce(
    (a, b) => ({
      requests: a.requests + b.requests,
      breaks: a.breaks + b.breaks,
      leastBreaks: a.leastBreaks + b.leastBreaks,
      sent: a.sent + b.sent,
      reusable: a.reusable + b.reusable,
      added: a.added + b.added,
      largest: Math.max(a.largest, b.largest),
      full: {
        requests: a.full.requests + b.full.requests,
        again: a.full.again + b.full.again,
        added: a.full.added + b.full.added,
        uses: a.full.uses + b.full.uses,
      },
    }),
    NOTHING,
  )
}

/** Returns the tokens of the longest common prefix, and whether it is the whole of `before`. */
export function commonPrefix(
  before: readonly string[],
  now: readonly string[],
  counter: PieceCounter,
): { tokens: number; isWhole: boolean } {
  let tokens = 0
  for (const [at, piece] of before.entries()) {
    const other = now[at]
    if (other === piece) {
      tokens += counter.one(piece)
      continue
    }
    return { tokens: tokens + countText(sameStart(piece, other ?? '')), isWhole: false }
  }
  return { tokens, isWhole: true }
}

function sameStart(a: string, b: string): string {
  let length = 0
  while (length < a.length && a.charCodeAt(length) === b.charCodeAt(length)) length += 1
  return a.slice(0, length)
}
