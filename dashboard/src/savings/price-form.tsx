import { arePricesOwn, prices, setPrices } from './prices.js'
import type { Prices } from './sums.js'

const FIELDS: readonly [name: keyof Prices, title: string][] = [
  ['input', 'input'],
  ['cached', 'cached input'],
  ['summaries', 'summaries'],
]

/** The prices of a million tokens, in any currency. */
export function PriceForm() {
  return (
    <fieldset class="prices">
      <legend>Price per million tokens</legend>
      {FIELDS.map(([name, title]) => (
        <label key={name}>
          {title}
          <input
            type="number"
            min="0"
            step="any"
            value={prices.value[name]}
            onInput={(event) => {
              const value = event.currentTarget.valueAsNumber
              if (value >= 0) setPrices({ [name]: value })
            }}
          />
        </label>
      ))}
      {!arePricesOwn.value && <span class="hint">Examples: enter those of your model. They stay in this browser.</span>}
    </fieldset>
  )
}
