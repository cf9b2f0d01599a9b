import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { SessionSummary } from '@palimpsest/client'
import { CONDITION_TITLES, type ConditionKind } from '../context/condition.js'
import { BudgetBar } from '../parts/budget-bar.js'
import { ConditionText, factsKept } from '../parts/condition.js'
import { formatAge, formatInteger, formatShare, formatTime, pluralize } from '../parts/format.js'
import { Empty, Fault, Loading } from '../parts/notices.js'
import { VirtualRows } from '../parts/virtual-rows.js'
import { apps, appName } from '../state/apps.js'
import { nameOf, pickRows, SORTS, type Picking, type Sort } from '../state/pick-rows.js'
import { addressOf } from '../state/route.js'
import { sessions } from '../state/sessions.js'

/** Heights of a row in px: one line on a wide screen, three lines on a phone. Set in sessions.css, too. */
const ROW_PX = 48
const PHONE_ROW_PX = 92
const PHONE = '(max-width: 720px)'

/** What the person filters by. It outlives the view, so that Back returns to the same list. */
const picked = signal<Picking>({ sort: 'activity', condition: '', search: '' })

export function SessionsView() {
  const { rows, status, fault } = sessions.value
  const picking = picked.value
  const found = useMemo(() => pickRows(rows, picking, appName), [rows, picking, apps.value])
  const isPhone = matchMedia(PHONE).matches
  return (
    <section class="sessions" aria-labelledby="sessions-title">
      <div class="toolbar">
        <h1 id="sessions-title">
          Sessions <small>{formatInteger(rows.length)}</small>
        </h1>
        <Pickers picking={picking} set={(change) => (picked.value = { ...picking, ...change })} />
      </div>
      {fault !== null && <Fault text={fault} retry={() => location.reload()} />}
      {rows.length === 0 && fault === null && (status === 'loading' ? <Loading what="sessions" /> : <NoSessions />)}
      {rows.length > 0 && found.length === 0 && <Empty title="No session matches these filters." />}
      {found.length > 0 && (
        <div class="session-table" role="table" aria-label="Sessions" aria-rowcount={found.length + 1}>
          <VirtualRows
            count={found.length}
            rowPx={isPhone ? PHONE_ROW_PX : ROW_PX}
            head={<Titles />}
            row={(index) => <SessionRow key={found[index]!.id} session={found[index]!} index={index} />}
          />
        </div>
      )}
    </section>
  )
}

function Titles() {
  return (
    <div class="session-row head" role="row">
      {['Session', 'Context', 'Used', 'State', 'Facts kept', 'Activity'].map((title) => (
        <span key={title} role="columnheader">
          {title}
        </span>
      ))}
    </div>
  )
}

function Pickers({ picking, set }: { picking: Picking; set: (change: Partial<Picking>) => void }) {
  return (
    <div class="pickers">
      <input
        type="search"
        placeholder="Name, id, app, model"
        aria-label="Search sessions"
        value={picking.search}
        onInput={(event) => set({ search: event.currentTarget.value })}
      />
      <select
        aria-label="State"
        value={picking.condition}
        onChange={(event) => set({ condition: event.currentTarget.value as ConditionKind | '' })}
      >
        <option value="">State: all</option>
        {Object.entries(CONDITION_TITLES).map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <select
        aria-label="Sort"
        value={picking.sort}
        onChange={(event) => set({ sort: event.currentTarget.value as Sort })}
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

function NoSessions() {
  return (
    <Empty title="No sessions yet.">
      Sessions appear here when an app opens them, without a reload. <code>palimpsest demo</code> replays two real
      conversations.
    </Empty>
  )
}

function SessionRow({ session, index }: { session: SessionSummary; index: number }) {
  const { contextStatus: status, lastActivityAt } = session
  const app = apps.value.size > 1 ? `${appName(session.appId)} · ` : ''
  return (
    <div class="session-row" role="row" aria-rowindex={index + 2}>
      <span role="cell" class="name">
        <a href={addressOf({ view: 'session', sessionId: session.id, tab: 'strip' })} title={nameOf(session)}>
          {nameOf(session)}
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
      <span role="cell" class="age">
        <time dateTime={lastActivityAt} title={formatTime(lastActivityAt)}>
          {formatAge(lastActivityAt, Date.now())}
        </time>
      </span>
    </div>
  )
}
