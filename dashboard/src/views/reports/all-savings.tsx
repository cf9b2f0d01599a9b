import { useMemo } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatShare, pluralize } from '../../parts/format.js'
import { Empty, Fault } from '../../parts/notices.js'
import { numbers, TableHead } from '../../parts/table-head.js'
import { WideTable } from '../../parts/wide-table.js'
import { groupDays, GROUPINGS, sumOf, type Group, type Grouping } from '../../savings/groups.js'
import { InputNotes, InputTable } from '../../savings/input-table.js'
import { formatPrice } from '../../savings/money.js'
import { PriceForm } from '../../savings/price-form.js'
import { prices } from '../../savings/prices.js'
import { useDays } from '../../savings/read-days.js'
import { savedPrice, savedTokens, WAY_TITLES, WAYS } from '../../savings/sums.js'
import { appByAddress, appName, apps, appAddress } from '../../state/apps.js'
import { nameOf } from '../../state/pick-rows.js'
import { addressOf, filters, setFilters } from '../../state/route.js'
import { sessions } from '../../state/sessions.js'

const PERIODS: Record<string, number> = { '7': 7, '30': 30, '90': 90, '365': 365 }
/** Rows that are shown. */
const SHOWN = 200

/** What all calls were sent, and would have been sent otherwise: by day, app or session. */
export function AllSavingsView({ client }: { client: PalimpsestClient }) {
  const { days = '30', by: chosen = 'day', app = '' } = filters.value
  const by: Grouping = chosen in GROUPINGS ? (chosen as Grouping) : 'day'
  const period = PERIODS[days] ?? 30
  const { sessions: found, isDone, fault, reload } = useDays(client, period)
  const appId = app === '' ? null : (appByAddress(app) ?? app)
  const groups = useMemo(() => groupDays(found, by, appId), [found, by, appId])
  const sums = useMemo(() => sumOf(groups), [groups])
  return (
    <section class="savings" aria-labelledby="all-savings-title">
      <div class="toolbar">
        <h1 id="all-savings-title">Savings</h1>
        <Pickers by={by} period={period} app={app} />
      </div>
      {fault !== null && <Fault text={fault} retry={reload} />}
      <p class="hint" role="status">
        {isDone ? '' : 'Reading: '}
        {pluralize(found.length, 'session')}, {pluralize(sums.calls, 'call')} in {period} days, from the recorded
        events. Days are in UTC.
      </p>
      {isDone && sums.calls === 0 && (
        <Empty title="No calls in this time.">An answer that an app appends counts as one call of its model.</Empty>
      )}
      {sums.calls > 0 && (
        <>
          <InputTable sums={sums} />
          <PriceForm />
          <InputNotes sums={sums} />
          <h2>{GROUPINGS[by]}</h2>
          <GroupTable groups={groups} by={by} />
        </>
      )}
    </section>
  )
}

function Pickers({ by, period, app }: { by: Grouping; period: number; app: string }) {
  return (
    <div class="pickers">
      <select
        aria-label="Time"
        value={String(period)}
        onChange={(event) => setFilters({ days: event.currentTarget.value })}
      >
        {Object.keys(PERIODS).map((days) => (
          <option key={days} value={days}>
            {days} days
          </option>
        ))}
      </select>
      <select aria-label="Rows" value={by} onChange={(event) => setFilters({ by: event.currentTarget.value })}>
        {Object.entries(GROUPINGS).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <AppPicker app={app} />
    </div>
  )
}

/** Chooses an app by its name, if the key sees several. */
export function AppPicker({ app }: { app: string }) {
  if (apps.value.size < 2) return null
  return (
    <select aria-label="App" value={app} onChange={(event) => setFilters({ app: event.currentTarget.value })}>
      <option value="">App: all</option>
      {[...apps.value.keys()].map((id) => (
        <option key={id} value={appAddress(id)}>
          {appAddress(id)}
        </option>
      ))}
    </select>
  )
}

function GroupTable({ groups, by }: { groups: readonly Group[]; by: Grouping }) {
  const titles = { day: 'Day', app: 'App', session: 'Session' }
  return (
    <WideTable title={`Savings ${GROUPINGS[by].toLowerCase()}`}>
      <table class="savings-table">
        <TableHead
          columns={[
            titles[by],
            ...numbers('Calls', ...WAYS.map((way) => WAY_TITLES[way]), 'Saved tokens', 'Share', 'Saved money'),
          ]}
        />
        <tbody>
          {groups.slice(0, SHOWN).map(({ key, sums }) => (
            <tr key={key}>
              <th scope="row">
                <GroupName name={key} by={by} />
              </th>
              <td class="number">{formatInteger(sums.calls)}</td>
              {WAYS.map((way) => (
                <td key={way} class="number">
                  {formatInteger(sums[way].tokens)}
                </td>
              ))}
              <td class="number">{formatInteger(savedTokens(sums))}</td>
              <td class="number">{formatShare(savedTokens(sums) / Math.max(1, sums.whole.tokens))}</td>
              <td class="number">{formatPrice(savedPrice(sums, prices.value))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {groups.length > SHOWN && <p class="hint">The first {SHOWN} rows are shown; the sums above have all.</p>}
    </WideTable>
  )
}

function GroupName({ name, by }: { name: string; by: Grouping }) {
  if (by === 'day') return <time dateTime={name}>{name}</time>
  if (by === 'app') return <>{appName(name)}</>
  const row = sessions.value.rows.find(({ id }) => id === name)
  return <a href={addressOf({ view: 'session', sessionId: name, tab: 'savings' })}>{row ? nameOf(row) : name}</a>
}
