import { useEffect, useRef, useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import type { PromptRow } from '../../context/rows.js'
import { textParts } from '../../messages/message-text.js'
import { formatInteger } from '../../parts/format.js'
import { RuleCode } from '../../parts/rule-code.js'
import { numbers, TableHead } from '../../parts/table-head.js'
import { addressOf } from '../../state/route.js'
import { OpenedRow } from './opened-row.js'

/** Rows added by one click. */
const PAGE = 150
/** Characters of the text that a row shows. */
const BEGINNING = 120

interface RowListProps {
  rows: readonly PromptRow[]
  /** Key of the opened row; null: none. */
  opened: string | null
  /** The moment that is shown; null: now. */
  at: number | null
  client: PalimpsestClient
  sessionId: string
  /** Tokens of the whole context. */
  total: number
}

export function RowList({ rows, opened, at, client, sessionId, total }: RowListProps) {
  const [shown, setShown] = useState(PAGE)
  const place = rows.findIndex(({ key }) => key === opened)
  const count = Math.max(shown, place + 1)
  const moment = at === null ? '' : `@${at}`
  const addressOfRow = (key: string) => {
    const item = key === opened ? moment : moment === '' ? key : `${moment}:${key}`
    return addressOf({ view: 'session', sessionId, tab: 'context', ...(item !== '' && { item }) })
  }
  return (
    <>
      <table class="prompt-list">
        <caption class="unseen">Entries of the context, in the order of the prompt</caption>
        <TableHead columns={['Entry', 'Text', ...numbers('Tokens'), 'State', 'Why']} />
        {rows.slice(0, count).map((row) => (
          <tbody key={row.key} class={row.key === opened ? 'selected' : ''}>
            <Row row={row} isOpen={row.key === opened} address={addressOfRow(row.key)} />
            {row.key === opened && (
              <tr class="opened">
                <td colSpan={5}>
                  <OpenedRow row={row} client={client} sessionId={sessionId} />
                </td>
              </tr>
            )}
          </tbody>
        ))}
        <tfoot>
          <tr>
            <th scope="row">{formatInteger(rows.length)} entries</th>
            <td />
            <td class="number">{formatInteger(total)}</td>
            <td colSpan={2} />
          </tr>
        </tfoot>
      </table>
      {rows.length > count && (
        <button type="button" onClick={() => setShown(count + PAGE)}>
          Show {formatInteger(Math.min(PAGE, rows.length - count))} more
        </button>
      )}
    </>
  )
}

function Row({ row, isOpen, address }: { row: PromptRow; isOpen: boolean; address: string }) {
  const { entry, title, state } = row
  const link = useRef<HTMLAnchorElement>(null)
  // An address may open a row far down.
  useEffect(() => {
    if (isOpen) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <tr>
      <td class="entry">
        <a ref={link} href={address} aria-expanded={isOpen}>
          {title}
        </a>
        {entry.human && <span class="dot human" role="img" aria-label="human words" title="Human words" />}
        {entry.pinned && <span class="dot pinned" role="img" aria-label="pinned" title="Pinned" />}
      </td>
      <td class="beginning" dir="auto">
        {beginningOf(row)}
      </td>
      <td class="number">{formatInteger(entry.tokens)}</td>
      <td class="row-state">{state}</td>
      <td class="why">
        {entry.reason} <RuleCode rule={entry.rule} />
      </td>
    </tr>
  )
}

/** Returns how the text of a row begins, on one line. */
function beginningOf({ sent }: PromptRow): string {
  const text =
    typeof sent === 'string'
      ? sent
      : textParts(sent)
          .map((part) => part.text.slice(0, 4 * BEGINNING))
          .join(' ')
  const line = text
    .slice(0, 4 * BEGINNING)
    .replace(/\s+/g, ' ')
    .trim()
  // A word may be longer than a row: then it is cut.
  return line.length > BEGINNING ? `${line.slice(0, BEGINNING).replace(/ [^ ]{1,30}$/, '')} …` : line
}
