import { numbers, TableHead } from './table-head.js'
import { useState } from 'preact/hooks'
import type { Entry } from '../strip/cells.js'
import { formatInteger } from './format.js'

/** A receipt of a context: every entry with its tokens, its rule and the reason why it is there. */

/** Entries added by one click. */
const PAGE = 150

interface EntryListProps {
  entries: readonly Entry[]
  /** Message whose row is marked. */
  selected: number | null
  onMessage: (seq: number) => void
  onCheckpoint: (id: string) => void
}

export function EntryList({ entries, selected, onMessage, onCheckpoint }: EntryListProps) {
  const [shown, setShown] = useState(PAGE)
  const total = entries.reduce((sum, { tokens }) => sum + tokens, 0)
  return (
    <>
      <table class="receipt">
        <caption class="unseen">Entries of the context, in order</caption>
        <TableHead columns={['Entry', ...numbers('Tokens'), 'Rule', 'Reason']} />
        <tbody>
          {entries.slice(0, shown).map((entry, index) => (
            <tr key={index} class={entry.seq !== undefined && entry.seq === selected ? 'selected' : ''}>
              <td>
                <EntryName entry={entry} onMessage={onMessage} onCheckpoint={onCheckpoint} />
              </td>
              <td class="number">{formatInteger(entry.tokens)}</td>
              <td>
                <code>{entry.rule}</code>
              </td>
              <td>
                {entry.reason}
                <Saved entry={entry} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{formatInteger(entries.length)} entries</th>
            <td class="number">{formatInteger(total)}</td>
            <td />
            <td />
          </tr>
        </tfoot>
      </table>
      {entries.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          Show {formatInteger(Math.min(PAGE, entries.length - shown))} more
        </button>
      )}
    </>
  )
}

function EntryName({
  entry: { kind, seq, role, state, checkpointId, human, pinned },
  onMessage,
  onCheckpoint,
}: Pick<EntryListProps, 'onMessage' | 'onCheckpoint'> & { entry: Entry }) {
  if (checkpointId !== undefined)
    return (
      <button type="button" class="text" onClick={() => onCheckpoint(checkpointId)}>
        checkpoint
      </button>
    )
  if (seq === undefined) return <>{kind}</>
  return (
    <button type="button" class="text" onClick={() => onMessage(seq)}>
      #{seq} {kind === 'message' ? role : kind}
      {human && <span class="dot human" title="Human words" />}
      {pinned && <span class="dot pinned" title="Pinned" />}
      {state === 'reduced' && <span class="tag reduced">reduced</span>}
    </button>
  )
}

function Saved({ entry: { parts } }: { entry: Entry }) {
  if (!parts) return null
  const saved = parts.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
  return saved > 0 ? <small> · {formatInteger(saved)} tokens saved</small> : null
}
