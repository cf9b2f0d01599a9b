import { formatInteger, formatShare } from '../parts/format.js'
import { numbers, TableHead } from '../parts/table-head.js'
import { WideTable } from '../parts/wide-table.js'
import { formatPrice } from './money.js'
import { prices } from './prices.js'
import {
  priceOf,
  priceOfSummaries,
  savedPrice,
  savedTokens,
  WAY_TITLES,
  WAYS,
  type InputSums,
  type Way,
} from './sums.js'

/** What calls were sent beside what they would have been sent. */

interface LineProps {
  title: string
  /** A figure of each way. */
  of: (way: Way) => number
  write: (value: number) => string
  saved?: string
}

function Line({ title, of, write, saved = '' }: LineProps) {
  return (
    <tr>
      <th scope="row">{title}</th>
      {WAYS.map((way) => (
        <td key={way} class="number">
          {write(of(way))}
        </td>
      ))}
      <td class="number saved">{saved}</td>
    </tr>
  )
}

export function InputTable({ sums }: { sums: InputSums }) {
  const calls = Math.max(1, sums.calls)
  const saved = savedTokens(sums)
  return (
    <WideTable title="Input of all calls">
      <table class="input-table">
        <caption class="unseen">
          Input of all calls: the whole history, the newest messages that fit, and what was sent
        </caption>
        <TableHead columns={[{ unseen: 'Sum' }, ...numbers(...WAYS.map((way) => WAY_TITLES[way]), 'Saved')]} />
        <tbody>
          <Line
            title="Input tokens"
            of={(way) => sums[way].tokens}
            write={formatInteger}
            saved={formatInteger(saved)}
          />
          <Line title="of them cached, at least" of={(way) => sums[way].cached} write={formatInteger} />
          <Line
            title="per call"
            of={(way) => sums[way].tokens / calls}
            write={formatInteger}
            saved={sums.whole.tokens === 0 ? '' : formatShare(saved / sums.whole.tokens)}
          />
          <Line
            title="Price"
            of={(way) => priceOf(sums[way], prices.value) + (way === 'sent' ? priceOfSummaries(sums, prices.value) : 0)}
            write={formatPrice}
            saved={formatPrice(savedPrice(sums, prices.value))}
          />
        </tbody>
      </table>
    </WideTable>
  )
}

/** What the table does not say by itself. */
export function InputNotes({ sums, limit }: { sums: InputSums; limit?: number }) {
  const { calls, callsBeyondLimit, answersInBulk, summaries } = sums
  const summaryTokens = summaries.promptTokens + summaries.outputTokens
  return (
    <ul class="hint notes">
      {callsBeyondLimit > 0 && (
        <li>
          In <b>{formatInteger(callsBeyondLimit)}</b> of {formatInteger(calls)} calls, the whole history was larger than
          the limit{limit === undefined ? ' of the session' : ` of ${formatInteger(limit)} tokens`}. A model with this
          window could not have taken it: without a service, it gets the newest messages that fit, and knows nothing of
          the others.
        </li>
      )}
      <li>
        Cached tokens are a lower bound: the input of the call before, if nothing before its end changed; after a change
        only system prompt and tools. A history that only grows keeps its cache, so its price is less than its tokens
        suggest. Where the saved price is negative, the context cost more: what follows a cut is read again at the full
        price.
      </li>
      {summaryTokens > 0 && (
        <li>
          {formatInteger(summaryTokens)} tokens went to the model that writes summaries. The price of what was sent has
          them.
        </li>
      )}
      {answersInBulk > 0 && (
        <li>
          {formatInteger(answersInBulk)} answers were appended together with an earlier one. Their calls used no context
          of this service, so they are not counted.
        </li>
      )}
    </ul>
  )
}
