const WORD = /[\p{L}\p{N}']+/gu
/** Words of a run. */
const RUN = 4

/** Returns the words of a text, each between spaces. */
export function words(text: string): string {
  return ` ${(text.toLowerCase().match(WORD) ?? []).join(' ')} `
}

/** Whether words have at least half of the runs of four words of a text. */
export function holds(where: string, text: string): boolean {
  const all = text.toLowerCase().match(WORD) ?? []
  const count = Math.max(1, all.length - RUN + 1)
  const runs = Array.from({ length: count }, (_, at) => ` ${all.slice(at, at + RUN).join(' ')} `)
  return runs.filter((run) => where.includes(run)).length >= count / 2
}
