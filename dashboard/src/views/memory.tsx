import { useState } from 'preact/hooks'
import { take, type components, type PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatShare } from '../parts/format.js'
import { Fault, Loading } from '../parts/notices.js'
import { faultOf, mayWrite } from '../state/connection.js'
import { useLive, type SessionData } from '../state/session.js'
import { Ledger, SeqLink } from './ledger.js'
import { StandingCard } from './standing.js'

/** What a session remembers beside its messages: goals, decisions, the ledger, pins; and whether it drifts. */

type Goal = components['schemas']['Goal']

async function readMemory({ api }: PalimpsestClient, sessionId: string, signal: AbortSignal) {
  const params = { path: { sessionId }, query: { limit: 200 } }
  const { goals } = await take(api.GET('/v1/sessions/{sessionId}/goals', { params, signal }))
  const { entries, nextAfter } = await take(api.GET('/v1/sessions/{sessionId}/ledger', { params, signal }))
  return { goals, ledger: entries, isMore: nextAfter !== null }
}

export function MemoryView({ client, data }: { client: PalimpsestClient; data: SessionData }) {
  const sessionId = data.session.id
  const { data: memory, fault, reload } = useLive({ client, sessionId }, readMemory)
  const pins = data.entries.filter(({ pinned }) => pinned)
  if (memory === null && fault === null) return <Loading what="goals and ledger" />
  return (
    <div class="memory">
      {fault !== null && <Fault text={fault} retry={reload} />}
      <section class="card">
        <h2>Goals</h2>
        {memory?.goals.length === 0 && <p class="hint">No goals. The app or a marker in a message sets them.</p>}
        {memory?.goals.map((goal) => (
          <GoalCard key={goal.id} goal={goal} />
        ))}
      </section>
      <section class="card">
        <h2>Pins</h2>
        {pins.length === 0 ? (
          <p class="hint">No pinned messages.</p>
        ) : (
          <ul>
            {pins.map(({ seq, role, tokens }) => (
              <li key={seq}>
                {seq !== undefined && <SeqLink sessionId={sessionId} seq={seq} />} {role}, {formatInteger(tokens)}{' '}
                tokens
              </li>
            ))}
          </ul>
        )}
      </section>
      {data.session.memoryScope !== null && (
        <StandingCard client={client} scope={data.session.memoryScope} appId={data.session.appId} />
      )}
      {mayWrite.value && <DriftCheck client={client} sessionId={sessionId} />}
      <section class="card whole">
        <h2>
          Ledger <small>exact lines from messages that left the context</small>
        </h2>
        {memory?.ledger.length === 0 ? (
          <p class="hint">Empty: no message with an exact line has left the context.</p>
        ) : (
          <Ledger entries={memory?.ledger ?? []} sessionId={sessionId} />
        )}
        {memory?.isMore && <p class="hint">The first 200 entries are shown.</p>}
      </section>
    </div>
  )
}

function GoalCard({ goal }: { goal: Goal }) {
  return (
    <article class="goal">
      <p>
        <b>{goal.description}</b> <span class="tag">{goal.status}</span> <span class="tag">{goal.priority}</span>
      </p>
      <GoalItems title="Steps" items={goal.steps.map(({ id, text, status }) => ({ id, text, note: status }))} />
      <GoalItems
        title="Decisions"
        items={goal.decisions.map(({ id, text, locked }) => ({ id, text, note: locked ? 'locked' : '' }))}
      />
      <GoalItems
        title="Files"
        items={goal.artifacts.map(({ id, path, action }) => ({ id, text: path, note: action }))}
      />
      <GoalItems title="Next" items={goal.nextSteps.map(({ id, text, status }) => ({ id, text, note: status }))} />
    </article>
  )
}

function GoalItems({ title, items }: { title: string; items: { id: string; text: string; note: string }[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {items.map(({ id, text, note }) => (
          <li key={id}>
            {text} {note !== '' && <span class="tag">{note}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Indicators of drift, as questions of a person. */
const INDICATORS: Record<string, string> = {
  'intent-match': 'Speaks of the intent',
  trajectory: 'Goes on from what was done',
  clarification: 'Asks nothing that was settled',
  completion: 'Claims nothing without a file',
}

/** Asks whether the newest step serves the intent. Recorded as an event, so viewers cannot ask. */
function DriftCheck({ client, sessionId }: { client: PalimpsestClient; sessionId: string }) {
  const [report, setReport] = useState<components['schemas']['Drift'] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const check = async () => {
    const params = { path: { sessionId } }
    try {
      setReport(await take(client.api.POST('/v1/sessions/{sessionId}/drift', { params, body: {} })))
      setFault(null)
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  return (
    <section class="card">
      <h2>Drift</h2>
      <button type="button" onClick={() => void check()}>
        Check the newest step
      </button>
      {fault !== null && <Fault text={fault} />}
      {report && (
        <>
          <p>
            <b>{report.verdict === 'ALIGNED' ? 'On course' : 'Drift detected'}</b>, score {formatShare(report.score)}.{' '}
            {report.recommendation}
          </p>
          <ul>
            {report.indicators.map(({ name, score, reason }) => (
              <li key={name}>
                <b>{INDICATORS[name] ?? name}</b> {formatShare(score)}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
      {report === null && fault === null && (
        <p class="hint">Compares the newest step with the goal or first request.</p>
      )}
    </section>
  )
}
