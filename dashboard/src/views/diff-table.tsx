import { useState } from 'preact/hooks'
import type { Change, DiffRow, DiffRun } from '../budget/diff.js'
import { titleOf } from '../context/titles.js'
import { formatInteger } from '../parts/format.js'
import { numbers, TableHead } from '../parts/table-head.js'
import type { CutReport } from '../state/budget.js'
import { addressOf } from '../state/route.js'
import type { Entry } from '../strip/cells.js'

export const CHANGES: Record<Change, { sign: string; title: string }> = {
  kept: { sign: '', title: 'unchanged' },
  removed: { sign: '−', title: 'removed' },
  added: { sign: '+', title: 'added' },
  changed: { sign: '~', title: 'changed' },
}

interface DiffTableProps {
  report: CutReport
  runs: readonly DiffRun[]
  sessionId: string
  opened: number | null
  onMessage: (seq: number) => void
}

/** The entries of both contexts in one order, with the first words of what was sent before and after. */
export function DiffTable({ report: { before, after }, runs, ...rest }: DiffTableProps) {
  return (
    <table class="diff">
      <caption class="unseen">Entries of the contexts before and after the cut, in order</caption>
      <TableHead columns={['Change', 'Entry', 'Text before', 'Text after', ...numbers('Tokens before', 'After')]} />
      {runs.map((run, index) => (
        <Run key={index} run={run} {...rest} />
      ))}
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            {formatInteger(before.entries.length)} → {formatInteger(after.entries.length)} entries
          </th>
          <td class="number">{formatInteger(before.tokens)}</td>
          <td class="number">{formatInteger(after.tokens)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Unchanged neighbors of more than this many are one line until they are opened. Of other changes, so many are shown. */
const FOLDED = 3
const SHOWN = 60

function Run({ run: { change, rows }, ...rest }: { run: DiffRun } & Omit<DiffTableProps, 'report' | 'runs'>) {
  const [shown, setShown] = useState(change === 'kept' && rows.length > FOLDED ? 0 : SHOWN)
  const left = rows.slice(shown)
  return (
    <tbody class={change}>
      {rows.slice(0, shown).map((row, index) => (
        <Row key={index} row={row} {...rest} />
      ))}
      {left.length > 0 && (
        <tr class="folded">
          <td colSpan={6}>
            <button type="button" class="text" onClick={() => setShown(shown + SHOWN)}>
              {shown === 0 ? '' : 'Show more of '}
              {formatInteger(left.length)} {left.length === 1 ? 'entry' : 'entries'} {CHANGES[change].title},{' '}
              {formatInteger(left.reduce((sum, { before, after }) => sum + (after ?? before)!.tokens, 0))} tokens
            </button>
          </td>
        </tr>
      )}
    </tbody>
  )
}

function Row({
  row: { change, before, after },
  sessionId,
  opened,
  onMessage,
}: { row: DiffRow } & Omit<DiffTableProps, 'report' | 'runs'>) {
  const entry = (after ?? before)!
  const { seq, checkpointId, reason, rule } = entry
  const { sign, title } = CHANGES[change]
  return (
    <tr class={seq !== undefined && seq === opened ? 'selected' : ''}>
      <td class="change">
        <b aria-hidden="true">{sign}</b> {title}
      </td>
      <td>
        {seq !== undefined ? (
          <button type="button" class="text" onClick={() => onMessage(seq)}>
            {nameOf(entry)}
          </button>
        ) : checkpointId !== undefined ? (
          <a href={addressOf({ view: 'session', sessionId, tab: 'checkpoints', item: checkpointId })}>Checkpoint</a>
        ) : (
          nameOf(entry)
        )}
        {change !== 'removed' && (
          <small class="why">
            {reason} <code>{rule}</code>
          </small>
        )}
      </td>
      <Words text={before?.words ?? ''} />
      {change === 'changed' || change === 'added' ? (
        <Words text={after?.words ?? ''} />
      ) : (
        <td class="outcome">{change === 'removed' ? 'left the context' : 'the same'}</td>
      )}
      <td class="number">{before && formatInteger(before.tokens)}</td>
      <td class="number">{after && formatInteger(after.tokens)}</td>
    </tr>
  )
}

function Words({ text }: { text: string }) {
  return <td class="words">{text !== '' && <div dir="auto">{text}</div>}</td>
}

export const nameOf = (entry: Entry): string => `${titleOf(entry)}${entry.state === 'reduced' ? ', shortened' : ''}`
