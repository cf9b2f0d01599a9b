import type { PalimpsestClient } from '@palimpsest/client'
import { Choices, Dialog } from '../../parts/dialog.js'
import { formatInteger, formatShare } from '../../parts/format.js'
import { numbers, TableHead } from '../../parts/table-head.js'
import { useAct } from '../../state/act.js'
import type { SessionData } from '../../state/session.js'
import { deleteSnapshot, restoreSnapshot, snapshotName, type Snapshot } from '../../state/snapshots.js'

/** Questions before a snapshot changes something. */

interface RestoreProps {
  client: PalimpsestClient
  data: SessionData
  snapshot: Snapshot
  close: () => void
  /** @param rollbackId snapshot of the state before; null: there is none */
  onRestored: (rollbackId: string | null) => void
}

export function RestoreDialog({ client, data: { session }, snapshot, close, onRestored }: RestoreProps) {
  const act = useAct()
  const restore = () => act.run(async () => onRestored(await restoreSnapshot(client, snapshot, session.version)))
  const { used, limit, checkpoints } = session.contextStatus
  const later = session.messageCount - snapshot.seq
  const rows: [string, string, string][] = [
    ['Tokens in the context', formatInteger(used), formatInteger(snapshot.tokenCount)],
    ['Share of the limit', formatShare(used / limit), formatShare(snapshot.tokenCount / limit)],
    ['Newest message', `#${formatInteger(session.messageCount)}`, `#${formatInteger(snapshot.seq)}`],
    ['Checkpoints', formatInteger(checkpoints), formatInteger(snapshot.checkpointCount)],
  ]
  return (
    <Dialog title={`Restore “${snapshotName(snapshot)}”?`} onClose={close}>
      <table class="now-and-then">
        <TableHead columns={[<td />, ...numbers('Now', 'After the restore')]} />
        <tbody>
          {rows.map(([title, now, then]) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td class="number">{now}</td>
              <td class="number">{then}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {later > 0
          ? `${formatInteger(later)} later ${later === 1 ? 'message leaves' : 'messages leave'} the context, and stay in the history. `
          : ''}
        A snapshot of the state now is made first, so that you can undo this. Policy and mode stay as they are.
      </p>
      <Choices act="Restore" isBusy={act.isBusy} fault={act.fault} onAct={() => void restore()} onClose={close} />
    </Dialog>
  )
}

interface DeleteProps {
  client: PalimpsestClient
  snapshot: Snapshot
  close: () => void
  onDeleted: () => void
}

export function DeleteDialog({ client, snapshot, close, onDeleted }: DeleteProps) {
  const act = useAct()
  const remove = () =>
    act.run(async () => {
      await deleteSnapshot(client, snapshot)
      onDeleted()
    })
  return (
    <Dialog title={`Delete “${snapshotName(snapshot)}”?`} onClose={close}>
      <p>This state can then no longer be restored. The session and its history stay as they are.</p>
      <Choices
        act="Delete"
        isDangerous
        isBusy={act.isBusy}
        fault={act.fault}
        onAct={() => void remove()}
        onClose={close}
      />
    </Dialog>
  )
}
