import { take, type components, type PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatShare } from '../../parts/format.js'
import { Empty, Fault, Loading } from '../../parts/notices.js'
import { numbers, TableHead } from '../../parts/table-head.js'
import { isBeyondAppend, useLive, type SessionProps } from '../../state/session.js'

type Savings = components['schemas']['Savings']
type Rule = Savings['rules'][number]

const RULE_TITLES: Record<Rule['kind'], string> = {
  compression: 'Checkpoints',
  upgrade: 'Upgraded checkpoints',
  aging: 'Aged checkpoints',
  evict: 'Eviction',
  recall: 'Recalled words',
  standing: 'Standing entries',
  goals: 'Goals and ledger',
  withdraw: 'Withdrawn messages',
  'prompt-changed': 'Changed prompt',
  restore: 'Restored snapshots',
  rollover: 'New epochs',
  condense: 'Condensed results',
  offload: 'Offloaded results',
  reasoning: 'Dropped reasoning',
  watermark: 'Task boundaries',
  mask: 'Masked results',
  'truncate-input': 'Truncated inputs',
  'offload-text': 'Offloaded long text',
  excerpt: 'Head and tail of user text',
  covered: 'Calls behind checkpoints',
}

const readSavings = ({ api }: PalimpsestClient, sessionId: string, signal: AbortSignal) =>
  take(api.GET('/v1/sessions/{sessionId}/savings', { params: { path: { sessionId } }, signal }))

/** What the session saved so far, in total and by rule. */
export function SavingsView({ client, sessionId }: SessionProps) {
  const { data, fault, reload } = useLive({ client, sessionId }, readSavings, isBeyondAppend)
  return (
    <div class="savings">
      {fault !== null && <Fault text={fault} retry={reload} />}
      {data === null && fault === null && <Loading what="the savings" />}
      {data && data.rules.length === 0 && (
        <Empty title="Nothing was saved yet.">
          The first reduction or checkpoint appears here. Until then the model sees every message unchanged.
        </Empty>
      )}
      {data && data.rules.length > 0 && (
        <>
          <Totals savings={data} />
          <RuleTable savings={data} />
          <p class="hint">
            Every step since the session began is counted, also of parts that came back or left later. The calls spared
            are an estimate: those that would have freed as many tokens as the reductions did.
          </p>
        </>
      )}
    </div>
  )
}

function Totals({ savings }: { savings: Savings }) {
  const { saved, tokensBefore, savedWithoutModel, modelCalls, modelCallsSpared } = savings
  const totals: [string, string, string][] = [
    ['Tokens saved', formatInteger(saved), `${formatShare(saved / Math.max(1, tokensBefore))} of the tokens before`],
    ['Saved without a model', formatInteger(savedWithoutModel), 'by reductions'],
    ['Model calls spared', formatInteger(modelCallsSpared), `${formatInteger(modelCalls)} were made`],
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
      <TableHead columns={['Rule', ...numbers('Steps', 'Before', 'After', 'Saved'), <td class="bar-column" />]} />
      <tbody>
        {sorted.map((rule) => (
          <tr key={`${rule.rule} ${rule.kind}`}>
            <th scope="row">
              {RULE_TITLES[rule.kind]} <code>{rule.rule}</code>
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
