import { signal } from '@preact/signals'
import { PalimpsestError, type Event, type PalimpsestClient, type StreamState } from '@palimpsest/client'
import { faultOf, signOut } from './connection.js'
import { opens } from './healing.js'

/** One event stream for the whole page. Views subscribe to it. */

export const link = signal<StreamState>({ status: 'connecting' })
/** Whether the stream ended and is not open again. */
export const wasLost = signal(false)

type Listener = (event: Event) => void
const listeners = new Set<Listener>()
const resets = new Set<() => void>()

/** Calls `listener` for each event from now on. Returns the function that ends the subscription.
 * @param onReset called when events may have been missed, so that everything must be read again */
export function subscribe(listener: Listener, onReset: () => void): () => void {
  listeners.add(listener)
  resets.add(onReset)
  return () => {
    listeners.delete(listener)
    resets.delete(onReset)
  }
}

function onState(state: StreamState): void {
  if (state.status === 'open' && link.value.status !== 'open') opens.value += 1
  link.value = state
  if (state.status !== 'connecting') wasLost.value = state.status === 'waiting'
}

/** Follows the events that the key may see until the signal aborts. The client reconnects and resumes by itself. */
export async function followEvents(client: PalimpsestClient, signal: AbortSignal): Promise<void> {
  const options = { signal, onState }
  while (!signal.aborted) {
    try {
      for await (const item of client.events(options)) {
        if (item.kind === 'event') for (const listener of listeners) listener(item.event)
      }
    } catch (error) {
      if (signal.aborted) return
      // The log of another database: nothing that was read before is valid.
      if (error instanceof PalimpsestError && error.code === 'cursor_invalid') for (const reset of resets) reset()
      else return signOut(faultOf(error))
    }
  }
}
