import { useEffect, useState } from 'preact/hooks'
import { take, type components, type Event } from '@palimpsest/client'
import { reasonText } from '../context/reasons.js'
import { formatInteger } from '../parts/format.js'
import { useAct } from '../state/act.js'
import { subscribe } from '../state/events.js'
import type { SessionProps } from '../state/session.js'

/** Asks for a compression, and reports how it ended. */
export function CompressButton({ client, sessionId, state }: SessionProps & { state: string }) {
  const act = useAct()
  /** The compression that was asked for, until it ends. */
  const [pending, setPending] = useState<string | null>(null)
  const [result, setResult] = useState('')
  const show = (compression: Ended) => {
    const text = resultOf(compression)
    setPending(text === null ? compression.id : null)
    setResult(text ?? 'Asked for; runs in the background.')
  }
  useEffect(() => {
    if (pending === null) return
    const ended = new AbortController()
    const params = { path: { sessionId, compressionId: pending } }
    const path = '/v1/sessions/{sessionId}/compressions/{compressionId}' as const
    const check = () =>
      void take(client.api.GET(path, { params, signal: ended.signal })).then(
        (compression) => ended.signal.aborted || show(compression),
        // The next event, or the head of the page, says how it ended.
        () => undefined,
      )
    const unsubscribe = subscribe((event) => endsOf(event) === pending && check(), check)
    // It may have ended before.
    check()
    return () => {
      ended.abort()
      unsubscribe()
    }
  }, [client, sessionId, pending])
  const compress = () =>
    act.run(async () => {
      setResult('')
      const params = { path: { sessionId } }
      show(await take(client.api.POST('/v1/sessions/{sessionId}/compress', { params, body: { waitMs: WAIT_MS } })))
    })
  const isBusy = act.isBusy || state === 'queued' || state === 'running'
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void compress()}>
        {isBusy ? 'Compressing …' : 'Compress now'}
      </button>
      <span class="hint" role="status">
        {result}
      </span>
      {act.fault !== null && (
        <span class="form-fault" role="alert">
          {act.fault}
        </span>
      )}
    </>
  )
}

/** A compression without a model ends within this time. */
const WAIT_MS = 1_000

type Ended = Pick<components['schemas']['Compression'], 'id' | 'status' | 'reason' | 'tokensBefore' | 'tokensAfter'>

/** Returns how a compression ended, in words; null if it did not. */
function resultOf({ status, reason, tokensBefore, tokensAfter }: Ended): string | null {
  if (status === 'queued' || status === 'running') return null
  if (status !== 'completed') return reasonText(status, reason ?? '')
  return `Compressed: ${formatInteger(tokensBefore ?? 0)} → ${formatInteger(tokensAfter ?? 0)} tokens.`
}

const ENDS: ReadonlySet<string> = new Set(['compressed', 'compression-skipped', 'compression-error'])

/** Returns the id of the compression that an event ends; null for other events. */
const endsOf = ({ type, data }: Event): string | null =>
  ENDS.has(type) && 'compressionId' in data ? (data.compressionId ?? null) : null
