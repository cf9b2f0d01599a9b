import { ownLine, type Rows } from './table.js'

const VALUES_PER_ROW = 6

/** Reads rows as Python prints them, the format LangChain returns: `[(1, 'a'), (2, 'b')]`. Returns null for other
 * text. */
export function readTuples(text: string): Rows | null {
  const body = text.trim()
  if (!/^\[\s*\(/.test(body.slice(0, 100))) return null
  const tuples = tuplesIn(body)
  if (!tuples) return null
  return {
    count: tuples.length,
    head: () => [],
    row: (index, characters) => ownLine(tuples[index]!, characters * VALUES_PER_ROW),
    foot: [],
  }
}

function tuplesIn(body: string): string[] | null {
  const tuples: string[] = []
  let depth = 0
  let from = 0
  let quote: string | null = null
  for (let at = 1; at < body.length; at++) {
    const sign = body[at]!
    if (quote !== null) {
      if (sign === '\\') at += 1
      else if (sign === quote) quote = null
    } else if (sign === "'" || sign === '"') quote = sign
    else if (sign === '(' || sign === '[' || sign === '{') {
      if (depth === 0) from = at
      depth += 1
    } else if (sign === ')' || sign === ']' || sign === '}') {
      depth -= 1
      if (depth === 0) tuples.push(body.slice(from, at + 1))
      if (depth < 0) return at === body.length - 1 ? tuples : null
    }
  }
  return null
}
