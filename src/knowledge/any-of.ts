import { commandForm, wordsTaken } from './command-forms.js'
import type { Lines } from './row.js'

/** Descriptions of which one must fit. Patterns are not joined into one, so that each is tested for linear cost by itself. */
export interface Alternatives {
  test: (row: string) => boolean
}

/** Returns a test of whether a line is as one of the descriptions says. */
export function anyOf(lines: readonly (Lines | undefined)[]): Alternatives {
  const given = lines.filter((one) => one !== undefined)
  const whole = new Set(given.flatMap(({ is = [] }) => is))
  const starts = given.flatMap((one) => one.starts ?? [])
  const forms = given.flatMap((one) => one.forms ?? []).map(commandForm)
  const patterns = given.flatMap(({ pattern }) => pattern ?? [])
  const hasForm = (row: string) => {
    const words = forms.length === 0 ? [] : row.split(' ')
    return forms.some((form) => wordsTaken(form, words) > 0)
  }
  return {
    test: (row) =>
      whole.has(row) ||
      starts.some((start) => row.startsWith(start)) ||
      hasForm(row) ||
      patterns.some((one) => one.test(row)),
  }
}
