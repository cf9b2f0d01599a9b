import { take, type components, type PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatShare } from '../../parts/format.js'
import { Empty, Fault, Loading } from '../../parts/notices.js'
import { RuleCode } from '../../parts/rule-code.js'
import { numbers, TableHead } from '../../parts/table-head.js'
import { InputChart } from '../../savings/input-chart.js'
import { InputNotes, InputTable } from '../../savings/input-table.js'
import { amountOf } from '../../savings/money.js'
import { PriceForm } from '../../savings/price-form.js'
import { prices } from '../../savings/prices.js'
import { savedPrice, savedTokens } from '../../savings/sums.js'
import { useLive, type SessionProps } from '../../state/session.js'
import { capitalized, CUT_WORDS, REDUCTION_WORDS } from '../../parts/words.js'

type Savings = components['schemas']['Savings']
type Rule = Savings['rules'][number]

/** Rules are the kinds of cuts and of reductions. */
function titleOf(kind: Rule['kind']): string {
  return kind in CUT_WORDS
    ? CUT_WORDS[kind as keyof typeof CUT_WORDS]
    : capitalized(REDUCTION_WORDS[kind as keyof typeof REDUCTION_WORDS])
}

const readSavings = ({ api }: PalimpsestClient, sessionId: string, signal: AbortSignal) =>
  take(api.GET('/v1/sessions/{sessionId}/savings', { params: { path: { sessionId } }, signal }))

/** What the calls of the session were sent beside what they would have been sent, and what each rule freed. */
export function SavingsView({ client, sessionId }: SessionProps) {
  const { data, fault, reload } = useLive({ client, sessionId }, readSavings)
  return (
    <div class="savings">
      {fault !== null && <Fault text={fault} retry={reload} />}
      {data === null && fault === null && <Loading what="the savings" />}
      {data && data.input.calls === 0 && (
        <Empty title="No calls yet.">
          An answer that the app appends counts as one call of its model: the context before it is what was sent.
        </Empty>
      )}
      {data && data.input.calls > 0 && (
        <>
          <Totals savings={data} />
          <InputTable sums={data.input} />
          <PriceForm />
          <InputNotes sums={data.input} limit={data.input.limit} />
          <InputChart points={data.input.points} limit={data.input.limit} />
        </>
      )}
      {data && data.rules.length > 0 && (
        <>
          <h2>What each rule freed in the context</h2>
          <RuleTable savings={data} />
          <p class="hint">
            Every step since the session began is counted once, also of parts that came back or left later. The model
            calls that reductions spared, {formatInteger(data.modelCallsSpared)}, are an estimate: those that would have
            freed as many tokens. {formatInteger(data.modelCalls)} were made.
          </p>
        </>
      )}
    </div>
  )
}

function Totals({ savings: { input } }: { savings: Savings }) {
  const saved = savedTokens(input)
  const { amount, isExtra } = amountOf(savedPrice(input, prices.value))
  const totals: [string, string, string][] = [
    [
      'Input tokens saved',
      formatInteger(saved),
      `${formatShare(saved / Math.max(1, input.whole.tokens))} of the whole history`,
    ],
    [
      isExtra ? 'More to pay' : 'Money saved',
      amount,
      'in the currency of the prices below, cache and summaries included',
    ],
    [
      'Calls',
      formatInteger(input.calls),
      `${formatInteger(input.callsBeyondLimit)} larger than the limit without the service`,
    ],
  ]
  return (
    <dl class="totals">
      {totals.map(([title, value, note]) => (
        <div key={title} class="card">
          <dt>{title}</dt>
          <dd>
            <b>{value}</b> <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function RuleTable({ savings: { rules, tokensBefore, tokensAfter, saved } }: { savings: Savings }) {
  const most = Math.max(1, ...rules.map((rule) => rule.saved))
  const sorted = rules.toSorted((a, b) => b.saved - a.saved)
  return (
    <table class="rule-table">
      <caption class="unseen">Tokens saved by rule, most first</caption>
      <TableHead
        columns={['Rule', ...numbers('Steps', 'Tokens before', 'After', 'Saved'), <td class="bar-column" />]}
      />
      <tbody>
        {sorted.map((rule) => (
          <tr key={`${rule.rule} ${rule.kind}`}>
            <th scope="row">
              {titleOf(rule.kind)} <RuleCode rule={rule.rule} />
            </th>
            <td class="number">{formatInteger(rule.count)}</td>
            <td class="number">{formatInteger(rule.tokensBefore)}</td>
            <td class="number">{formatInteger(rule.tokensAfter)}</td>
            <td class="number">{formatInteger(rule.saved)}</td>
            <td class="bar-column" aria-hidden="true">
              <i class={`saved-bar ${rule.kind}`} style={{ width: `${(100 * Math.max(0, rule.saved)) / most}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Together</th>
          <td />
          <td class="number">{formatInteger(tokensBefore)}</td>
          <td class="number">{formatInteger(tokensAfter)}</td>
          <td class="number">{formatInteger(saved)}</td>
          <td class="bar-column" />
        </tr>
      </tfoot>
    </table>
  )
}
