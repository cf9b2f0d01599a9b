import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

/** How often the event stream was opened. */
export const opens = signal(0)

/** Reads again what failed, when the event stream is open again: once for each time it opens.
 * @param fault of the last read; null: it succeeded */
export function useHealing(fault: string | null, again: () => void): void {
  const count = opens.value
  const triedAt = useRef(count)
  useEffect(() => {
    // A read that began before may fail after the stream is open.
    if (fault === null || triedAt.current === count) return
    triedAt.current = count
    again()
  }, [fault, count])
}
