/** Builds blocks of exact lines that the service keeps in addition to the conversation: ledger and goals. A block
 * contains as many whole lines as fit. [C9] [G2] */
import type { CountTokens } from '../source/types.js'
import { addedToRows, pathRows } from '../anchors/path-rows.js'
import type { ExactBlock } from '../session/exact-block.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'

export type { ExactBlock }

export interface BlockLine {
  id: string
  /** Title above all lines that share it. */
  title: string
  /** Text as shown, including the bullet. */
  text: string
  /** Lines of one group compete for the tokens that the groups before them left free. */
  group: number
  /** Position among the lines with the same title. */
  position: number
  /** The path that the line lists. Paths of one folder share a row. */
  path?: string
}

/** Returns the block; null if no line fits. `lines` are ordered by importance, most important first, `titles` by
 * display order. */
export function fillBlock(
  { heading, titles, lines }: { heading: string; titles: readonly string[]; lines: readonly BlockLine[] },
  maxTokens: number,
  count: CountTokens,
): ExactBlock | null {
  const seen = new Set<string>()
  const added = new Map(titles.map((title) => [title, addedToRows(pathsOf(lines, title))]))
  let left = maxTokens - MESSAGE_OVERHEAD - count(heading)
  let full: number | null = null
  const chosen: BlockLine[] = []
  for (const line of lines) {
    if (full !== null && full !== line.group) break
    const text = line.path === undefined ? line.text : `, ${added.get(line.title)!(line.path)}`
    const tokens = count(text) + (seen.has(line.title) ? 0 : count(line.title))
    // Once a line of a group does not fit, later groups are skipped.
    if (tokens > left) full = line.group
    if (tokens > left) continue
    left -= tokens
    seen.add(line.title)
    chosen.push(line)
  }
  if (chosen.length === 0) return null
  // The token counts of the lines add up only approximately, so the block may still be too large. Lines are dropped
  // from the end.
  const blockOf = (lines: number): ExactBlock => {
    const kept = chosen.slice(0, lines)
    const text = textOf(heading, titles, kept)
    return { text, tokens: count(text) + MESSAGE_OVERHEAD, shown: kept.map(({ id }) => id) }
  }
  const whole = blockOf(chosen.length)
  if (whole.tokens <= maxTokens) return whole
  let [fits, tooMany] = [0, chosen.length]
  while (tooMany - fits > 1) {
    const half = (fits + tooMany) >> 1
    if (blockOf(half).tokens <= maxTokens) fits = half
    else tooMany = half
  }
  return fits === 0 ? null : blockOf(fits)
}

function textOf(heading: string, titles: readonly string[], lines: readonly BlockLine[]): string {
  return [
    heading,
    ...titles.flatMap((title) => {
      const here = lines.filter((line) => line.title === title).sort((a, b) => a.position - b.position)
      return here.length === 0 ? [] : [title, ...rowsOf(here)]
    }),
  ].join('\n')
}

/** Returns the lines in order. Paths of one folder are in the place of the first. */
function rowsOf(lines: readonly BlockLine[]): string[] {
  const paths = pathsOf(lines)
  return [
    ...lines.flatMap(({ text, path }) => (path === undefined ? [text] : [])),
    ...pathRows(paths).map((row) => `- ${row}`),
  ]
}

function pathsOf(lines: readonly BlockLine[], title?: string): string[] {
  return lines.flatMap((line) => (line.path === undefined || (title ?? line.title) !== line.title ? [] : [line.path]))
}
