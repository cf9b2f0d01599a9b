import type { SessionSummary } from '@palimpsest/client'
import { CONDITION_TITLES, conditionOf, type ConditionKind } from '../../context/condition.js'
import { ConditionText } from '../../parts/condition.js'
import { formatCompact, formatInteger, formatShare, pluralize } from '../../parts/format.js'
import { groupDays, sumOf } from '../../savings/groups.js'
import { moneyWords } from '../../savings/money.js'
import { arePricesOwn, prices } from '../../savings/prices.js'
import type { DaysState } from '../../savings/read-days.js'
import { savedPrice, savedTokens } from '../../savings/sums.js'
import { apps, appAddress, appName } from '../../state/apps.js'
import { nameOf } from '../../state/pick-rows.js'
import { addressOf, setFilters } from '../../state/route.js'

/** All sessions at a glance: which need a person, what was saved, and the apps. */
export function Overview({ rows, savings }: { rows: readonly SessionSummary[]; savings: DaysState }) {
  return (
    <div class="overview">
      <Attention rows={rows} />
      <Saved savings={savings} total={rows.length} />
      {apps.value.size > 1 && <Apps rows={rows} savings={savings} />}
    </div>
  )
}

/** States that a person should know of, the worst first. */
const WORTH: readonly ConditionKind[] = ['stuck', 'model-down', 'over']
/** Sessions that are named. */
const NAMED = 3

function Attention({ rows }: { rows: readonly SessionSummary[] }) {
  const found = WORTH.map((kind) => ({
    kind,
    sessions: rows.filter(({ contextStatus }) => conditionOf(contextStatus).kind === kind),
  })).filter(({ sessions }) => sessions.length > 0)
  const stuck = found.find(({ kind }) => kind === 'stuck')?.sessions ?? []
  return (
    <section class="card" aria-labelledby="attention-title">
      <h2 id="attention-title">Attention</h2>
      {found.length === 0 && <p>Every session is in order.</p>}
      <ul>
        {found.map(({ kind, sessions }) => (
          <li key={kind}>
            <button type="button" class="text" onClick={() => setFilters({ state: kind })}>
              {pluralize(sessions.length, 'session')}: {CONDITION_TITLES[kind].toLowerCase()}
            </button>
          </li>
        ))}
        {stuck.slice(0, NAMED).map((session) => (
          <li key={session.id}>
            <a href={addressOf({ view: 'session', sessionId: session.id, tab: 'context' })}>{nameOf(session)}</a>{' '}
            <ConditionText status={session.contextStatus} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Saved({ savings: { sessions, isDone, fault }, total }: { savings: DaysState; total: number }) {
  const sums = sumOf(groupDays(sessions, 'day', null))
  const saved = savedTokens(sums)
  const among = sessions.length < total ? `, the newest ${pluralize(sessions.length, 'session')}` : ''
  return (
    <section class="card" aria-labelledby="saved-title">
      <h2 id="saved-title">Saved in 30 days</h2>
      {fault !== null ? (
        <p>{fault}</p>
      ) : (
        <p>
          <b>{formatCompact(saved)}</b> input tokens, {formatShare(saved / Math.max(1, sums.whole.tokens))} of the whole
          history, in {pluralize(sums.calls, 'call')}
          {among}: {moneyWords(savedPrice(sums, prices.value))} at {arePricesOwn.value ? 'your' : 'example'} prices.{' '}
          {!isDone && 'Reading … '}
          <a href={addressOf({ view: 'savings' })}>Savings by day, app and session</a>
        </p>
      )}
    </section>
  )
}

/** Apps that are named. */
const APPS_SHOWN = 5

function Apps({ rows, savings }: { rows: readonly SessionSummary[]; savings: DaysState }) {
  const counts = new Map<string, number>()
  for (const { appId } of rows) counts.set(appId, (counts.get(appId) ?? 0) + 1)
  const saved = new Map(groupDays(savings.sessions, 'app', null).map(({ key, sums }) => [key, savedTokens(sums)]))
  const busiest = [...counts].sort((a, b) => b[1] - a[1]).slice(0, APPS_SHOWN)
  return (
    <section class="card" aria-labelledby="apps-title">
      <h2 id="apps-title">
        Apps <small>{formatInteger(counts.size)}</small>
      </h2>
      <ul>
        {busiest.map(([appId, count]) => (
          <li key={appId}>
            <button type="button" class="text" onClick={() => setFilters({ app: appAddress(appId) })}>
              {appName(appId)}
            </button>{' '}
            <small>
              {pluralize(count, 'session')}, {formatCompact(saved.get(appId) ?? 0)} saved
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
