import { useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { Choices, Dialog } from '../../parts/dialog.js'
import { useAct } from '../../state/act.js'
import { updateApp, type App } from '../../state/admin.js'

/** Quotas that the dialog changes, in the order of their fields. */
const QUOTAS = {
  sessions: 'Sessions stored',
  messages: 'Messages stored',
  bytes: 'Bytes stored',
  subscribers: 'Event streams open',
  requestsPerMinute: 'Requests a minute',
  modelSecondsPerHour: 'Model seconds an hour',
} as const
type Quota = keyof typeof QUOTAS
const NAMES = Object.keys(QUOTAS) as Quota[]

interface EditProps {
  client: PalimpsestClient
  app: App
  close: (isChanged: boolean) => void
}

/** Changes how long an app keeps idle sessions, and its quotas. An empty field is no limit. */
export function EditApp({ client, app, close }: EditProps) {
  const [retention, setRetention] = useState(textOf(app.retentionDays))
  const [quotas, setQuotas] = useState(
    Object.fromEntries(NAMES.map((name) => [name, textOf(app.quotas[name].limit)])) as Record<Quota, string>,
  )
  const act = useAct()
  const save = async () => {
    const limits = Object.fromEntries(NAMES.map((name) => [name, numberOf(quotas[name])]))
    await updateApp(client, app.id, { retentionDays: numberOf(retention), quotas: limits })
    close(true)
  }
  return (
    <Dialog title={`Edit ${app.name}`} onClose={() => close(false)}>
      <p class="hint">An empty field is no limit. Idle sessions are named a day before they are deleted.</p>
      <div class="fields">
        <Field title="Days that idle sessions are kept" value={retention} set={setRetention} min={1} />
        {NAMES.map((name) => (
          <Field
            key={name}
            title={QUOTAS[name]}
            value={quotas[name]}
            set={(value) => setQuotas({ ...quotas, [name]: value })}
            min={0}
          />
        ))}
      </div>
      <Choices
        act="Save"
        isBusy={act.isBusy}
        fault={act.fault}
        onAct={() => void act.run(save)}
        onClose={() => close(false)}
      />
    </Dialog>
  )
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

interface FieldProps {
  title: string
  value: string
  set: (value: string) => void
  min: number
}

function Field({ title, value, set, min }: FieldProps) {
  return (
    <label>
      <span>{title}</span>
      <input type="number" min={min} step="1" value={value} onInput={(event) => set(event.currentTarget.value)} />
    </label>
  )
}
