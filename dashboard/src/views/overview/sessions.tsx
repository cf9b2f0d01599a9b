import { useMemo } from 'preact/hooks'
import type { PalimpsestClient, SessionSummary } from '@palimpsest/client'
import { CONDITION_TITLES, type ConditionKind } from '../../context/condition.js'
import { BudgetBar } from '../../parts/budget-bar.js'
import { ConditionText, factsKept } from '../../parts/condition.js'
import { formatAge, formatCompact, formatInteger, formatShare, formatTime, pluralize } from '../../parts/format.js'
import { Empty, Fault, Loading } from '../../parts/notices.js'
import { VirtualRows } from '../../parts/virtual-rows.js'
import { groupDays, sumOf } from '../../savings/groups.js'
import { useDays, type SessionDays } from '../../savings/read-days.js'
import { savedTokens } from '../../savings/sums.js'
import { appByAddress, apps, appName } from '../../state/apps.js'
import { nameOf, pickRows, SORTS, type Picking, type Sort } from '../../state/pick-rows.js'
import { addressOf, filters, setFilters } from '../../state/route.js'
import { sessions } from '../../state/sessions.js'
import { AppPicker } from '../reports/all-savings.js'
import { Overview } from './overview.js'

/** Heights of a row in px: one line on a wide screen, three lines on a phone. Set in sessions.css, too. */
const ROW_PX = 48
const PHONE_ROW_PX = 92
const PHONE = '(max-width: 720px)'

/** Pages of the newest sessions whose savings are read. */
const SAVINGS_PAGES = 4
/** Days whose savings are shown. */
const SAVINGS_DAYS = 30

/** Every session and app: who needs a person, what was saved, and the list itself. */
export function SessionsView({ client }: { client: PalimpsestClient }) {
  const { rows, status, fault } = sessions.value
  const picking = pickingOf(filters.value)
  const savings = useDays(client, SAVINGS_DAYS, SAVINGS_PAGES)
  const saved = useMemo(() => savedBySession(savings.sessions), [savings.sessions])
  const found = useMemo(() => pickRows(rows, picking, appName), [rows, picking, apps.value])
  const isPhone = matchMedia(PHONE).matches
  return (
    <section class="sessions" aria-labelledby="sessions-title">
      <div class="toolbar">
        <h1 id="sessions-title">
          Sessions <small>{formatInteger(rows.length)}</small>
        </h1>
        <Pickers picking={picking} />
      </div>
      {rows.length > 0 && <Overview rows={rows} savings={savings} />}
      {fault !== null && <Fault text={fault} retry={() => location.reload()} />}
      {rows.length === 0 && fault === null && (status === 'loading' ? <Loading what="sessions" /> : <NoSessions />)}
      {rows.length > 0 && found.length === 0 && <Empty title="No session matches these filters." />}
      {found.length > 0 && (
        <div class="session-table" role="table" aria-label="Sessions" aria-rowcount={found.length + 1}>
          <VirtualRows
            count={found.length}
            rowPx={isPhone ? PHONE_ROW_PX : ROW_PX}
            head={<Titles />}
            row={(index) => (
              <SessionRow
                key={found[index]!.id}
                session={found[index]!}
                index={index}
                saved={saved.get(found[index]!.id)}
              />
            )}
          />
        </div>
      )}
    </section>
  )
}

function Titles() {
  return (
    <div class="session-row head" role="row">
      {['Session', 'Context', 'Used', 'State', 'Facts kept', 'Saved', 'Activity'].map((title) => (
        <span key={title} role="columnheader">
          {title}
        </span>
      ))}
    </div>
  )
}

function Pickers({ picking }: { picking: Picking }) {
  return (
    <div class="pickers">
      <input
        type="search"
        placeholder="Name, id, app, model"
        aria-label="Search sessions"
        value={picking.search}
        onInput={(event) => setFilters({ q: event.currentTarget.value })}
      />
      <select
        aria-label="State"
        value={picking.condition}
        onChange={(event) => setFilters({ state: event.currentTarget.value })}
      >
        <option value="">State: all</option>
        {Object.entries(CONDITION_TITLES).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <AppPicker app={filters.value.app ?? ''} />
      <select
        aria-label="Sort"
        value={picking.sort}
        onChange={(event) => setFilters({ sort: event.currentTarget.value })}
      >
        {Object.entries(SORTS).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Returns what the address filters by. Unknown values select all. */
function pickingOf({ sort, state, app = '', q = '' }: Readonly<Record<string, string>>): Picking {
  return {
    sort: sort !== undefined && sort in SORTS ? (sort as Sort) : 'activity',
    condition: state !== undefined && state in CONDITION_TITLES ? (state as ConditionKind) : '',
    app: app === '' ? '' : (appByAddress(app) ?? app),
    search: q,
  }
}

function savedBySession(days: readonly SessionDays[]): ReadonlyMap<string, number> {
  return new Map(days.map((one) => [one.sessionId, savedTokens(sumOf(groupDays([one], 'session', null)))]))
}

function NoSessions() {
  return (
    <Empty title="No sessions yet.">
      Sessions appear here when an app opens them, without a reload. <code>palimpsest demo</code> replays two real
      conversations.
    </Empty>
  )
}

interface RowProps {
  session: SessionSummary
  index: number
  /** Input tokens that its calls saved; undefined: not read. */
  saved: number | undefined
}

function SessionRow({ session, index, saved }: RowProps) {
  const { contextStatus: status, lastActivityAt } = session
  const app = apps.value.size > 1 ? `${appName(session.appId)} · ` : ''
  return (
    <div class="session-row" role="row" aria-rowindex={index + 2}>
      <span role="cell" class="name">
        <a href={addressOf({ view: 'session', sessionId: session.id, tab: 'strip' })} title={nameOf(session)}>
          <bdi>{nameOf(session)}</bdi>
        </a>
        <small>
          {app}
          {session.model} · {pluralize(session.messageCount, 'message')}
        </small>
      </span>
      <span role="cell" class="bar-cell">
        <BudgetBar status={status} />
      </span>
      <span role="cell" class="used">
        {formatShare(status.utilization)}
      </span>
      <span role="cell" class="state">
        <ConditionText status={status} />
      </span>
      <span role="cell" class="kept">
        {factsKept(status)}
      </span>
      <span role="cell" class="saved">
        {saved === undefined || saved === 0 ? '' : formatCompact(saved)}
      </span>
      <span role="cell" class="age">
        <time dateTime={lastActivityAt} title={formatTime(lastActivityAt)}>
          {formatAge(lastActivityAt, Date.now())}
        </time>
      </span>
    </div>
  )
}
