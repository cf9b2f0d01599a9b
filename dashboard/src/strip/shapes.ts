import { HUMAN, PINNED, RECALLED, type Look } from './cells.js'

/** How a cell looks, as shapes that both the canvas and the SVG draw. Looks differ in shade and in pattern, not
 * only in color. */

export type Ink = 'ink' | 'checkpoint' | 'user' | 'pin' | 'recall' | 'faint'
export type Shape =
  | { kind: 'rect'; x: number; y: number; width: number; height: number; ink: Ink; opacity: number }
  | { kind: 'line'; x1: number; y1: number; x2: number; y2: number; ink: Ink; opacity: number }

/** Opacity of the ground and number of lines of writing, by detail of the checkpoint. */
const CHECKPOINTS: Partial<Record<Look, { ground: number; lines: number }>> = {
  'level-3': { ground: 0.42, lines: 3 },
  'level-2': { ground: 0.3, lines: 2 },
  'level-1': { ground: 0.2, lines: 1 },
  ultra: { ground: 0.15, lines: 0 },
}

/** Returns the shapes of a cell of the given size in px, from back to front. */
export function shapesOf(look: Look, marks: number, width: number, height: number): Shape[] {
  const full = { kind: 'rect' as const, x: 0, y: 0, width, height }
  const shapes: Shape[] = []
  const checkpoint = CHECKPOINTS[look]
  if (checkpoint) {
    shapes.push({ ...full, ink: 'checkpoint', opacity: checkpoint.ground })
    for (let line = 1; line <= checkpoint.lines; line++) {
      const y = Math.round((height * line) / (checkpoint.lines + 1))
      shapes.push({ kind: 'rect', x: 0, y, width, height: 1, ink: 'checkpoint', opacity: 0.95 })
    }
    // A dot: what is left of the writing.
    if (checkpoint.lines === 0) {
      const [x, y] = [Math.floor(width / 2) - 1, Math.round(height / 2) - 1]
      shapes.push({ kind: 'rect', x, y, width: 2, height: 2, ink: 'checkpoint', opacity: 0.95 })
    }
  } else if (look === 'raw') shapes.push({ ...full, ink: 'ink', opacity: 0.82 })
  else if (look === 'reduced') {
    shapes.push({ ...full, ink: 'ink', opacity: 0.22 })
    for (let y = width; y < height + width; y += 4)
      shapes.push({ kind: 'line', x1: 0, y1: y, x2: width, y2: y - width, ink: 'ink', opacity: 0.8 })
  } else if (look === 'evicted') {
    shapes.push(...outline(width, height, 0.8))
    shapes.push({ kind: 'line', x1: 0, y1: 0, x2: width, y2: height, ink: 'faint', opacity: 0.9 })
  } else shapes.push(...outline(width, height, 0.35))
  const band = Math.max(2, Math.round(height / 5))
  if (marks & HUMAN) shapes.push({ kind: 'rect', x: 0, y: height - band, width, height: band, ink: 'user', opacity: 1 })
  if (marks & PINNED) shapes.push({ kind: 'rect', x: 0, y: 0, width, height: band, ink: 'pin', opacity: 1 })
  // A post at the left edge: it comes before the message.
  const post = Math.max(2, Math.round(width / 4))
  if (marks & RECALLED) shapes.push({ kind: 'rect', x: 0, y: 0, width: post, height, ink: 'recall', opacity: 1 })
  return shapes
}

function outline(width: number, height: number, opacity: number): Shape[] {
  const edge = { kind: 'rect' as const, ink: 'faint' as const, opacity }
  return [
    { ...edge, x: 0, y: 0, width, height: 1 },
    { ...edge, x: 0, y: height - 1, width, height: 1 },
    { ...edge, x: 0, y: 0, width: 1, height },
    { ...edge, x: width - 1, y: 0, width: 1, height },
  ]
}
