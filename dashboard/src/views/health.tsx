import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { take, type PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatTime } from '../parts/format.js'
import { Fault, Loading } from '../parts/notices.js'
import { numbers, TableHead } from '../parts/table-head.js'
import { audit, runAudit } from '../state/audit.js'
import type { Role } from '../state/connection.js'
import { link } from '../state/events.js'
import { useHealing } from '../state/healing.js'
import { nameOf } from '../state/pick-rows.js'
import { usePolled } from '../state/polled.js'
import { addressOf } from '../state/route.js'
import { sessions } from '../state/sessions.js'
import { ModelsCard } from './health-models.js'
import { StatesCard } from './health-states.js'
import { StoreCard } from './health-store.js'

/** Whether everything works: the daemon, its queue, its model server, its store, and the audit of the history. */

const POLL_MS = 5_000

export function HealthView({ client, role }: { client: PalimpsestClient; role: Role }) {
  return (
    <section class="health" aria-labelledby="health-title">
      <h1 id="health-title">Health</h1>
      <div class="memory">
        <AuditCard client={client} />
        <div>
          <DaemonCard client={client} />
          <StatesCard />
        </div>
        <QueueCard client={client} role={role} />
        <StoreCard client={client} role={role} />
      </div>
      <ModelsCard client={client} />
    </section>
  )
}

function AuditCard({ client }: { client: PalimpsestClient }) {
  const state = audit.value
  const { rows, status } = sessions.value
  const running = useRef<AbortController | null>(null)
  const start = (count: number) => {
    running.current?.abort()
    running.current = new AbortController()
    const newest = rows.toSorted((a, b) => (a.lastActivityAt < b.lastActivityAt ? 1 : -1)).slice(0, count)
    void runAudit(
      client,
      newest.map(({ id }) => id),
      running.current.signal,
    )
  }
  useEffect(() => {
    if (status === 'ready' && rows.length > 0 && audit.value.status === 'idle') start(AT_ONCE)
  }, [status, rows.length > 0])
  useEffect(() => () => running.current?.abort(), [])
  useHealing(state.fault, () => start(AT_ONCE))
  const isSound = state.lost === 0 && state.failed.length === 0
  return (
    <section class="card" aria-labelledby="audit-title">
      <h2 id="audit-title">Audit</h2>
      {state.status === 'idle' ? (
        <p class="hint">{status === 'loading' ? 'Waits for the list of sessions.' : 'No sessions to audit yet.'}</p>
      ) : (
        <>
          {state.audited === 0 ? (
            <p class="big" role="status">
              Recomputing …
            </p>
          ) : (
            <p class={`big ${isSound ? 'good' : 'bad'}`} role="status">
              {isSound ? '✓' : '✗'} {formatInteger(state.lost)} lost of {formatInteger(state.messages)} messages
              {state.status === 'running' && ' so far'}
            </p>
          )}
          <p class="hint">
            {formatInteger(state.audited)} of {formatInteger(state.sessions)} sessions recomputed from their history
            {state.skipped > 0 && `, ${formatInteger(state.skipped)} changed during every attempt`}
            {state.endedAt !== null && `, ${formatTime(new Date(state.endedAt).toISOString())}`}
          </p>
          <progress max={Math.max(1, state.sessions)} value={state.audited} aria-label="Audited sessions" />
        </>
      )}
      {state.fault !== null && <Fault text={state.fault} retry={() => start(AT_ONCE)} />}
      {state.failed.map(({ id, violations }) => (
        <p key={id} class="form-fault">
          <a href={addressOf({ view: 'session', sessionId: id, tab: 'strip' })}>
            {nameOf(rows.find((row) => row.id === id) ?? { id, externalId: null, metadata: {} })}
          </a>
          : {violations.join('; ')}
        </p>
      ))}
      {rows.length > 0 && (
        <button type="button" disabled={state.status === 'running'} onClick={() => start(rows.length)}>
          Audit all sessions ({formatInteger(rows.length)})
        </button>
      )}
    </section>
  )
}

/** Sessions audited without being asked, the most recently active ones. */
const AT_ONCE = 20

async function readDaemon({ api }: PalimpsestClient, signal: AbortSignal) {
  const { version } = await take(api.GET('/healthz', { signal }))
  // A daemon that is not ready answers 503 with the same body.
  const { data, error } = await api.GET('/readyz', { signal })
  return {
    version,
    ready: data?.ready === true,
    store: (data ?? (error as { store?: boolean } | undefined))?.store === true,
  }
}

function DaemonCard({ client }: { client: PalimpsestClient }) {
  const { data, fault, reload } = usePolled((signal) => readDaemon(client, signal), POLL_MS, [client])
  const state = link.value.status
  return (
    <section class="card" aria-labelledby="daemon-title">
      <h2 id="daemon-title">Daemon</h2>
      {fault !== null && <Fault text={fault} retry={reload} />}
      {data === null && fault === null && <Loading what="the daemon" />}
      {data && (
        <dl class="pairs">
          <Pair name="Ready" value={<Verdict isGood={data.ready && fault === null} good="yes" bad="no" />} />
          <Pair
            name="Database"
            value={<Verdict isGood={data.store && fault === null} good="answers" bad="unavailable" />}
          />
          <Pair name="Event stream" value={<Verdict isGood={state === 'open'} good="open" bad={state} />} />
          <Pair name="Version" value={data.version} />
        </dl>
      )}
    </section>
  )
}

export function Pair({ name, value }: { name: string; value: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

export function Verdict({ isGood, good, bad }: { isGood: boolean; good: string; bad: string }) {
  return <span class={isGood ? 'good' : 'bad'}>{isGood ? `✓ ${good}` : `✗ ${bad}`}</span>
}

function QueueCard({ client, role }: { client: PalimpsestClient; role: Role }) {
  const { data, fault, reload } = usePolled(
    async (signal) => (role === 'admin' ? (await take(client.api.GET('/v1/queue', { signal }))).jobs : null),
    POLL_MS,
    [client, role],
  )
  return (
    <section class="card" aria-labelledby="queue-title">
      <h2 id="queue-title">Queue</h2>
      {fault !== null && <Fault text={fault} retry={reload} />}
      {role !== 'admin' && <p class="hint">Only an admin key sees the jobs of all apps.</p>}
      {data && (
        <table>
          <TableHead columns={['Jobs', ...numbers('Waiting', 'Active', 'Failed')]} />
          <tbody>
            {Object.entries(data).map(([name, { waiting, active, failed }]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number">{formatInteger(waiting)}</td>
                <td class="number">{formatInteger(active)}</td>
                <td class={`number ${failed > 0 ? 'bad' : ''}`}>{formatInteger(failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
