import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** A list of rows of equal height, of which only the visible ones exist. Takes the height its container leaves. */

/** Rows drawn above and below the visible ones, so that fast scrolling shows no gap. */
const EXTRA_ROWS = 6

interface VirtualRowsProps {
  count: number
  rowPx: number
  row: (index: number) => ComponentChildren
  /** Titles of the columns. They stay at the top, in the same width as the rows. */
  head?: ComponentChildren
  /** Called when the first row comes into view or leaves it. */
  onTop?: (isTop: boolean) => void
}

export function VirtualRows({ count, rowPx, row, head, onTop }: VirtualRowsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [wasTop, notify] = [useRef(true), useRef(onTop)]
  notify.current = onTop
  const [range, setRange] = useState({ top: 0, height: 800 })
  useLayoutEffect(() => {
    const element = box.current!
    const measure = () => {
      setRange((old) => {
        const next = { top: element.scrollTop, height: element.clientHeight }
        return old.top === next.top && old.height === next.height ? old : next
      })
      const isTop = element.scrollTop < 1
      if (isTop !== wasTop.current) notify.current?.(isTop)
      wasTop.current = isTop
    }
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  // A filter may leave fewer rows than the list was scrolled over.
  const top = Math.min(range.top, Math.max(0, count * rowPx - range.height))
  const first = Math.max(0, Math.floor(top / rowPx) - EXTRA_ROWS)
  const last = Math.min(count, Math.ceil((top + range.height) / rowPx) + EXTRA_ROWS)
  return (
    <div class="virtual" role="rowgroup" ref={box} tabIndex={0}>
      {head}
      <div role="presentation" style={{ height: `${count * rowPx}px` }}>
        <div role="presentation" style={{ transform: `translateY(${first * rowPx}px)` }}>
          {Array.from({ length: last - first }, (_, offset) => row(first + offset))}
        </div>
      </div>
    </div>
  )
}
