import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import { describePoint, type BudgetPoint, type Kept } from '../budget/log.js'
import { openPlots, plotData, type Axis } from '../budget/plots.js'

/** The budget over time on canvases, with a mark for every cut. Behaves as a slider: arrow keys move the cursor. */

interface BudgetChartProps {
  points: readonly BudgetPoint[]
  kept: Kept
  axis: Axis
  cursor: number
  onCursor: (index: number) => void
}

const DARK = '(prefers-color-scheme: dark)'

export function BudgetChart({ points, kept, axis, cursor, onCursor }: BudgetChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const plots = useRef<uPlot[]>([])
  const now = useRef({ points, kept, cursor, onCursor })
  now.current = { points, kept, cursor, onCursor }
  useLayoutEffect(() => {
    const element = box.current!
    const open = () => {
      for (const plot of plots.current) plot.destroy()
      plots.current = openPlots(element, {
        axis,
        points: () => now.current.points,
        onIndex: (index) => now.current.onCursor(index),
        cursor: () => now.current.cursor,
      })
      show(plots.current, now.current)
    }
    open()
    const resized = new ResizeObserver(() => {
      for (const plot of plots.current) plot.setSize({ width: element.clientWidth, height: plot.height })
    })
    resized.observe(element)
    const media = matchMedia(DARK)
    media.addEventListener('change', open)
    return () => {
      resized.disconnect()
      media.removeEventListener('change', open)
      for (const plot of plots.current) plot.destroy()
      plots.current = []
    }
  }, [axis])
  useEffect(() => show(plots.current, now.current), [points, kept])
  useEffect(() => {
    for (const plot of plots.current) plot.redraw(false)
  }, [cursor])
  const point = points[cursor]
  return (
    <div
      class="budget-chart"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label="Budget over time"
      aria-valuemin={1}
      aria-valuemax={points.length}
      aria-valuenow={cursor + 1}
      aria-valuetext={point ? describePoint(point) : 'nothing'}
      onKeyDown={(event) => {
        const next = moved(event.key, cursor, points)
        if (next === null) return
        event.preventDefault()
        onCursor(next)
      }}
    />
  )
}

function show([sizes, cache]: uPlot[], { points, kept }: { points: readonly BudgetPoint[]; kept: Kept }): void {
  const data = plotData(points, kept, sizes?.scales.x?.time === true ? 'time' : 'message')
  sizes?.setData(data.sizes)
  cache?.setData(data.cache)
}

/** Returns the point a key moves the cursor to; null for other keys. PageUp and PageDown go from cut to cut. */
function moved(key: string, cursor: number, points: readonly BudgetPoint[]): number | null {
  const last = points.length - 1
  const within = (index: number) => Math.min(last, Math.max(0, index))
  const isCut = ({ cuts }: BudgetPoint) => cuts.length > 0
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return within(cursor + 1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(cursor - 1)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'PageUp': {
      const found = points.findIndex((point, index) => index > cursor && isCut(point))
      return found === -1 ? last : found
    }
    case 'PageDown':
      return Math.max(
        0,
        points.findLastIndex((point, index) => index < cursor && isCut(point)),
      )
    default:
      return null
  }
}
