import { useState } from 'preact/hooks'
import { take, type components, type PalimpsestClient } from '@palimpsest/client'
import { formatInteger } from '../../parts/format.js'
import { Empty, Fault, Loading } from '../../parts/notices.js'
import { numbers, TableHead } from '../../parts/table-head.js'
import { addressOf } from '../../state/route.js'
import { isBeyondAppend, useLive, type SessionProps } from '../../state/session.js'
import { OffloadReader } from './offload-reader.js'
import { REDUCTION_WORDS } from '../../parts/words.js'

type Offload = components['schemas']['Offload']

/** Kinds of reductions, as a person reads them. */
/** Offloads that one view shows. A session with more has them in the search. */
const READ_MAX = 2_000
const PAGE = 200
/** Rows added by one click. */
const ROWS = 200

async function readOffloads({ api }: PalimpsestClient, sessionId: string, signal: AbortSignal) {
  const all: Offload[] = []
  for (let after: string | undefined; ;) {
    const query = { limit: PAGE, ...(after !== undefined && { after }) }
    const params = { path: { sessionId }, query }
    const page = await take(api.GET('/v1/sessions/{sessionId}/offloads', { params, signal }))
    all.push(...page.offloads)
    if (page.nextAfter === null || all.length >= READ_MAX) return { offloads: all, isMore: page.nextAfter !== null }
    after = page.nextAfter
  }
}

/** The parts of messages that a placeholder replaces, each with its exact original. */
export function OffloadsView({ client, sessionId, opened }: SessionProps & { opened: string | null }) {
  const { data, fault, reload } = useLive({ client, sessionId }, readOffloads, isBeyondAppend)
  return (
    <div class="offloads">
      {fault !== null && <Fault text={fault} retry={reload} />}
      {data === null && fault === null && <Loading what="the shortened parts" />}
      {data?.offloads.length === 0 && opened === null && (
        <Empty title="Nothing is reduced.">
          Large or old tool results are replaced by a placeholder. Their originals are read here.
        </Empty>
      )}
      <div class={opened === null ? '' : 'two-panes'}>
        {data !== null && data.offloads.length > 0 && (
          <OffloadTable data={data} sessionId={sessionId} opened={opened} />
        )}
        {opened !== null && <OffloadReader key={opened} client={client} sessionId={sessionId} offloadId={opened} />}
      </div>
    </div>
  )
}

type Order = 'message' | 'size'

interface OffloadTableProps {
  data: { offloads: readonly Offload[]; isMore: boolean }
  sessionId: string
  opened: string | null
}

function OffloadTable({ data: { offloads, isMore }, sessionId, opened }: OffloadTableProps) {
  const [words, setWords] = useState('')
  const [shown, setShown] = useState(ROWS)
  const [order, setOrder] = useState<Order>('message')
  const wanted = words.trim().toLowerCase()
  const picked = offloads
    .filter(({ toolName, kind }) => `${toolName} ${REDUCTION_WORDS[kind]}`.toLowerCase().includes(wanted))
    .toSorted((a, b) => (order === 'size' ? b.tokensBefore - a.tokensBefore : 0) || a.seq - b.seq)
  const saved = picked.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0)
  return (
    <div>
      <div class="search-form">
        <input
          type="search"
          aria-label="Filter the shortened parts"
          placeholder="Tool or kind"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <select aria-label="Order" value={order} onChange={(event) => setOrder(event.currentTarget.value as Order)}>
          <option value="message">By message</option>
          <option value="size">Largest first</option>
        </select>
        <span class="hint" role="status">
          {formatInteger(picked.length)}
          {isMore && ' or more'} parts, {formatInteger(saved)} tokens saved
        </span>
      </div>
      <table class="offload-table">
        <caption class="unseen">
          Reduced parts, {order === 'size' ? 'largest first' : 'in the order of their messages'}
        </caption>
        <TableHead columns={['Original', 'Tool', 'How', ...numbers('Tokens before', 'After')]} />
        <tbody>
          {picked.slice(0, shown).map((offload) => (
            <OffloadRow key={offload.id} offload={offload} sessionId={sessionId} isOpen={offload.id === opened} />
          ))}
        </tbody>
      </table>
      {picked.length > shown && (
        <button type="button" onClick={() => setShown(shown + ROWS)}>
          Show more
        </button>
      )}
    </div>
  )
}

function OffloadRow({ offload, sessionId, isOpen }: { offload: Offload; sessionId: string; isOpen: boolean }) {
  const { id, seq, toolName, kind, tokensBefore, tokensAfter } = offload
  return (
    <tr class={isOpen ? 'selected' : ''}>
      <td>
        <a
          href={addressOf({ view: 'session', sessionId, tab: 'offloads', item: id })}
          aria-label={`Read the original in message ${seq}`}
          {...(isOpen && { 'aria-current': 'true' as const })}
        >
          #{formatInteger(seq)}
        </a>
      </td>
      <td class="exact">{toolName || '–'}</td>
      <td>{REDUCTION_WORDS[kind]}</td>
      <td class="number">{formatInteger(tokensBefore)}</td>
      <td class="number">{formatInteger(tokensAfter)}</td>
    </tr>
  )
}
