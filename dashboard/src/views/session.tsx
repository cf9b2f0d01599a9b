import { useEffect, useRef, useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { BudgetBar, BudgetTable } from '../parts/budget-bar.js'
import { ConditionText, factsKept } from '../parts/condition.js'
import { formatInteger, formatShare, pluralize } from '../parts/format.js'
import { Fault, Loading } from '../parts/notices.js'
import type { Moment } from '../state/moment.js'
import { mayWrite } from '../state/connection.js'
import { isNarrow } from '../state/narrow.js'
import { nameOf } from '../state/pick-rows.js'
import { addressOf } from '../state/route.js'
import { TAB_GROUPS, TAB_TITLES, type Tab } from '../state/tabs.js'
import { readSessionData, useLive, type SessionData, type SessionProps } from '../state/session.js'
import { BudgetView } from './budget.js'
import { CheckpointsView } from './checkpoints.js'
import { CompressButton } from './compress-button.js'
import { Compressing } from './compressing.js'
import { DiffView } from './diff.js'
import { MemoryView } from './memory.js'
import { ContextView } from './prompt/context.js'
import { OffloadsView } from './recall/offloads.js'
import { RecallView } from './recall/recall.js'
import { ExportButton } from './reports/export.js'
import { LogView } from './reports/log.js'
import { SavingsView } from './reports/savings.js'
import { SnapshotsView } from './snapshots/snapshots.js'
import { StripView } from './strip.js'

/** One session: its budget, and what became of each message. */

export function SessionView({ client, sessionId, tab, item }: SessionProps & { tab: Tab; item: string | undefined }) {
  const { data, fault, reload } = useLive({ client, sessionId }, readSessionData)
  // The strip may show an earlier moment. The head then shows the same one.
  const [past, setPast] = useState<Moment | null>(null)
  return (
    <section class="session" aria-labelledby="session-title">
      {data && <SessionHead data={data} past={past} client={client} />}
      {fault !== null && <Fault text={fault} retry={reload} />}
      {data === null && fault === null && <Loading what="the session" />}
      {data && (
        <>
          <Tabs tab={tab} data={data} />
          <TabView tab={tab} item={item} client={client} data={data} onMoment={setPast} />
        </>
      )}
    </section>
  )
}

function Tabs({ tab, data: { session } }: { tab: Tab; data: SessionData }) {
  const current = useRef<HTMLAnchorElement>(null)
  // On a phone, the tabs are wider than the screen.
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'center' }), [tab])
  const group = TAB_GROUPS.find(({ tabs }) => tabs.includes(tab))!
  const addressOfTab = (one: Tab) => addressOf({ view: 'session', sessionId: session.id, tab: one })
  return (
    <>
      <nav class="tabs" aria-label="Views of the session">
        {TAB_GROUPS.map(({ title, tabs }) => (
          <a
            key={title}
            href={addressOfTab(tabs[0])}
            {...(title === group.title && { 'aria-current': 'page' as const, ref: current })}
          >
            {title}
          </a>
        ))}
      </nav>
      {group.tabs.length > 1 && (
        <nav class="subtabs" aria-label={`Views of ${group.title}`}>
          {group.tabs.map((one) => (
            <a key={one} href={addressOfTab(one)} {...(one === tab && { 'aria-current': 'page' as const })}>
              {TAB_TITLES[one]}
              {one === 'checkpoints' && <small> {session.contextStatus.checkpoints}</small>}
            </a>
          ))}
        </nav>
      )}
    </>
  )
}

interface TabViewProps {
  tab: Tab
  item: string | undefined
  client: PalimpsestClient
  data: SessionData
  onMoment: (past: Moment | null) => void
}

function TabView({ tab, item, client, data, onMoment }: TabViewProps) {
  const { id: sessionId } = data.session
  switch (tab) {
    case 'strip':
      return <StripView client={client} data={data} seq={seqOf(item)} onMoment={onMoment} />
    case 'budget':
      return <BudgetView client={client} sessionId={sessionId} />
    case 'context':
      return <ContextView client={client} data={data} item={item ?? ''} onMoment={onMoment} />
    case 'cuts':
      return (
        <DiffView client={client} sessionId={sessionId} version={/^\d{1,15}$/.test(item ?? '') ? Number(item) : null} />
      )
    case 'checkpoints':
      return <CheckpointsView client={client} data={data} opened={item ?? null} />
    case 'memory':
      return <MemoryView client={client} data={data} />
    case 'recall':
      return <RecallView client={client} data={data} query={item ?? ''} />
    case 'offloads':
      return <OffloadsView client={client} sessionId={sessionId} opened={item ?? null} />
    case 'snapshots':
      return <SnapshotsView client={client} data={data} />
    case 'savings':
      return <SavingsView client={client} sessionId={sessionId} />
    case 'log':
      return <LogView client={client} sessionId={sessionId} />
  }
}

/** Returns the message that an address names; null if it names none. */
function seqOf(item: string | undefined): number | null {
  const seq = Number(item)
  return Number.isInteger(seq) && seq > 0 ? seq : null
}

interface SessionHeadProps {
  data: SessionData
  /** The moment that the page shows; null: now. */
  past: Moment | null
  client: PalimpsestClient
}

/** On a phone, all but the title and the bar is folded: the head would cover half of the screen. */
function SessionHead({ data: { session }, past, client }: SessionHeadProps) {
  const status = past?.status ?? session.contextStatus
  const actions = <Actions session={session} client={client} />
  const facts = <Facts session={session} status={status} past={past} />
  return (
    <header class="session-head">
      <div class="title-line">
        <h1 id="session-title">
          <bdi>{nameOf(session)}</bdi>
        </h1>
        {past === null ? <ConditionText status={status} /> : <b>at message {formatInteger(past.seq)}</b>}
        {!isNarrow.value && actions}
      </div>
      {isNarrow.value ? (
        <>
          <BudgetBar status={status} />
          <details class="head-details">
            <summary class="used-line">
              <Used status={status} /> <span class="hint">Details</span>
            </summary>
            {facts}
            <BudgetTable status={status} />
            {actions}
          </details>
        </>
      ) : (
        <>
          {facts}
          <p class="used-line">
            <Used status={status} />
          </p>
          <BudgetBar status={status} />
          <BudgetTable status={status} />
        </>
      )}
      {past === null && <Compressing client={client} sessionId={session.id} status={status} />}
    </header>
  )
}

type Session = SessionData['session']
type Status = Session['contextStatus']

function Actions({ session: { id, contextStatus }, client }: { session: Session; client: PalimpsestClient }) {
  return (
    <div class="actions">
      <ExportButton sessionId={id} />
      {mayWrite.value && <CompressButton client={client} sessionId={id} state={contextStatus.compressor.state} />}
    </div>
  )
}

function Facts({ session, status, past }: { session: Session; status: Status; past: Moment | null }) {
  const kept = factsKept(status)
  return (
    <p class="facts">
      {nameOf(session) !== session.id && (
        <>
          <code>{session.id}</code> <span aria-hidden="true">· </span>
        </>
      )}
      model {session.model} · preset {session.preset} · {pluralize(past?.seq ?? session.messageCount, 'message')} ·{' '}
      {[pluralize(status.compressions, 'compression'), kept && `facts kept ${kept}`].filter(Boolean).join(' · ')}
    </p>
  )
}

function Used({ status: { used, limit, waiting } }: { status: Status }) {
  return (
    <>
      <strong>{formatInteger(used)}</strong> of {formatInteger(limit)} tokens, {formatShare(used / limit)}
      {waiting > 0 && ` · ${pluralize(waiting, 'more token')} leave before the next read`}
    </>
  )
}
