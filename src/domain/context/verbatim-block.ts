/** Blocks of exact lines that the service keeps beside the conversation: ledger and goals. Whole lines only, as many as find room. [C9] [G2] */
import type { CountTokens } from '../source/types.js'
import { MESSAGE_OVERHEAD } from '../tokens.js'

export interface BlockLine {
  id: string
  /** Stands over all lines of one title. */
  title: string
  /** As it is shown, bullet included. */
  text: string
  /** Lines of one group share what room is left when it is their turn. */
  group: number
  /** Order among the lines of its title. */
  place: number
}

export interface ExactBlock {
  text: string
  /** Of the text and the message overhead. */
  tokens: number
  /** Ids of the lines in it. */
  shown: string[]
}

/** `lines` come most important first; `titles` in the order in which they are read. null when nothing finds room. */
export function fillBlock(
  { heading, titles, lines }: { heading: string; titles: readonly string[]; lines: readonly BlockLine[] },
  maxTokens: number,
  count: CountTokens,
): ExactBlock | null {
  const seen = new Set<string>()
  let left = maxTokens - MESSAGE_OVERHEAD - count(heading)
  let full: number | null = null
  const chosen: BlockLine[] = []
  for (const line of lines) {
    if (full !== null && full !== line.group) break
    const tokens = count(line.text) + (seen.has(line.title) ? 0 : count(line.title))
    // What comes after a group waits until all of that group has room.
    if (tokens > left) full = line.group
    if (tokens > left) continue
    left -= tokens
    seen.add(line.title)
    chosen.push(line)
  }
  if (chosen.length === 0) return null
  // Counts of pieces only nearly add up: what is too much goes from the end.
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
      const here = lines.filter((line) => line.title === title).sort((a, b) => a.place - b.place)
      return here.length === 0 ? [] : [title, ...here.map(({ text }) => text)]
    }),
  ].join('\n')
}
