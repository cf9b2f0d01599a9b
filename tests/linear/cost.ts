import { cpuMs } from '../support/growth.js'

/** A text that grows. */
export type Grows = (chars: number) => string

/** Growth of the cost per doubling. Linear work doubles; quadratic work takes four times as long. */
const MAX_GROWTH = 2.7
/** Sizes of the first look. The small ones find exponential cost before it takes minutes. */
const LOOKS = [12, 16, 20, 24, 28, 32, 40, 48, 64, 96, 256, 8_192]
const SMALL_CHARS = 64
/** Exponential cost grows far more when a small text grows by this. */
const FEW_CHARS = 4
/** Most runs of one text. */
const RUNS = 3
/** A first look that costs more is measured. */
const SUSPECT_MS = 2
/** A measured run costs this much at least, because less is noise. */
const MIN_MS = 12
/** Runs that cost more together are exact enough. */
const EXACT_MS = 100
const MAX_CHARS = 4_000_000
/** Nothing that is linear costs so much at the first size measured. */
const HOPELESS_MS = 3_000

/** Returns what is wrong with the cost of work on a growing text; null if it is linear.
 * @param looks sizes of the first look, in characters
 * @param suspectMs a first look that costs more is measured */
export function costFault(
  work: (text: string) => unknown,
  text: Grows,
  looks: readonly number[] = LOOKS,
  suspectMs = SUSPECT_MS,
): string | null {
  for (const chars of looks) {
    const input = text(chars)
    let least = Infinity
    // Not the clock: on a busy machine, it would have every tenth look measured.
    for (let run = 0; run < RUNS && least > suspectMs; run++) {
      const ms = cpuMs(() => work(input))
      least = Math.min(least, ms)
    }
    if (least > suspectMs)
      return chars <= SMALL_CHARS ? exponential(work, text, chars) : measured(work, text, { chars, ms: least })
  }
  return null
}

function exponential(work: (text: string) => unknown, text: Grows, chars: number): string | null {
  const ms = best(work, text(chars))
  const more = best(work, text(chars + FEW_CHARS), ms * MAX_GROWTH)
  return more < ms * MAX_GROWTH ? null : `${Math.round(more)} ms for ${chars + FEW_CHARS} characters`
}

/** Finds a size at which a run is long enough, then doubles it twice. Only growth at both steps is a fault.
 * @param look the least cost of three runs */
function measured(work: (text: string) => unknown, text: Grows, look: { chars: number; ms: number }): string | null {
  let { chars, ms } = look
  while (ms > MIN_MS * 2 && chars > SMALL_CHARS) {
    const half = best(work, text(Math.ceil(chars / 2)))
    // A longer text shows growth better than the shorter ones that would be measured below.
    if (ms < half * MAX_GROWTH) return null
    chars = Math.ceil(chars / 2)
    ms = half
  }
  while (ms < MIN_MS) {
    if (chars >= MAX_CHARS) return null
    chars *= 2
    ms = best(work, text(chars), MIN_MS)
  }
  if (ms > HOPELESS_MS) return `${Math.round(ms)} ms for ${chars} characters`
  const twice = best(work, text(chars * 2), ms * MAX_GROWTH)
  if (twice < ms * MAX_GROWTH) return null
  const fourfold = best(work, text(chars * 4), twice * MAX_GROWTH)
  if (fourfold < twice * MAX_GROWTH) return null
  const figures = [ms, twice, fourfold].map((each) => Math.round(each)).join(', ')
  return `${figures} ms for ${chars}, ${chars * 2}, ${chars * 4} characters`
}

/** Returns the least cost of up to three runs. Further runs would not change what the caller decides once one costs less than
 * `enoughMs`. */
function best(work: (text: string) => unknown, input: string, enoughMs = 0): number {
  let least = Infinity
  for (let run = 0, spent = 0; run < RUNS && spent < EXACT_MS && least >= enoughMs; run++) {
    const ms = cpuMs(() => work(input))
    least = Math.min(least, ms)
    spent += ms
  }
  return least
}
