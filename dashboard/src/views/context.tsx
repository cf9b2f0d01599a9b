import { useMemo, useState } from 'preact/hooks'
import type { Context, PalimpsestClient } from '@palimpsest/client'
import { degradedText } from '../context/condition.js'
import { piecesOf, textsOf } from '../context/prompt.js'
import { EntryList, type Opened } from '../messages/entry-list.js'
import { formatShare } from '../parts/format.js'
import { textParts } from '../messages/message-text.js'
import { Fault } from '../parts/notices.js'
import { OriginalPane } from '../messages/original-pane.js'
import { OpenedEntry } from '../messages/opened-entry.js'
import { addressOf } from '../state/route.js'
import { readContextNow } from '../state/moment.js'
import { useLive, type SessionData } from '../state/session.js'
import type { Entry } from '../strip/cells.js'
import { ContextText } from './context-text.js'

/** What the model will see: as a receipt with reasons, or as the text itself. */
export function ContextView({ client, data }: { client: PalimpsestClient; data: SessionData }) {
  const sessionId = data.session.id
  const context = useLive({ client, sessionId }, readContextNow)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [isText, setText] = useState(false)
  return (
    <div class="strip-view">
      <div class="strip-column">
        <div class="choice" role="group" aria-label="Form">
          <button type="button" aria-pressed={!isText} onClick={() => setText(false)}>
            Entries and reasons
          </button>
          <button type="button" aria-pressed={isText} onClick={() => setText(true)}>
            Text the model gets
          </button>
        </div>
        {context.fault !== null && <Fault text={context.fault} retry={context.reload} />}
        {isText ? (
          <ContextText client={client} sessionId={sessionId} context={context.data} />
        ) : (
          <Entries data={data} context={context.data} selected={opened} onOpen={setOpened} />
        )}
      </div>
      <aside class="original">
        <Fidelity data={data} />
        <OriginalPane
          isOpen={opened !== null}
          hint="Choose an entry to read its message as it was received."
          onClose={() => setOpened(null)}
        >
          <OpenedEntry opened={opened} client={client} sessionId={sessionId} />
        </OriginalPane>
      </aside>
    </div>
  )
}

interface EntriesProps {
  data: SessionData
  /** The context as it is sent; null: it was not read yet. */
  context: Context | null
  selected: Opened | null
  onOpen: (opened: Opened) => void
}

/** The entries with how each begins, once the context is read. */
function Entries({ data: { session, entries }, context, selected, onOpen }: EntriesProps) {
  const texts = useMemo(() => {
    const written = (messages: readonly unknown[]) =>
      textParts(messages)
        .map(({ text }) => text)
        .join(' ')
    return context === null ? undefined : textsOf(piecesOf(context), written)
  }, [context])
  return (
    <EntryList
      entries={(context?.entries as Entry[] | undefined) ?? entries}
      {...(texts && { texts })}
      selected={selected}
      onOpen={onOpen}
      onCheckpoint={(item) =>
        (location.hash = addressOf({ view: 'session', sessionId: session.id, tab: 'checkpoints', item }))
      }
    />
  )
}

/** How well the context still represents the history, in facts. The index of the API compares models, so it is last. */
function Fidelity({ data: { session } }: { data: SessionData }) {
  const { reliability, degraded, compressions } = session.contextStatus
  const { score, reachable, reasons, factsKept, warning } = reliability
  return (
    <section class="card">
      <h2>What was kept</h2>
      {compressions === 0 ? (
        <p>Nothing was compressed: no fact is behind a checkpoint.</p>
      ) : (
        <p>
          Checkpoints keep <b>{formatShare(factsKept ?? 1)}</b> of the exact facts of the messages that they replace.
          The rest stays readable in the history.
        </p>
      )}
      {degraded.length > 0 && (
        <ul>
          {degraded.map((condition) => (
            <li key={condition}>{degradedText(condition)}</li>
          ))}
        </ul>
      )}
      <details>
        <summary>
          Reliability index {formatShare(score)}; this model can reach {formatShare(reachable)}
        </summary>
        {warning && <p>{warning}</p>}
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}
