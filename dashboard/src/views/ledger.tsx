import type { components } from '@palimpsest/client'
import { formatInteger } from '../parts/format.js'
import { TableHead } from '../parts/table-head.js'
import { addressOf } from '../state/route.js'

/** The ledger of a session: exact lines from messages that left the context. */

type LedgerEntry = components['schemas']['LedgerEntry']

/** Current entries first. What a newer entry superseded is history, so it is folded. */
export function Ledger({ entries, sessionId }: { entries: readonly LedgerEntry[]; sessionId: string }) {
  const current = entries.filter(({ state }) => state !== 'superseded')
  const superseded = entries.filter(({ state }) => state === 'superseded')
  return (
    <>
      {current.length > 0 && <LedgerTable entries={current} sessionId={sessionId} />}
      {superseded.length > 0 && (
        <details class="twin">
          <summary>Superseded entries: {formatInteger(superseded.length)}</summary>
          <LedgerTable entries={superseded} sessionId={sessionId} />
        </details>
      )}
    </>
  )
}

function LedgerTable({ entries, sessionId }: { entries: readonly LedgerEntry[]; sessionId: string }) {
  return (
    <table class="stacked">
      <TableHead columns={['Kind', 'Text', 'From', 'State']} />
      <tbody>
        {entries.map(({ id, kind, text, action, movedTo, seq, state, inView }) => (
          <tr key={id}>
            <td>{kind === 'artifact' ? 'file' : kind}</td>
            <td class="exact whole" dir="auto">
              {text} {movedTo !== undefined && `→ ${movedTo} `}
              {action && <span class="tag">{action}</span>}
            </td>
            <td>
              <SeqLink sessionId={sessionId} seq={seq} />
            </td>
            <td>{inView ? `${state}, in the context` : state}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Opens a message in the strip. */
export function SeqLink({ sessionId, seq }: { sessionId: string; seq: number }) {
  return <a href={addressOf({ view: 'session', sessionId, tab: 'strip', item: String(seq) })}>#{seq}</a>
}
