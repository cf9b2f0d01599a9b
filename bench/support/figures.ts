/** One line of the report. */
export interface Figure {
  what: string
  value: string
  /** Target value; empty if there is none. */
  target: string
  /** Whether the target is met; null if there is none. */
  met: boolean | null
}

export function info(what: string, value: string): Figure {
  return { what, value, target: '', met: null }
}

export function atMost(what: string, value: number, limit: number, unit: string, note = ''): Figure {
  return {
    what,
    value: `${show(value)} ${unit}${note && ` (${note})`}`,
    target: `≤ ${show(limit)} ${unit}`,
    met: value <= limit,
  }
}

export function atLeast(what: string, value: number, limit: number, unit: string, note = ''): Figure {
  return {
    what,
    value: `${show(value)} ${unit}${note && ` (${note})`}`,
    target: `≥ ${show(limit)} ${unit}`,
    met: value >= limit,
  }
}

/** Returns the value below which `share` (0 to 1) of the samples are. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}

/** Returns the duration of each of `times` runs in ms, after some warm-up runs. */
export async function time(times: number, run: () => Promise<unknown>, warmUp = 3): Promise<number[]> {
  const samples: number[] = []
  for (let i = -warmUp; i < times; i++) {
    const startedAt = performance.now()
    await run()
    if (i >= 0) samples.push(performance.now() - startedAt)
  }
  return samples
}

export function show(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en')
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3)
}
