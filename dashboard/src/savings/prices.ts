import { signal } from '@preact/signals'
import type { Prices } from './sums.js'

/** The prices that a person entered. They stay in the browser; the service knows none. */

const STORED = 'palimpsest-prices'
/** Examples, until a person enters others. */
const EXAMPLES: Prices = { input: 3, cached: 0.3, summaries: 0 }

export const prices = signal<Prices>(read())
/** Whether the prices are those of a person. */
export const arePricesOwn = signal(localStorage.getItem(STORED) !== null)

export function setPrices(change: Partial<Prices>): void {
  prices.value = { ...prices.value, ...change }
  arePricesOwn.value = true
  localStorage.setItem(STORED, JSON.stringify(prices.value))
}

function read(): Prices {
  try {
    const stored = JSON.parse(localStorage.getItem(STORED) ?? '{}') as Partial<Record<keyof Prices, unknown>>
    const own = (name: keyof Prices) => {
      const value = stored[name]
      return typeof value === 'number' && value >= 0 ? value : EXAMPLES[name]
    }
    return { input: own('input'), cached: own('cached'), summaries: own('summaries') }
  } catch {
    return EXAMPLES
  }
}
