/** Most runs on each input. */
const RUNS = 3

/**
 * Returns how much longer work takes when its input is `times` as long, from the best of several runs, because a busy machine
 * interrupts some. Counts less than 1 ms as 1 ms.
 * @param enough a growth below it passes. Further runs on the long input could only lower it, so none follows.
 */
export function growth(times: number, work: (scale: number) => unknown, enough = 0): number {
  const short = () => cpuMs(() => work(1))
  const long = () => cpuMs(() => work(times))
  const first = short()
  // The short input is read again by code that the long one had compiled.
  let best = long()
  const leastShort = Math.max(1, Math.min(first, short(), short()))
  for (let run = 1; run < RUNS && best / leastShort >= enough; run++) best = Math.min(best, long())
  return best / leastShort
}

/** CPU time of this process only, so that other processes do not matter. */
export function cpuMs(work: () => unknown): number {
  return timed(work).ms
}

export function timed<T>(work: () => T): { result: T; ms: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, ms: (user + system) / 1_000 }
}
