/** Formats numbers the same way on every machine, independent of its locale. */

/** 13600 → `13,600`. */
export function formatInteger(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3}){1,8}$)/g, ',')
}

/** `1 line`, `2 lines`, `1,204 lines`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`
}

/** 0.314 → `31%`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

/** Returns a share with three digits behind the point. */
export function roundedShare(share: number): number {
  return Math.round(share * 1_000) / 1_000
}
