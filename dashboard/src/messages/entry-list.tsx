import { numbers, TableHead } from '../parts/table-head.js'
import { useState } from 'preact/hooks'
import { titleOf } from '../context/prompt.js'
import type { Entry } from '../strip/cells.js'
import { formatInteger } from '../parts/format.js'

/** A receipt of a context: every entry with its tokens, its rule and the reason why it is there. */

/** What is open beside a list of entries: a message, or the sources of the words recalled for one. */
export interface Opened {
  kind: 'message' | 'recall'
  seq: number
}

/** Entries added by one click. */
const PAGE = 150

interface EntryListProps {
  entries: readonly Entry[]
  /** The text that is sent for an entry, if it was read. */
  texts?: ReadonlyMap<Entry, string>
  /** What the marked row shows. */
  selected: Opened | null
  onOpen: (opened: Opened) => void
  onCheckpoint: (id: string) => void
}

export function EntryList({ entries, texts, selected, onOpen, onCheckpoint }: EntryListProps) {
  const [shown, setShown] = useState(PAGE)
  const total = entries.reduce((sum, { tokens }) => sum + tokens, 0)
  return (
    <>
      <table class="receipt">
        <caption class="unseen">Entries of the context, in order</caption>
        <TableHead columns={['Entry', ...numbers('Tokens'), 'Rule', 'Reason']} />
        <tbody>
          {entries.slice(0, shown).map((entry, index) => (
            <tr key={index} class={isOf(entry, selected) ? 'selected' : ''}>
              <td>
                <EntryName entry={entry} onOpen={onOpen} onCheckpoint={onCheckpoint} />
              </td>
              <td class="number">{formatInteger(entry.tokens)}</td>
              <td>
                <code>{entry.rule}</code>
              </td>
              <td>
                {entry.reason}
                <Saved entry={entry} />
                <Beginning text={texts?.get(entry)} />
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

const kindOf = ({ kind }: Entry): Opened['kind'] => (kind === 'recall' ? 'recall' : 'message')

const isOf = (entry: Entry, opened: Opened | null): boolean =>
  entry.seq !== undefined && entry.seq === opened?.seq && kindOf(entry) === opened.kind

function EntryName({
  entry,
  onOpen,
  onCheckpoint,
}: Pick<EntryListProps, 'onOpen' | 'onCheckpoint'> & { entry: Entry }) {
  const { seq, state, checkpointId, human, pinned } = entry
  if (checkpointId !== undefined)
    return (
      <button type="button" class="text" onClick={() => onCheckpoint(checkpointId)}>
        Checkpoint
      </button>
    )
  if (seq === undefined) return <>{titleOf(entry)}</>
  return (
    <button type="button" class="text" onClick={() => onOpen({ kind: kindOf(entry), seq })}>
      {titleOf(entry)} {human && <span class="dot human" title="Human words" />}
      {pinned && <span class="dot pinned" title="Pinned" />}
      {state === 'reduced' && <span class="tag reduced">reduced</span>}
    </button>
  )
}

/** Characters of the text that a row shows. */
const BEGINNING = 120

/** How the text of an entry begins. */
function Beginning({ text }: { text: string | undefined }) {
  const line =
    text
      ?.slice(0, 4 * BEGINNING)
      .replace(/\s+/g, ' ')
      .trim() ?? ''
  if (line === '') return null
  return (
    <div class="beginning" dir="auto">
      {line.length > BEGINNING ? `${line.slice(0, BEGINNING)} …` : line}
    </div>
  )
}

function Saved({ entry: { parts } }: { entry: Entry }) {
  if (!parts) return null
  const saved = parts.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
  return saved > 0 ? <small> · {formatInteger(saved)} tokens saved</small> : null
}
