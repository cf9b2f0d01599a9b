/** Figures as people read them, whatever the machine's language is. */

/** 13600 → `13,600`. */
export function formatInteger(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `1 line`, `2 lines`, `1,204 lines`. */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`
}
