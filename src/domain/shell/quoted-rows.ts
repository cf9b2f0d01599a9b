/** Reads the rows of a command line as its quotations join them. */

/** Returns the rows. A row that ends where a quotation opens is one with the rows of the quotation: `python -c "`, whose script says
 * what it does. Of a longer quotation, the first row stays: the title of a message. Without an end of a quotation, all rows stay. */
export function quotedRowsOf(command: string): string[] {
  const rows: string[] = []
  let open = ''
  let isWhole = false
  for (const row of command.split('\n')) {
    if (open === '') {
      rows.push(row)
      isWhole = /["']$/.test(row)
      // Quotes of a heredoc and of a comment are text.
      if (!row.includes('<<') && !row.startsWith('#') && isQuoteOpen(row)) open = row
      continue
    }
    open += ` ${row.trim()}`
    if (isWhole) rows[rows.length - 1] = open
    if (!isQuoteOpen(open)) open = ''
  }
  return open === '' ? rows : command.split('\n')
}

function isQuoteOpen(text: string): boolean {
  let open = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (sign === '\\' && open !== "'") at++
    else if (open === '' ? sign === '"' || sign === "'" : sign === open) open = open === '' ? sign : ''
  }
  return open !== ''
}
