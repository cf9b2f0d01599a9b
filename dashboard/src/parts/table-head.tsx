import type { JSX } from 'preact'

/** A column by its title, or a cell of its own. Numbers align at the right. The title of a column of buttons or names may be
 * heard only. */
export type Column = string | { number: string } | { unseen: string } | JSX.Element

export const numbers = (...titles: readonly string[]): Column[] => titles.map((title) => ({ number: title }))

/** The row of titles of a table. */
export function TableHead({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>{columns.map(titleCell)}</tr>
    </thead>
  )
}

function titleCell(column: Column, index: number) {
  if (typeof column === 'string')
    return (
      <th key={index} scope="col">
        {column}
      </th>
    )
  if ('unseen' in column)
    return (
      <th key={index} scope="col">
        <span class="unseen">{column.unseen}</span>
      </th>
    )
  if (!('number' in column)) return column
  return (
    <th key={index} scope="col" class="number">
      {column.number}
    </th>
  )
}
