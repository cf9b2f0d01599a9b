import { useState } from 'preact/hooks'
import { take, type PalimpsestClient } from '@palimpsest/client'
import { faultOf } from '../state/connection.js'
import { useLive, type ContextStatus, type SessionProps } from '../state/session.js'

/** A compression under way, with its six stages; and the button that asks for one. */

const STAGES = ['identify', 'prepare', 'summarize', 'create-checkpoint', 'update-context', 'validate'] as const
const TITLES: Record<(typeof STAGES)[number], string> = {
  identify: 'Identify',
  prepare: 'Prepare',
  summarize: 'Summarize',
  'create-checkpoint': 'Create checkpoint',
  'update-context': 'Update context',
  validate: 'Validate',
}

async function readNewest({ api }: PalimpsestClient, sessionId: string, signal: AbortSignal) {
  const params = { path: { sessionId }, query: { limit: 1 } }
  const page = await take(api.GET('/v1/sessions/{sessionId}/compressions', { params, signal }))
  return page.compressions[0] ?? null
}

export function Compressing({
  client,
  sessionId,
  compressor,
}: SessionProps & { compressor: ContextStatus['compressor'] }) {
  if (compressor.state === 'idle') return null
  if (compressor.state !== 'running')
    return (
      <p class={`compressing ${compressor.state}`} role="status">
        Compressor: {compressor.state}
        {compressor.reason ? ` (${compressor.reason})` : ''}
      </p>
    )
  return <Stages client={client} sessionId={sessionId} />
}

function Stages({ client, sessionId }: SessionProps) {
  const { data } = useLive({ client, sessionId }, readNewest)
  const current = data?.stage ? STAGES.indexOf(data.stage) : -1
  const attempts = data?.attempts.length ?? 0
  return (
    <ol class="stages" aria-label="Compression under way">
      {STAGES.map((stage, index) => (
        <li
          key={stage}
          class={index < current ? 'done' : index === current ? 'now' : ''}
          {...(index === current && { 'aria-current': 'step' as const })}
        >
          {TITLES[stage]}
          {stage === 'summarize' && index === current && attempts > 0 && <small> {attempts} replies</small>}
        </li>
      ))}
    </ol>
  )
}

export function CompressButton({ client, sessionId, state }: SessionProps & { state: string }) {
  const [fault, setFault] = useState<string | null>(null)
  const isBusy = state === 'queued' || state === 'running'
  const compress = async () => {
    setFault(null)
    const params = { path: { sessionId } }
    await take(client.api.POST('/v1/sessions/{sessionId}/compress', { params, body: {} })).catch((error: unknown) =>
      setFault(faultOf(error)),
    )
  }
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void compress()}>
        {isBusy ? 'Compressing …' : 'Compress now'}
      </button>
      {fault !== null && (
        <span class="form-fault" role="alert">
          {fault}
        </span>
      )}
    </>
  )
}
