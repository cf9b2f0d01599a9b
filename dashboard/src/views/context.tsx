import { useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { withoutCode } from '../context/condition.js'
import { EntryList, type Opened } from '../parts/entry-list.js'
import { formatShare } from '../parts/format.js'
import { OriginalPane } from '../parts/original-pane.js'
import { OpenedEntry } from '../parts/opened-entry.js'
import { addressOf } from '../state/route.js'
import type { SessionData } from '../state/session.js'
import { ContextText } from './context-text.js'

/** What the model will see: as a receipt with reasons, or as the text itself. */
export function ContextView({ client, data }: { client: PalimpsestClient; data: SessionData }) {
  const { session, entries } = data
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
        {isText ? (
          <ContextText client={client} sessionId={session.id} />
        ) : (
          <EntryList
            entries={entries}
            selected={opened}
            onOpen={setOpened}
            onCheckpoint={(item) =>
              (location.hash = addressOf({ view: 'session', sessionId: session.id, tab: 'checkpoints', item }))
            }
          />
        )}
      </div>
      <aside class="original">
        <Fidelity data={data} />
        <OriginalPane
          isOpen={opened !== null}
          hint="Choose an entry to read its message as it was received."
          onClose={() => setOpened(null)}
        >
          <OpenedEntry opened={opened} client={client} sessionId={session.id} />
        </OriginalPane>
      </aside>
    </div>
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
      {warning && <p>{warning}</p>}
      {degraded.length > 0 && (
        <ul>
          {degraded.map((condition) => (
            <li key={condition}>{withoutCode(condition)}</li>
          ))}
        </ul>
      )}
      <details>
        <summary>
          Reliability index {formatShare(score)}; this model can reach {formatShare(reachable)}
        </summary>
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}
