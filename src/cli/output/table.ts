/** Formats rows as text. Each column is as wide as its widest cell. */
export function table(headings: string[], rows: string[][]): string {
  const all = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all
    .map((row) => row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  '))
    .join('\n')
}
