import { useState } from 'preact/hooks'
import { Choices, Dialog } from '../../parts/dialog.js'
import { useAct } from '../../state/act.js'
import { mayWrite } from '../../state/connection.js'
import { addressOf } from '../../state/route.js'
import type { SessionProps } from '../../state/session.js'
import { forkSession, type ForkFrom } from '../../state/snapshots.js'

interface ForkProps extends SessionProps {
  from: ForkFrom
  /** State that the fork continues from, such as `message 12`. */
  where: string
}

/** Asks for a name and makes a session that continues from an earlier state. Absent for viewers. */
export function ForkButton(props: ForkProps) {
  const [isOpen, setOpen] = useState(false)
  if (!mayWrite.value) return null
  return (
    <>
      <button type="button" aria-label={`Fork … from ${props.where}`} onClick={() => setOpen(true)}>
        Fork …
      </button>
      {isOpen && <ForkDialog {...props} close={() => setOpen(false)} />}
    </>
  )
}

function ForkDialog({ client, sessionId, from, where, close }: ForkProps & { close: () => void }) {
  const [name, setName] = useState('')
  const act = useAct()
  const fork = () =>
    act.run(async () => {
      const id = await forkSession(client, { sessionId, from, name: name.trim() })
      location.hash = addressOf({ view: 'session', sessionId: id, tab: 'strip' })
    })
  return (
    <Dialog title={`Fork from ${where}`} onClose={close}>
      <p>The new session continues from {where}, with the history up to there. This session stays as it is.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void fork()
        }}
      >
        <label class="field">
          Name of the new session
          <input value={name} maxLength={255} onInput={(event) => setName(event.currentTarget.value)} />
          <small>Its external id. Without one, the session is listed by its id.</small>
        </label>
      </form>
      <Choices act="Fork" isBusy={act.isBusy} fault={act.fault} onAct={() => void fork()} onClose={close} />
    </Dialog>
  )
}
