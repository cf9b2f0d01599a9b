import { BEHIND_SERVER, withBorders } from '../../../knowledge/read.js'

/** Matches tool names with the patterns of a policy. Spelling does not matter: `WebSearch`, `web-search` and
 * `mcp__brave__web_search` all match `web_search`. `*` matches any characters. */

/** Longer names are matched by their first characters only. */
const MAX_NAME_CHARACTERS = 200

export function toolMatcher(patterns: readonly string[]): (toolName: string) => boolean {
  const choices = patterns.map((pattern) => new NamePattern(pattern))
  return memoized((toolName) => {
    const names = spellings(toolName)
    return choices.some((pattern) => pattern.fits(names))
  })
}

/** Caches the answer for each tool name. */
export function memoized<T>(answer: (toolName: string) => T): (toolName: string) => T {
  const known = new Map<string, T>()
  return (toolName) => {
    const before = known.get(toolName)
    if (before !== undefined) return before
    const now = answer(toolName)
    known.set(toolName, now)
    return now
  }
}

export class NamePattern {
  /** Pieces between the `*`, for each spelling. */
  private readonly forms: string[][]
  /** Specificity of the pattern: number of characters besides `*`; Infinity without `*`. */
  readonly weight: number

  constructor(pattern: string) {
    this.forms = [...new Set([pattern.toLowerCase(), snakeCase(pattern)])].map((form) => form.split('*'))
    this.weight = pattern.includes('*') ? pattern.replaceAll('*', '').length : Infinity
  }

  /** @param names the spellings of one name */
  fits(names: readonly string[]): boolean {
    return this.forms.some((pieces) => names.some((name) => fitsPieces(pieces, name)))
  }
}

/** Returns the spellings of a name: lower case and snake case, each also without the server prefix
 * (`mcp__github__get_issue`, `github.get_issue`). */
export function spellings(toolName: string): string[] {
  const name = toolName.slice(0, MAX_NAME_CHARACTERS)
  const own = name.split(BEHIND_SERVER).at(-1)!
  const all = [name.toLowerCase(), own.toLowerCase(), snakeCase(name), snakeCase(own)]
  return [...new Set(all)].filter((spelled) => spelled !== '')
}

/** Converts `readFile` and `Read-File` to `read_file`. */
function snakeCase(name: string): string {
  return withBorders(name)
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

function fitsPieces([first, ...rest]: readonly string[], name: string): boolean {
  const last = rest.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first!) || !name.endsWith(last) || name.length < first!.length + last.length) return false
  let at = first!.length
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= name.length - last.length
}
