/** Places the cells in lines, like writing on a page. */

export interface Layout {
  columns: number
  rows: number
  cellWidth: number
  cellHeight: number
  width: number
  height: number
}

const SIZES = [
  [22, 30],
  [16, 24],
  [12, 20],
  [9, 16],
  [7, 12],
  [5, 9],
  [4, 7],
] as const
/** px between cells. */
export const GAP = 2
/** The largest cells whose lines are not higher than this are used. */
const PREFERRED_HEIGHT = 340

/** @param width px */
export function layoutOf(count: number, width: number): Layout {
  for (const [cellWidth, cellHeight] of SIZES) {
    const columns = Math.max(1, Math.floor((width + GAP) / (cellWidth + GAP)))
    const rows = Math.max(1, Math.ceil(count / columns))
    const height = rows * (cellHeight + GAP) - GAP
    const isSmallest = cellWidth === SIZES.at(-1)![0]
    if (height <= PREFERRED_HEIGHT || isSmallest) return { columns, rows, cellWidth, cellHeight, width, height }
  }
  throw new Error('There is always a smallest size.')
}

/** Returns the left upper corner of a cell. */
export function cornerOf({ columns, cellWidth, cellHeight }: Layout, seq: number): { x: number; y: number } {
  const index = seq - 1
  return { x: (index % columns) * (cellWidth + GAP), y: Math.floor(index / columns) * (cellHeight + GAP) }
}

/** Returns the message at a point, or null beside the cells. */
export function seqAt(layout: Layout, count: number, { x, y }: { x: number; y: number }): number | null {
  const column = Math.floor(x / (layout.cellWidth + GAP))
  const row = Math.floor(y / (layout.cellHeight + GAP))
  const seq = row * layout.columns + column + 1
  return column < 0 || column >= layout.columns || row < 0 || seq > count ? null : seq
}
