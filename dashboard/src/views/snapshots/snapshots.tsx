import { useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatTime, pluralize } from '../../parts/format.js'
import { Empty, Fault, Loading } from '../../parts/notices.js'
import { useAct } from '../../state/act.js'
import { mayWrite } from '../../state/connection.js'
import { isBeyondAppend, useLive, type SessionData } from '../../state/session.js'
import { createSnapshot, readSnapshots, snapshotName, type Snapshot } from '../../state/snapshots.js'
import { ForkButton } from './fork.js'
import { DeleteDialog, RestoreDialog } from './restore.js'

interface SnapshotsProps {
  client: PalimpsestClient
  data: SessionData
}
type Question = { kind: 'restore' | 'delete'; snapshot: Snapshot }
/** What the last restore left to undo it. */
type Restored = { name: string; rollbackId: string | null }

/** Saved states of a session, newest first: make, restore, fork and delete them. */
export function SnapshotsView({ client, data }: SnapshotsProps) {
  const sessionId = data.session.id
  const { data: snapshots, fault, reload } = useLive({ client, sessionId }, readSnapshots, isBeyondAppend)
  const [question, setQuestion] = useState<Question | null>(null)
  const [restored, setRestored] = useState<Restored | null>(null)
  const close = () => setQuestion(null)
  const rollback = snapshots?.find(({ id }) => id === restored?.rollbackId)
  return (
    <div class="snapshots">
      {mayWrite.value && <CreateForm client={client} sessionId={sessionId} />}
      {fault !== null && <Fault text={fault} retry={reload} />}
      {restored && (
        <div class="notice done" role="status">
          <span>
            Restored “{restored.name}”.{restored.rollbackId === null && ' The state before could not be saved.'}
          </span>
          {rollback && (
            <button type="button" onClick={() => setQuestion({ kind: 'restore', snapshot: rollback })}>
              Undo …
            </button>
          )}
        </div>
      )}
      {snapshots === null && fault === null && <Loading what="the snapshots" />}
      {snapshots?.length === 0 && (
        <Empty title="No snapshots yet.">
          One is made before the first cut after 80% of the limit, before an emergency, and whenever you ask.
        </Empty>
      )}
      <ul class="snapshot-list" aria-label="Snapshots, newest first">
        {snapshots?.map((snapshot) => (
          <SnapshotCard key={snapshot.id} client={client} data={data} snapshot={snapshot} ask={setQuestion} />
        ))}
      </ul>
      {question?.kind === 'restore' && (
        <RestoreDialog
          client={client}
          data={data}
          snapshot={question.snapshot}
          close={close}
          onRestored={(rollbackId) => {
            setRestored({ name: snapshotName(question.snapshot), rollbackId })
            close()
          }}
        />
      )}
      {question?.kind === 'delete' && (
        <DeleteDialog
          client={client}
          snapshot={question.snapshot}
          close={close}
          onDeleted={() => {
            close()
            reload()
          }}
        />
      )}
    </div>
  )
}

function CreateForm({ client, sessionId }: { client: PalimpsestClient; sessionId: string }) {
  const [name, setName] = useState('')
  const act = useAct()
  const [made, setMade] = useState('')
  return (
    <form
      class="search-form"
      onSubmit={(event) => {
        event.preventDefault()
        void act.run(async () => {
          setMade('')
          await createSnapshot(client, sessionId, name.trim())
          setMade(`Made${name.trim() === '' ? '' : ` “${name.trim()}”`}.`)
          setName('')
        })
      }}
    >
      <input
        aria-label="Name of the snapshot"
        placeholder="Name (optional)"
        maxLength={200}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" class="primary" disabled={act.isBusy}>
        Make a snapshot
      </button>
      <span class="hint" role="status">
        {made}
      </span>
      {act.fault !== null && (
        <p class="form-fault" role="alert">
          {act.fault}
        </p>
      )}
    </form>
  )
}

interface SnapshotCardProps extends SnapshotsProps {
  snapshot: Snapshot
  ask: (question: Question) => void
}

function SnapshotCard({ client, data: { session }, snapshot, ask }: SnapshotCardProps) {
  const { seq, tokenCount, checkpointCount, createdAt, auto, name, purpose } = snapshot
  const later = session.messageCount - seq
  return (
    <li class="card" aria-label={snapshotName(snapshot)}>
      <div class="title-line">
        <b>{snapshotName(snapshot)}</b>
        {auto && <span class="tag">automatic</span>}
        {name !== null && purpose !== 'manual' && <span class="tag">{purpose}</span>}
        <time dateTime={createdAt}>{formatTime(createdAt)}</time>
      </div>
      <p class="facts">
        {formatInteger(tokenCount)} tokens in the context · messages up to #{formatInteger(seq)}
        {later > 0 && ` (${formatInteger(later)} since)`} · {pluralize(checkpointCount, 'checkpoint')}
      </p>
      {mayWrite.value && (
        <div class="links">
          <button
            type="button"
            aria-label={`Restore … “${snapshotName(snapshot)}”`}
            onClick={() => ask({ kind: 'restore', snapshot })}
          >
            Restore …
          </button>
          <ForkButton
            client={client}
            sessionId={session.id}
            from={{ snapshotId: snapshot.id }}
            where={`“${snapshotName(snapshot)}”`}
          />
          <button
            type="button"
            class="quiet"
            aria-label={`Delete … “${snapshotName(snapshot)}”`}
            onClick={() => ask({ kind: 'delete', snapshot })}
          >
            Delete …
          </button>
        </div>
      )}
    </li>
  )
}
