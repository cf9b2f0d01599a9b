import { useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
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
        <Reliability data={data} />
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

function Reliability({ data: { session } }: { data: SessionData }) {
  const { reliability, degraded } = session.contextStatus
  return (
    <section class="card">
      <h2>
        Reliability <small>{formatShare(reliability.score)}</small>
      </h2>
      <p>
        <b class={`reliability ${reliability.level.toLowerCase()}`}>{reliability.level}</b>
        {reliability.warning && ` ${reliability.warning}`}
      </p>
      {reliability.reasons.length === 0 ? (
        <p class="hint">Nothing lowers it.</p>
      ) : (
        <ul>
          {reliability.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {degraded.length > 0 && (
        <>
          <h3>Degraded</h3>
          <ul>
            {degraded.map((condition) => (
              <li key={condition}>{condition}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
