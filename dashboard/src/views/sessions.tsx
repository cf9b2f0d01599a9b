import { useMemo, useState } from 'preact/hooks'
import type { SessionSummary } from '@palimpsest/client'
import { BudgetBar } from '../parts/budget-bar.js'
import { formatAge, formatInteger, formatShare, formatTime } from '../parts/format.js'
import { Empty, Fault, Loading } from '../parts/notices.js'
import { VirtualRows } from '../parts/virtual-rows.js'
import { nameOf, pickRows, SORTS, type Picking, type Sort } from '../state/pick-rows.js'
import { addressOf } from '../state/route.js'
import { sessions } from '../state/sessions.js'

/** Heights of a row in px: one line on a wide screen, three lines on a phone. Set in sessions.css, too. */
const ROW_PX = 48
const PHONE_ROW_PX = 92
const PHONE = '(max-width: 720px)'

const LEVELS = ['GREEN', 'YELLOW', 'ORANGE', 'RED', 'CRITICAL']
const COMPRESSOR_STATES = ['idle', 'queued', 'running', 'backing-off', 'stuck']

export function SessionsView() {
  const [picking, setPicking] = useState<Picking>({ sort: 'activity', level: '', compressor: '', search: '' })
  const { rows, status, fault } = sessions.value
  const picked = useMemo(() => pickRows(rows, picking), [rows, picking])
  const isPhone = matchMedia(PHONE).matches
  return (
    <section class="sessions" aria-labelledby="sessions-title">
      <div class="toolbar">
        <h1 id="sessions-title">
          Sessions <small>{formatInteger(rows.length)}</small>
        </h1>
        <Pickers picking={picking} set={(change) => setPicking({ ...picking, ...change })} />
      </div>
      {fault !== null && <Fault text={fault} retry={() => location.reload()} />}
      {rows.length === 0 && fault === null && (status === 'loading' ? <Loading what="sessions" /> : <NoSessions />)}
      {rows.length > 0 && picked.length === 0 && <Empty title="No session matches these filters." />}
      {picked.length > 0 && (
        <div class="session-table" role="table" aria-label="Sessions" aria-rowcount={picked.length + 1}>
          <div class="session-row head" role="row">
            {['Session', 'Context', 'Used', 'Level', 'Reliability', 'Compressor', 'Activity'].map((title) => (
              <span key={title} role="columnheader">
                {title}
              </span>
            ))}
          </div>
          <VirtualRows
            count={picked.length}
            rowPx={isPhone ? PHONE_ROW_PX : ROW_PX}
            row={(index) => <SessionRow key={picked[index]!.id} session={picked[index]!} index={index} />}
          />
        </div>
      )}
    </section>
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
      <Choice label="Level" value={picking.level} options={LEVELS} set={(level) => set({ level })} />
      <Choice
        label="Compressor"
        value={picking.compressor}
        options={COMPRESSOR_STATES}
        set={(compressor) => set({ compressor })}
      />
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

interface ChoiceProps {
  label: string
  value: string
  options: readonly string[]
  set: (value: string) => void
}

function Choice({ label, value, options, set }: ChoiceProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => set(event.currentTarget.value)}>
      <option value="">{label}: all</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
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
  const { reliability, compressor } = status
  return (
    <div class="session-row" role="row" aria-rowindex={index + 2}>
      <span role="cell" class="name">
        <a href={addressOf({ view: 'session', sessionId: session.id, tab: 'strip' })} title={session.id}>
          {nameOf(session)}
        </a>
        <small>
          {session.model} · {formatInteger(session.messageCount)} messages
        </small>
      </span>
      <span role="cell" class="bar-cell">
        <BudgetBar status={status} />
      </span>
      <span role="cell" class="used">
        {formatShare(status.utilization)}
      </span>
      <span role="cell">
        <b class={`level ${status.level.toLowerCase()}`}>{status.level.toLowerCase()}</b>
      </span>
      <span role="cell" class={`reliability ${reliability.level.toLowerCase()}`} title={reliability.reasons.join('; ')}>
        {formatShare(reliability.score)} {reliability.level}
      </span>
      <span role="cell" class={`compressor ${compressor.state}`} title={compressor.reason ?? ''}>
        {compressor.state}
      </span>
      <span role="cell" class="age">
        <time dateTime={lastActivityAt} title={formatTime(lastActivityAt)}>
          {formatAge(lastActivityAt, Date.now())}
        </time>
      </span>
    </div>
  )
}
