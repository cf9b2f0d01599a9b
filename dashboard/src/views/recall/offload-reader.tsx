import { useState } from 'preact/hooks'
import { take } from '@palimpsest/client'
import { download } from '../../parts/download.js'
import { formatBytes, formatInteger } from '../../parts/format.js'
import { Fault, Loading } from '../../parts/notices.js'
import { useAct } from '../../state/act.js'
import { RANGE, START, useOffloadRange, type OffloadContent, type Range } from '../../search/offload.js'
import { addressOf } from '../../state/route.js'
import type { SessionProps } from '../../state/session.js'
import { OffloadSearch } from './offload-search.js'

/** The exact original of a reduced part: by range, by search, and its images and files. */
export function OffloadReader({ client, sessionId, offloadId }: SessionProps & { offloadId: string }) {
  const [range, setRange] = useState<Range | null>(null)
  const { data, fault, reload } = useOffloadRange({ client, sessionId, offloadId }, range)
  if (data === null) return fault === null ? <Loading what="the original" /> : <Fault text={fault} retry={reload} />
  const { seq, toolName, size, sha256, placeholder, content } = data
  const at = addressOf({ view: 'session', sessionId, tab: 'strip', item: String(seq) })
  return (
    <article class="card reader" aria-label={`Original of ${toolName || 'the part'} in message ${seq}`}>
      <div class="title-line">
        <h2>
          {toolName || 'Original'} <small>in message #{formatInteger(seq)}</small>
        </h2>
        <a class="push" href={addressOf({ view: 'session', sessionId, tab: 'offloads' })}>
          Close
        </a>
      </div>
      <p class="facts">
        {formatInteger(size.lines)} lines · {formatInteger(size.characters)} characters · {formatBytes(size.bytes)} ·{' '}
        <span title={`SHA-256 ${sha256}`}>SHA-256 {sha256.slice(0, 12)}…</span> · <a href={at}>show in Messages</a>
      </p>
      {fault !== null && <Fault text={fault} retry={reload} />}
      <OffloadSearch
        address={{ client, sessionId, offloadId }}
        onOpen={({ line, offset }) =>
          setRange(data.unit === 'lines' ? { unit: 'lines', offset: line } : { unit: 'characters', offset })
        }
      />
      <RangeControls data={data} setRange={setRange} />
      <pre class="long-text" tabIndex={0} aria-label="Text of the range">
        {content}
      </pre>
      <Media client={client} sessionId={sessionId} content={data} />
      {placeholder !== null && (
        <details class="twin">
          <summary>What the model sees instead</summary>
          <pre class="long-text" tabIndex={0}>
            {placeholder}
          </pre>
        </details>
      )}
    </article>
  )
}

function RangeControls({ data, setRange }: { data: OffloadContent; setRange: (range: Range) => void }) {
  const unit = data.unit === 'lines' ? 'lines' : 'characters'
  const { offset, length, total, nextOffset } = data
  const [first, step] = [START[unit], RANGE[unit]]
  const last = unit === 'lines' ? offset + length - 1 : offset + length
  const go = (to: number) =>
    setRange({ unit, offset: Math.min(Math.max(first, to), Math.max(first, total - 1 + first)) })
  if (total === 0) return null
  return (
    <div class="range" role="group" aria-label="Range">
      <button type="button" disabled={offset <= first} onClick={() => go(offset - step)}>
        Back
      </button>
      <label>
        From {unit === 'lines' ? 'line' : 'character'}
        <input
          type="number"
          min={first}
          max={total - 1 + first}
          value={offset}
          onChange={(event) => go(event.currentTarget.valueAsNumber || first)}
        />
      </label>
      <span>
        to {formatInteger(last)} of {formatInteger(total)}
      </span>
      <button type="button" disabled={nextOffset === null} onClick={() => go(nextOffset ?? offset)}>
        Next
      </button>
    </div>
  )
}

/** Images and files of the original. They are saved, not shown: the text of a conversation must not run in this page. */
function Media({ client, sessionId, content }: SessionProps & { content: OffloadContent }) {
  const act = useAct()
  if (content.media.length === 0) return null
  const save = async (number: number, name: string) => {
    const params = { path: { sessionId, offloadId: content.id, number: String(number) } }
    const path = '/v1/sessions/{sessionId}/offloads/{offloadId}/media/{number}' as const
    const bytes = await take(client.api.GET(path, { params, parseAs: 'blob' }))
    download(name, 'application/octet-stream', bytes as unknown as Blob)
  }
  return (
    <>
      <h3>Images and files</h3>
      <ul>
        {content.media.map(({ number, kind, mediaType, name, bytes, url }) => (
          <li key={number}>
            {name ?? kind} <small>{[mediaType, bytes !== null && formatBytes(bytes)].filter(Boolean).join(', ')}</small>{' '}
            {url === null && (
              <button
                type="button"
                class="text"
                disabled={act.isBusy}
                onClick={() => void act.run(() => save(number, name ?? `${content.id}-${number}`))}
              >
                Save
              </button>
            )}
          </li>
        ))}
      </ul>
      {act.fault !== null && <Fault text={act.fault} />}
    </>
  )
}
