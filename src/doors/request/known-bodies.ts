import type { ElementKind } from '../protocol.js'
import type { ChainLink } from './digest-chain.js'
import type { ParsedBody } from './parse-body.js'

/** Remembers the newest request of each conversation. A client resends its whole history, so the next body begins with
 * the same bytes: only what follows them has to be parsed and digested. */

/** What is known of a body. Lists have one entry per element. */
export interface KnownBody {
  /** Scope of the digests: app, door and name of the conversation. */
  scope: string
  body: ParsedBody
  kinds: ElementKind[]
  /** Place after each element that is a turn, in order. */
  links: ChainLink[]
  /** Digest before the first message. */
  seed: string
  /** Session in which it was stored. */
  sessionId: string
}

const MAX_BYTES = 64 * 1_048_576
const MAX_BODIES = 256
/** Bytes compared at once. */
const CHUNK = 65_536

export class KnownBodies {
  /** Newest last. */
  private known: KnownBody[] = []
  private bytes = 0

  constructor(private readonly maxBytes = MAX_BYTES) {}

  /** Returns the known body with the longest common beginning in whole elements, and their number; null: none. */
  longest(scope: string, bytes: Buffer): { known: KnownBody; count: number } | null {
    let best: { known: KnownBody; count: number } | null = null
    for (const known of this.known) {
      if (known.scope !== scope) continue
      const count = commonElements(known.body, bytes)
      if (count > 0 && count >= (best?.count ?? 0)) best = { known, count }
    }
    return best
  }

  /** Returns the known bodies of a scope that have answers. */
  of(scope: string): KnownBody[] {
    return this.known.filter((one) => one.scope === scope && one.links.length > 1)
  }

  /** Remembers a body in place of the one it continues. */
  remember(body: KnownBody, before: KnownBody | null): void {
    // A fork leaves the branch it came from.
    if (before?.sessionId === body.sessionId) this.forget(before)
    if (body.body.bytes.length > this.maxBytes / 4) return
    this.known.push(body)
    this.bytes += body.body.bytes.length
    while (this.known.length > MAX_BODIES || this.bytes > this.maxBytes) this.forget(this.known[0]!)
  }

  private forget(body: KnownBody): void {
    const at = this.known.indexOf(body)
    if (at < 0) return
    this.known.splice(at, 1)
    this.bytes -= body.body.bytes.length
  }
}

function commonElements(earlier: ParsedBody, bytes: Buffer): number {
  const same = commonBytes(earlier.bytes, bytes)
  if (same <= earlier.list.from) return 0
  const { elements } = earlier
  let low = 0
  let high = elements.length
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (elements[middle - 1]!.to <= same) low = middle
    else high = middle - 1
  }
  return low
}

/** Returns the length of the common beginning. */
function commonBytes(a: Buffer, b: Buffer): number {
  const end = Math.min(a.length, b.length)
  let at = 0
  while (at < end) {
    const to = Math.min(end, at + CHUNK)
    if (a.compare(b, at, to, at, to) !== 0) return at + differenceIn(a.subarray(at, to), b.subarray(at, to))
    at = to
  }
  return end
}

function differenceIn(a: Buffer, b: Buffer): number {
  let same = 0
  let end = a.length
  while (end - same > 1) {
    const middle = (same + end) >> 1
    if (a.compare(b, same, middle, same, middle) === 0) same = middle
    else end = middle
  }
  return same
}
