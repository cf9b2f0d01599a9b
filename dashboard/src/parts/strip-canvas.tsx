import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { describeCell, type Cells } from '../strip/cells.js'
import { drawStrip, readInks } from '../strip/draw.js'
import { cornerOf, GAP, layoutOf, seqAt, type Layout } from '../strip/layout.js'
import { stripSvg } from '../strip/svg.js'
import { download } from './download.js'

/** The strip on a canvas. Behaves as a slider: arrow keys move the cursor, Enter opens the message. */

interface StripCanvasProps {
  cells: Cells
  cursor: number
  title: string
  onCursor: (seq: number) => void
  onOpen: (seq: number) => void
}

const DARK = '(prefers-color-scheme: dark)'

export function StripCanvas({ cells, cursor, title, onCursor, onOpen }: StripCanvasProps) {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width, scheme } = useAppearance(box)
  const layout = useMemo(() => layoutOf(cells.count, width - 2 * GAP), [cells.count, width])
  useEffect(() => {
    if (width === 0) return
    performance.mark('strip-start')
    const inks = readInks(box.current!)
    drawStrip(canvas.current!, cells, { layout, inks, cursor, scale: devicePixelRatio })
    performance.measure('strip', 'strip-start')
  }, [cells, layout, cursor, scheme, width])
  useEffect(() => keepVisible(box.current!, layout, cursor), [layout, cursor])
  const seqOf = (event: MouseEvent) => {
    const { left, top } = canvas.current!.getBoundingClientRect()
    return seqAt(layout, cells.count, { x: event.clientX - left - GAP, y: event.clientY - top - GAP })
  }
  return (
    <figure class="strip">
      <div
        class="strip-box"
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label="Messages of the session"
        aria-valuemin={1}
        aria-valuemax={cells.count}
        aria-valuenow={cursor}
        aria-valuetext={describeCell(cells, cursor)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') onOpen(cursor)
          const next = moved(event.key, cursor, layout, cells.count)
          if (next !== null) onCursor(next)
          if (next !== null || event.key === ' ') event.preventDefault()
        }}
      >
        <canvas
          ref={canvas}
          style={{ width: `${layout.width + 2 * GAP}px`, height: `${layout.height + 2 * GAP}px` }}
          onClick={(event) => {
            const seq = seqOf(event)
            if (seq === null) return
            onCursor(seq)
            onOpen(seq)
          }}
          onMouseMove={(event) => {
            const seq = seqOf(event)
            canvas.current!.title = seq === null ? '' : describeCell(cells, seq)
          }}
        />
      </div>
      <figcaption>
        <span>{describeCell(cells, cursor)}</span>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            const paper = getComputedStyle(box.current!).getPropertyValue('--paper').trim()
            const text = stripSvg(cells, layout, { title, inks: readInks(box.current!), paper })
            download(`${title.replace(/[^\w-]+/g, '-')}.svg`, 'image/svg+xml', text)
          }}
        >
          Save as SVG
        </button>
      </figcaption>
    </figure>
  )
}

/** Returns the message a key moves the cursor to; null for other keys. */
function moved(key: string, cursor: number, { columns }: Layout, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: 10 * columns,
    PageUp: -10 * columns,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  return step === undefined ? null : Math.min(count, Math.max(1, cursor + step))
}

/** Scrolls the box, not the page, until the cursor is visible. */
function keepVisible(box: HTMLElement, layout: Layout, cursor: number): void {
  const { y } = cornerOf(layout, cursor)
  const bottom = y + layout.cellHeight + 2 * GAP
  if (y < box.scrollTop) box.scrollTop = y
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}

/** Returns the width of an element in px, 0 at first, and a number that changes with the color scheme. */
function useAppearance(box: RefObject<HTMLDivElement | null>): { width: number; scheme: number } {
  const [width, setWidth] = useState(0)
  const [scheme, setScheme] = useState(0)
  useLayoutEffect(() => {
    const resized = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)))
    resized.observe(box.current!)
    const media = matchMedia(DARK)
    const redraw = () => setScheme((old) => old + 1)
    media.addEventListener('change', redraw)
    return () => {
      resized.disconnect()
      media.removeEventListener('change', redraw)
    }
  }, [box])
  return { width, scheme }
}
