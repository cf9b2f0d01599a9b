import type uPlot from 'uplot'

/** Least width of the axis at the left, in px, so that both plots begin at the same place. */
const LEAST = 58
/** Width of the ticks and of the space beside the labels. */
const BESIDE = 18

/** Returns the width that the labels of an axis need, in px. */
export function axisWidth(labels: readonly string[] | null, widthOf: (label: string) => number): number {
  const widest = Math.max(0, ...(labels ?? []).map(widthOf))
  return Math.max(LEAST, Math.ceil(widest) + BESIDE)
}

/** Returns a function that measures a label as a plot draws it. */
export function labelMeasure({ ctx, axes }: uPlot, axis: number): (label: string) => number {
  const font = axes[axis]?.font as unknown
  const written = Array.isArray(font) ? (font[0] as string) : typeof font === 'string' ? font : ctx.font
  return (label) => {
    ctx.save()
    ctx.font = written
    const { width } = ctx.measureText(label)
    ctx.restore()
    return width / devicePixelRatio
  }
}
