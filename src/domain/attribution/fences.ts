/** Reads the rows that open and close a block of something shown: fences of Markdown, and other signs around a paste. [P14] */

export interface Fence {
  /** The character that closes it, and the least number of them. */
  sign: string
  length: number
}

/** Other signs that people put around a paste, alone in a row. */
const PASTE_FENCE = /^[ \t]{0,60}("{3}|'{3}|<{3,10})[ \t]{0,4}[\w.-]{0,40}[ \t]{0,20}$/
const FENCE = /^(?:[ \t]|[-*+•](?=[ \t])|\d{1,3}[.)](?=[ \t])){0,60}(`{3,100}|~{3,100})([^\n]{0,400})/

/** Backticks that are closed in the same row are code font, not a fence. */
export function fenceOf(row: string): Fence | null {
  const paste = PASTE_FENCE.exec(row)?.[1]
  if (paste !== undefined) return { sign: paste[0] === '<' ? '>' : paste[0]!, length: 3 }
  const [, run = '', rest = ''] = FENCE.exec(row) ?? []
  const sign = run[0]
  if (sign === undefined || (sign === '`' && rest.includes('`'))) return null
  return { sign, length: run.length }
}

/** Whether a row has as many of the same sign, and nothing else. */
export function closesFence(row: string, { sign, length }: Fence): boolean {
  const bare = row.trim()
  return bare.length >= length && bare === sign.repeat(bare.length)
}
