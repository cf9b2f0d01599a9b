/** One line of the report. */
export interface Figure {
  what: string
  value: string
  /** What was aimed at; empty: told for information. */
  target: string
  /** null: nothing was aimed at. */
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

/** The value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}

/** Milliseconds that each of `times` runs took, after some that do not count. */
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
