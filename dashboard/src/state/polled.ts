import { useEffect, useState } from 'preact/hooks'
import { faultOf } from './connection.js'
import { link } from './events.js'
import type { Loaded } from './session.js'

/** Reads something again and again while the page is visible. What was read last remains beside a fault.
 * @param read must not depend on anything but `keys` */
export function usePolled<T>(
  read: (signal: AbortSignal) => Promise<T>,
  everyMs: number,
  keys: readonly unknown[],
): Loaded<T> & { reload: () => void } {
  const [loaded, setLoaded] = useState<Loaded<T>>({ data: null, fault: null })
  const [loads, setLoads] = useState(0)
  // A connection that came back is a reason to read at once.
  const isOpen = link.value.status === 'open'
  useEffect(() => {
    const ended = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = async () => {
      if (document.visibilityState === 'visible') {
        try {
          const data = await read(ended.signal)
          if (!ended.signal.aborted) setLoaded({ data, fault: null })
        } catch (error) {
          if (!ended.signal.aborted) setLoaded((old) => ({ data: old.data, fault: faultOf(error) }))
        }
      }
      if (!ended.signal.aborted) timer = setTimeout(() => void next(), everyMs)
    }
    void next()
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [...keys, loads, isOpen])
  return { ...loaded, reload: () => setLoads((count) => count + 1) }
}
