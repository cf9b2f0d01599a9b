/** Times as much work takes when its input is so many times as long, each the best of a few tries in turn: a busy machine interrupts both.
 * What takes less than a millisecond is taken for one. */
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

/** Of this process alone: others on the machine do not count. */
function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
