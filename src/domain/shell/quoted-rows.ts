/** Reads the rows of a command line as its quotations join them. */

/** Returns the rows. A row that ends where a quotation opens is one with the rows of the quotation: `python -c "`, whose script says
 * what it does. Of a longer quotation, the first row stays: the title of a message. Without an end of a quotation, all rows stay. */
export function quotedRowsOf(command: string): string[] {
  const rows: string[][] = []
  let open = ''
  let isWhole = false
  for (const row of command.split('\n')) {
    if (open !== '') {
      if (isWhole) rows.at(-1)!.push(row.trim())
      open = openAfter(row, open)
      continue
    }
    rows.push([row])
    isWhole = row.endsWith('"') || row.endsWith("'")
    // Quotes of a heredoc and of a comment are text.
    if (!row.includes('<<') && !row.startsWith('#')) open = openAfter(row, '')
  }
  return open === '' ? rows.map((parts) => parts.join(' ')) : command.split('\n')
}

/** Returns the sign of the quotation that is open at the end of a row; empty if none is.
 * @param before sign of the quotation that is open at its start */
function openAfter(row: string, before: string): string {
  let open = before
  for (let at = 0; at < row.length; at++) {
    const sign = row[at]!
    if (sign === '\\' && open !== "'") at++
    else if (open === '' ? sign === '"' || sign === "'" : sign === open) open = open === '' ? sign : ''
  }
  return open
}
