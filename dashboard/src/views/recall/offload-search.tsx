import { useState } from 'preact/hooks'
import { take } from '@palimpsest/client'
import { formatInteger } from '../../parts/format.js'
import { Fault } from '../../parts/notices.js'
import { useAct } from '../../state/act.js'
import type { OffloadMatches } from '../../search/offload.js'
import type { SessionProps } from '../../state/session.js'

interface OffloadSearchProps {
  address: SessionProps & { offloadId: string }
  /** Opens the range that starts with a match. */
  onOpen: (at: { line: number; offset: number }) => void
}

/** Finds literal text in one original. */
export function OffloadSearch({ address: { client, sessionId, offloadId }, onOpen }: OffloadSearchProps) {
  const [words, setWords] = useState('')
  const [found, setFound] = useState<Pick<OffloadMatches, 'matches' | 'nextOffset'> | null>(null)
  const act = useAct()
  const search = (offset: number) =>
    act.run(async () => {
      const params = { path: { sessionId, offloadId }, query: { q: words, offset } }
      const path = '/v1/sessions/{sessionId}/offloads/{offloadId}/search' as const
      const { matches, nextOffset } = await take(client.api.GET(path, { params }))
      setFound((old) => ({ matches: offset === 0 ? matches : [...(old?.matches ?? []), ...matches], nextOffset }))
    })
  return (
    <>
      <form
        class="search-form"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          void search(0)
        }}
      >
        <input
          type="search"
          aria-label="Search the original"
          placeholder="Exact text"
          maxLength={500}
          required
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button type="submit" disabled={act.isBusy}>
          Search
        </button>
      </form>
      {act.fault !== null && <Fault text={act.fault} />}
      {found && (
        <p class="hint" role="status">
          {found.matches.length === 0
            ? 'The original does not contain this text.'
            : `${formatInteger(found.matches.length)}${found.nextOffset === null ? '' : ' or more'} found.`}
        </p>
      )}
      {found && found.matches.length > 0 && (
        <ol class="matches" aria-label="Matches">
          {found.matches.map(({ line, offset, excerpt }) => (
            <li key={offset}>
              <button type="button" class="text" onClick={() => onOpen({ line, offset })}>
                Line {formatInteger(line)}
              </button>{' '}
              <code>{excerpt}</code>
            </li>
          ))}
        </ol>
      )}
      {found && found.nextOffset !== null && (
        <button type="button" class="quiet" onClick={() => void search(found.nextOffset!)}>
          Show more
        </button>
      )}
    </>
  )
}
