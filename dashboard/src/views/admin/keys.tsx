import { useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { CopyButton } from '../../parts/copy-button.js'
import { Choices, Dialog } from '../../parts/dialog.js'
import { formatAge, formatTime } from '../../parts/format.js'
import { TableHead } from '../../parts/table-head.js'
import { WideTable } from '../../parts/wide-table.js'
import { useAct } from '../../state/act.js'
import { createKey, deleteKey, rotateKey, type App, type Key, type Role } from '../../state/admin.js'

interface KeysProps {
  client: PalimpsestClient
  keys: readonly Key[]
  apps: readonly App[]
  reload: () => void
}

/** Seconds for which the secret before a rotation stays valid. */
const GRACE_SECONDS = 3_600

/** Every key with its role, app and last use. Secrets are shown once, when they are made. */
export function KeysCard({ client, keys, apps, reload }: KeysProps) {
  const [secret, setSecret] = useState<string | null>(null)
  const [deleted, setDeleted] = useState<Key | null>(null)
  const act = useAct()
  const nameOf = (appId: string) => apps.find(({ id }) => id === appId)?.name ?? appId
  const show = (made: string) => {
    setSecret(made)
    reload()
  }
  const rotate = (id: string) => act.run(async () => show(await rotateKey(client, id, GRACE_SECONDS)))
  return (
    <section class="card" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      {secret !== null && <Secret secret={secret} />}
      {keys.length === 0 ? (
        <p class="hint">No keys but the admin key of the operator.</p>
      ) : (
        <KeyTable keys={keys} nameOf={nameOf} isBusy={act.isBusy} rotate={rotate} remove={setDeleted} />
      )}
      <NewKey
        apps={apps}
        isBusy={act.isBusy}
        make={(body) => act.run(async () => show(await createKey(client, body)))}
      />
      {act.fault !== null && (
        <p class="form-fault" role="alert">
          {act.fault}
        </p>
      )}
      {deleted && (
        <DeleteKey
          client={client}
          of={deleted}
          app={nameOf(deleted.appId)}
          close={() => setDeleted(null)}
          reload={reload}
        />
      )}
    </section>
  )
}

interface KeyTableProps {
  keys: readonly Key[]
  nameOf: (appId: string) => string
  isBusy: boolean
  rotate: (id: string) => Promise<void>
  /** Asks before it deletes. */
  remove: (key: Key) => void
}

function KeyTable({ keys, nameOf, isBusy, rotate, remove }: KeyTableProps) {
  return (
    <WideTable title="Keys">
      <table class="stacked">
        <TableHead columns={['App', 'Role', 'Created', 'Last use', { unseen: 'Actions' }]} />
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <th scope="row">
                {nameOf(key.appId)} <small class="exact">{key.id}</small>
              </th>
              <td data-title="Role">{key.role}</td>
              <Created at={key.createdAt} />
              <td data-title="Last use">{key.lastUsedAt === null ? 'never' : formatAge(key.lastUsedAt, Date.now())}</td>
              <td class="inline">
                <button
                  type="button"
                  disabled={isBusy}
                  aria-label={`Rotate ${key.id}`}
                  onClick={() => void rotate(key.id)}
                >
                  Rotate
                </button>
                <button type="button" aria-label={`Delete ${key.id}`} onClick={() => remove(key)}>
                  Delete …
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  )
}

function Created({ at }: { at: string }) {
  return (
    <td data-title="Created">
      <time dateTime={at}>{formatTime(at)}</time>
    </td>
  )
}

function Secret({ secret }: { secret: string }) {
  return (
    <p class="secret" role="status">
      The secret is shown only now: <code>{secret}</code> <CopyButton text={() => secret} what="the secret" />
    </p>
  )
}

interface NewKeyProps {
  apps: readonly App[]
  isBusy: boolean
  make: (body: { appId: string; role: Role }) => Promise<void>
}

function NewKey({ apps, isBusy, make }: NewKeyProps) {
  const [appId, setAppId] = useState(apps[0]?.id ?? '')
  const [role, setRole] = useState<Role>('app')
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault()
        void make({ appId, role })
      }}
    >
      <select aria-label="App of the new key" value={appId} onChange={(event) => setAppId(event.currentTarget.value)}>
        {apps.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Role of the new key"
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as Role)}
      >
        <option value="app">app: reads and writes</option>
        <option value="viewer">viewer: reads</option>
        <option value="admin">admin: everything, in every app</option>
      </select>
      <button type="submit" disabled={isBusy || appId === ''}>
        New key
      </button>
    </form>
  )
}

interface DeleteProps {
  client: PalimpsestClient
  of: Key
  app: string
  close: () => void
  reload: () => void
}

function DeleteKey({ client, of, app, close, reload }: DeleteProps) {
  const act = useAct()
  const remove = async () => {
    await deleteKey(client, of.id)
    close()
    reload()
  }
  return (
    <Dialog title="Delete the key?" onClose={close}>
      <p>
        The {of.role} key <code>{of.id}</code> of {app} ends at once, with its event streams. Programs that use it are
        refused.
      </p>
      <Choices
        act="Delete"
        isBusy={act.isBusy}
        fault={act.fault}
        onAct={() => void act.run(remove)}
        onClose={close}
        isDangerous
      />
    </Dialog>
  )
}
