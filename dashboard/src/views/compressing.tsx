import { useEffect, useState } from 'preact/hooks'
import { take, type Event, type PalimpsestClient } from '@palimpsest/client'
import { conditionOf } from '../context/condition.js'
import { formatInteger } from '../parts/format.js'
import { subscribe } from '../state/events.js'
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

/** What the compressor does, and what a person can do about it. Nothing while all is in order. */
export function Compressing({ client, sessionId, status }: SessionProps & { status: ContextStatus }) {
  if (status.compressor.state === 'running') return <Stages client={client} sessionId={sessionId} />
  const { tone, detail } = conditionOf(status)
  if (detail === '') return null
  return (
    <p class={`compressing ${tone}`} role="status">
      {detail}
    </p>
  )
}

type Progress = Event<'compression-progress'>['data']

/** Returns how far the model is with its summary; null until an event says it. */
function useProgress(sessionId: string): Progress | null {
  const [progress, setProgress] = useState<Progress | null>(null)
  useEffect(() => {
    setProgress(null)
    return subscribe(
      (event) => {
        if (event.sessionId === sessionId && event.type === 'compression-progress') setProgress(event.data)
      },
      () => setProgress(null),
    )
  }, [sessionId])
  return progress
}

function Stages({ client, sessionId }: SessionProps) {
  const { data } = useLive({ client, sessionId }, readNewest)
  const progress = useProgress(sessionId)
  const current = data?.stage ? STAGES.indexOf(data.stage) : -1
  return (
    <ol class="stages" aria-label="Compression under way">
      {STAGES.map((stage, index) => (
        <li
          key={stage}
          class={index < current ? 'done' : index === current ? 'now' : ''}
          {...(index === current && { 'aria-current': 'step' as const })}
        >
          {TITLES[stage]}
          {stage === 'summarize' && index === current && data && (
            <ModelProgress
              attempts={data.attempts.length}
              progress={progress?.compressionId === data.id ? progress : null}
            />
          )}
        </li>
      ))}
    </ol>
  )
}

function ModelProgress({ attempts, progress }: { attempts: number; progress: Progress | null }) {
  const parts: string[] = []
  if (progress) {
    const { from, to, outputTokens } = progress
    const done = outputTokens === 0 ? 'the model reads' : `${formatInteger(outputTokens)} tokens written`
    parts.push(`messages ${from} to ${to}: ${done}`)
  }
  if (attempts > 0) parts.push(attempts === 1 ? '1 reply before' : `${formatInteger(attempts)} replies before`)
  return parts.length === 0 ? null : <small> {parts.join(' · ')}</small>
}
