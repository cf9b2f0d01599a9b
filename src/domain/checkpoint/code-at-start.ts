/** Reads lines that begin with a command or call in code font, as digests write them: `` `npm test` failed: … ``. */

/** Returns the code with its backticks, and what follows; null: the line does not begin with code. */
export function codeAtStart(text: string): { code: string; rest: string } | null {
  const end = text.startsWith('`') ? text.indexOf('`', 1) + 1 : 0
  return end < 3 ? null : { code: text.slice(0, end), rest: text.slice(end) }
}
