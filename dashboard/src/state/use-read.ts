import { useEffect, useRef, useState } from 'preact/hooks'
import { faultOf } from './connection.js'
import { useHealing } from './healing.js'
import type { Loaded } from './session.js'

/** Reads something once, and again when the connection is back after a failed read.
 * @param read called again when one of `inputs` changes
 * @returns what was read, why it could not be read, and a way to try again */
export function useRead<T>(
  read: (signal: AbortSignal) => Promise<T>,
  inputs: readonly unknown[],
): Loaded<T> & { again: () => void } {
  const [{ data, fault }, setLoaded] = useState<Loaded<T>>({ data: null, fault: null })
  const [tries, setTries] = useState(0)
  const shown = useRef<readonly unknown[]>([])
  useEffect(() => {
    const ended = new AbortController()
    // Only what belongs to other inputs disappears at once.
    const isSame = shown.current.length === inputs.length && inputs.every((one, at) => one === shown.current[at])
    shown.current = inputs
    if (!isSame) setLoaded({ data: null, fault: null })
    read(ended.signal).then(
      (found) => !ended.signal.aborted && setLoaded({ data: found, fault: null }),
      (error: unknown) => !ended.signal.aborted && setLoaded((old) => ({ data: old.data, fault: faultOf(error) })),
    )
    return () => ended.abort()
  }, [...inputs, tries])
  const again = () => setTries((count) => count + 1)
  useHealing(fault, again)
  return { data, fault, again }
}
