import { LOOKS, MARKS, type Cells } from './cells.js'
import { cornerOf, GAP, type Layout } from './layout.js'
import { shapesOf, type Ink } from './shapes.js'

/** Draws the cells on a canvas. Each kind of cell is drawn once and then copied: 10,000 cells take a few ms. */

export type Inks = Record<Ink | 'accent', string>

/** Reads the inks of the current color scheme from the style sheet. */
export function readInks(element: Element): Inks {
  const style = getComputedStyle(element)
  const ink = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const shown = { ink: ink('ink'), checkpoint: ink('checkpoint'), faint: ink('faint') }
  return { ...shown, user: ink('user'), pin: ink('pin'), recall: ink('recall'), accent: ink('accent') }
}

/** @param cursor message with the frame @param scale device pixels per px */
export function drawStrip(
  canvas: HTMLCanvasElement,
  cells: Cells,
  { layout, inks, cursor, scale }: { layout: Layout; inks: Inks; cursor: number; scale: number },
): void {
  const margin = GAP
  canvas.width = Math.round((layout.width + 2 * margin) * scale)
  canvas.height = Math.round((layout.height + 2 * margin) * scale)
  const context = canvas.getContext('2d')!
  const tiles = new Map<number, HTMLCanvasElement>()
  for (let seq = 1; seq <= cells.count; seq++) {
    const kind = cells.looks[seq - 1]! * MARKS + cells.marks[seq - 1]!
    let tile = tiles.get(kind)
    if (!tile) tiles.set(kind, (tile = drawTile(kind, { layout, inks, scale })))
    const { x, y } = cornerOf(layout, seq)
    context.drawImage(tile, Math.round((x + margin) * scale), Math.round((y + margin) * scale))
  }
  if (cursor < 1 || cursor > cells.count) return
  const { x, y } = cornerOf(layout, cursor)
  context.scale(scale, scale)
  context.strokeStyle = inks.accent
  context.lineWidth = 2
  context.strokeRect(x + margin - 1, y + margin - 1, layout.cellWidth + 2, layout.cellHeight + 2)
}

function drawTile(
  kind: number,
  { layout, inks, scale }: { layout: Layout; inks: Inks; scale: number },
): HTMLCanvasElement {
  const { cellWidth: width, cellHeight: height } = layout
  const tile = document.createElement('canvas')
  tile.width = Math.round(width * scale)
  tile.height = Math.round(height * scale)
  const context = tile.getContext('2d')!
  context.scale(scale, scale)
  for (const shape of shapesOf(LOOKS[Math.floor(kind / MARKS)]!, kind % MARKS, width, height)) {
    context.globalAlpha = shape.opacity
    if (shape.kind === 'rect') {
      context.fillStyle = inks[shape.ink]
      context.fillRect(shape.x, shape.y, shape.width, shape.height)
      continue
    }
    context.strokeStyle = inks[shape.ink]
    context.beginPath()
    context.moveTo(shape.x1, shape.y1)
    context.lineTo(shape.x2, shape.y2)
    context.stroke()
  }
  return tile
}
