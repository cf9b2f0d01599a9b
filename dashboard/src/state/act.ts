import { useState } from 'preact/hooks'
import { faultOf } from './connection.js'

/** A change that a person asks for: under way, done, or refused with a reason. */
export interface Act {
  isBusy: boolean
  fault: string | null
  /** Runs one change at a time. A second click while one runs does nothing. */
  run(change: () => Promise<void>): Promise<void>
}

export function useAct(): Act {
  const [state, setState] = useState<{ isBusy: boolean; fault: string | null }>({ isBusy: false, fault: null })
  return {
    ...state,
    async run(change) {
      if (state.isBusy) return
      setState({ isBusy: true, fault: null })
      try {
        await change()
        setState({ isBusy: false, fault: null })
      } catch (error) {
        setState({ isBusy: false, fault: faultOf(error) })
      }
    },
  }
}
