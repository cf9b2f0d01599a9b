import type { Json } from '../../domain/message.js'

/** Writes JSON objects from members that are already JSON text, so that numbers and signatures stay as received. */

/** Returns an object. Omits members whose text is null. */
export function objectText(members: Record<string, string | null>): string {
  const written = Object.entries(members).flatMap(([key, text]) =>
    text === null ? [] : [`${JSON.stringify(key)}:${text}`],
  )
  return `{${written.join(',')}}`
}

export function arrayText(items: readonly string[]): string {
  return `[${items.join(',')}]`
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the sum of the counts that are numbers; undefined if none is. */
export function sumOfCounts(...counts: (Json | undefined)[]): number | undefined {
  const given = counts.filter((count) => typeof count === 'number')
  return given.length > 0 ? given.reduce((sum, count) => sum + count, 0) : undefined
}
