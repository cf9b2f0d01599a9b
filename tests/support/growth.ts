/**
 * Returns how much longer work takes when its input is `times` as long. Compares the best of several alternating runs,
 * because a busy machine interrupts both. Counts less than 1 ms as 1 ms.
 */
export function growth(times: number, work: (scale: number) => unknown, tries = 3): number {
  const best = { short: Infinity, long: Infinity }
  for (let run = 0; run < tries; run++) {
    best.short = Math.min(
      best.short,
      cpuMs(() => work(1)),
    )
    best.long = Math.min(
      best.long,
      cpuMs(() => work(times)),
    )
  }
  return best.long / Math.max(1, best.short)
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
