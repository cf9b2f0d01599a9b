import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatInteger } from '../parts/format.js'
import { axisWidth, labelMeasure } from './axis.js'
import { KINDS, type Kind } from '../parts/kinds.js'
import { cachedShare, type BudgetPoint, type Kept } from './log.js'

/** The two plots of the budget: its size by kind of content, and the share that a prompt cache keeps. */

export type Axis = 'message' | 'time'

interface Opening {
  axis: Axis
  points: () => readonly BudgetPoint[]
  onIndex: (index: number) => void
  /** Index of the point with the cursor. */
  cursor: () => number
}

const [SIZES_HEIGHT, CACHE_HEIGHT] = [250, 96]

export function openPlots(element: HTMLElement, opening: Opening): uPlot[] {
  const ink = inkReader(element)
  const draw = [(plot: uPlot) => drawCuts(plot, { points: opening.points(), cursor: opening.cursor(), ink })]
  const common = commonOptions(element, ink, opening)
  const stepped = uPlot.paths.stepped!({ align: 1 })
  const line = { paths: stepped, points: { show: false } }
  const sizes: uPlot.Options = {
    ...common,
    height: SIZES_HEIGHT,
    scales: { ...common.scales, y: { range: (_plot, _min, max) => [0, Math.max(10, max * 1.06)] } },
    axes: [common.x, { ...common.y, values: (_plot, splits) => splits.map(formatInteger) }],
    series: [
      {},
      // The whole comes first, so that each smaller sum is drawn over it.
      ...KINDS.toReversed().map((kind) => ({
        ...line,
        stroke: ink(kind === 'checkpoints' ? 'checkpoint' : kind),
        width: 1,
        fill: patternOf(kind, ink),
      })),
      { ...line, stroke: ink('ink'), width: 2 },
      { ...line, stroke: ink('ink'), width: 1.5, dash: [6, 4] },
    ],
    hooks: { ...common.hooks, draw },
  }
  const cache: uPlot.Options = {
    ...common,
    height: CACHE_HEIGHT,
    scales: { ...common.scales, y: { range: [0, 1.05] } },
    axes: [
      common.x,
      { ...common.y, splits: () => [0, 0.5, 1], values: (_plot, splits) => splits.map((share) => `${share * 100}%`) },
    ],
    series: [{}, { ...line, stroke: ink('pin'), width: 2, fill: stripes(ink('pin'), ink('sheet'), 'rising') }],
    hooks: { ...common.hooks, draw },
  }
  return [new uPlot(sizes, [[]], element), new uPlot(cache, [[]], element)]
}

function commonOptions(element: HTMLElement, ink: InkReader, { axis, points, onIndex }: Opening) {
  const font = '12px system-ui, sans-serif'
  const axisInks = {
    stroke: ink('soft-ink'),
    font,
    grid: { stroke: ink('line'), width: 1 },
    ticks: { stroke: ink('line') },
  }
  const messageAt = (index: number) => {
    const point = Number.isInteger(index) ? points()[index] : undefined
    return point === undefined ? '' : `#${formatInteger(point.message)}`
  }
  return {
    width: element.clientWidth || 600,
    legend: { show: false },
    padding: [10, 26, 0, 0] as uPlot.Padding,
    tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1e3), 'Etc/UTC'),
    scales: { x: { time: axis === 'time' } },
    x: {
      ...axisInks,
      ...(axis === 'message' && { values: (_plot: uPlot, splits: number[]) => splits.map(messageAt), incrs: STEPS }),
    },
    y: {
      ...axisInks,
      size: (plot: uPlot, labels: string[] | null, axis: number) => axisWidth(labels, labelMeasure(plot, axis)),
    },
    cursor: {
      drag: { x: false, y: false },
      points: { show: false },
      // The cursor of the page is drawn by `drawCuts`, for keys and pointer alike.
      x: false,
      y: false,
    },
    hooks: {
      setCursor: [
        (plot: uPlot) => {
          const { idx, left } = plot.cursor
          if (typeof idx === 'number' && left !== undefined && left >= 0) onIndex(idx)
        },
      ],
    },
  }
}

type InkReader = (name: string) => string

/** Returns a function that reads a color of the style sheet, as the present color scheme resolves it. */
function inkReader(element: HTMLElement): InkReader {
  const known = new Map<string, string>()
  const probe = element.appendChild(document.createElement('span'))
  const style = getComputedStyle(probe)
  const read = (name: string) => {
    probe.style.color = `var(--${name})`
    return style.color
  }
  for (const name of INKS) known.set(name, read(name))
  probe.remove()
  return (name) => known.get(name)!
}

const INKS = ['ink', 'soft-ink', 'line', 'sheet', 'cut', 'pin', 'checkpoint', ...KINDS] as const

/** Distances between two labels, in points. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000]

export function plotData(
  points: readonly BudgetPoint[],
  kept: Kept,
  axis: Axis,
): { sizes: uPlot.AlignedData; cache: uPlot.AlignedData } {
  const x = points.map(({ time }, index) => (axis === 'time' ? time / 1e3 : index))
  const sums = points.map(({ parts }) => {
    let sum = 0
    return parts.map((tokens) => (sum += tokens))
  })
  const stacked = KINDS.map((_, kind) => sums.map((sum) => sum[kind]!)).reverse()
  const [limits, triggers] = [points.map(({ limit }) => limit), points.map(({ trigger }) => trigger)]
  return {
    sizes: [x, ...stacked, limits, triggers],
    cache: [x, points.map((point) => cachedShare(point, kept))],
  }
}

/** Marks every cut with a line from the tokens before to those after, and the cursor with a line. */
function drawCuts(
  plot: uPlot,
  { points, cursor, ink }: { points: readonly BudgetPoint[]; cursor: number; ink: InkReader },
): void {
  const { ctx, bbox } = plot
  const x = plot.data[0] as number[]
  const scale = devicePixelRatio
  const across = (index: number) => plot.valToPos(x[index]!, 'x', true)
  const isSizes = plot.series.length > 2
  ctx.save()
  for (const [index, { cuts }] of points.entries()) {
    if (cuts.length === 0 || x[index] === undefined) continue
    const left = Math.round(across(index))
    const top = isSizes ? plot.valToPos(Math.max(...cuts.map((cut) => cut.tokensBefore)), 'y', true) : bbox.top
    const bottom = isSizes ? plot.valToPos(cuts.at(-1)!.tokensAfter, 'y', true) : bbox.top + bbox.height
    ctx.strokeStyle = ink('cut')
    ctx.lineWidth = (isSizes ? 2 : 1) * scale
    ctx.setLineDash(isSizes ? [] : [2 * scale, 3 * scale])
    ctx.beginPath()
    ctx.moveTo(left, top)
    ctx.lineTo(left, bottom)
    ctx.stroke()
    if (isSizes) arrow(ctx, { left, bottom, size: 5 * scale, fill: ink('cut'), stroke: ink('sheet') })
  }
  if (x[cursor] !== undefined) {
    const left = Math.round(across(cursor))
    ctx.setLineDash([])
    ctx.strokeStyle = ink('ink')
    ctx.lineWidth = scale
    ctx.beginPath()
    ctx.moveTo(left, bbox.top)
    ctx.lineTo(left, bbox.top + bbox.height)
    ctx.stroke()
  }
  ctx.restore()
}

/** Draws the head of an arrow that points down to where the cut ended. */
function arrow(
  ctx: CanvasRenderingContext2D,
  { left, bottom, size, fill, stroke }: { left: number; bottom: number; size: number; fill: string; stroke: string },
): void {
  ctx.beginPath()
  ctx.moveTo(left - size, bottom - 1.6 * size)
  ctx.lineTo(left + size, bottom - 1.6 * size)
  ctx.lineTo(left, bottom)
  ctx.closePath()
  ctx.fillStyle = fill
  ctx.strokeStyle = stroke
  ctx.fill()
  ctx.stroke()
}

/** Returns the fill of a kind, in the color and pattern it has in the budget bar. */
function patternOf(kind: Kind, ink: InkReader): () => string | CanvasPattern {
  switch (kind) {
    case 'checkpoints':
      return stripes(ink('checkpoint'), ink('sheet'), 'level')
    case 'assistant':
      return stripes(ink('assistant'), ink('sheet'), 'upright')
    case 'tool':
      return stripes(ink('tool'), ink('sheet'), 'rising')
    case 'recall':
      return stripes(ink('recall'), ink('sheet'), 'level')
    case 'system':
    case 'goals':
    case 'user':
      return () => ink(kind)
  }
}

function stripes(color: string, paper: string, direction: 'level' | 'upright' | 'rising'): () => CanvasPattern {
  const size = direction === 'rising' ? 8 : 5
  const tile = document.createElement('canvas')
  tile.width = tile.height = size
  const context = tile.getContext('2d')!
  context.fillStyle = color
  context.fillRect(0, 0, size, size)
  context.strokeStyle = paper
  context.lineWidth = direction === 'rising' ? 2 : 1
  context.beginPath()
  if (direction === 'level') line(context, 0, size - 0.5, size, size - 0.5)
  else if (direction === 'upright') line(context, size - 0.5, 0, size - 0.5, size)
  else for (const shift of [-size, 0, size]) line(context, shift, size, shift + size, 0)
  context.stroke()
  const pattern = context.createPattern(tile, 'repeat')!
  return () => pattern
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.moveTo(x1, y1)
  context.lineTo(x2, y2)
}
