import { useState } from 'preact/hooks'
import type { PalimpsestClient } from '@palimpsest/client'
import { EntryList } from '../parts/entry-list.js'
import { formatShare } from '../parts/format.js'
import { LongText } from '../parts/long-text.js'
import { textParts } from '../parts/message-text.js'
import { Fault, Loading } from '../parts/notices.js'
import { OriginalPane } from '../parts/original-pane.js'
import { Original } from '../parts/original.js'
import { addressOf } from '../state/route.js'
import { useLive, type SessionData } from '../state/session.js'

/** What the model will see: as a receipt with reasons, or as the text itself. */
export function ContextView({ client, data }: { client: PalimpsestClient; data: SessionData }) {
  const { session, entries } = data
  const [opened, setOpened] = useState<number | null>(null)
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
            onMessage={setOpened}
            onCheckpoint={(item) =>
              (location.hash = addressOf({ view: 'session', sessionId: session.id, tab: 'checkpoints', item }))
            }
          />
        )}
      </div>
      <aside class="original">
        <Reliability data={data} />
        <OriginalPane
          opened={opened}
          hint="Choose an entry to read its message as it was received."
          onClose={() => setOpened(null)}
        >
          {opened !== null && <Original key={opened} client={client} sessionId={session.id} seq={opened} />}
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

/** Messages added by one click. */
const PAGE = 50

const readContext = (client: PalimpsestClient, sessionId: string, signal: AbortSignal) =>
  client.context(sessionId, {}, { signal })

function ContextText({ client, sessionId }: { client: PalimpsestClient; sessionId: string }) {
  const { data, fault, reload } = useLive({ client, sessionId }, readContext)
  const [shown, setShown] = useState(PAGE)
  if (fault !== null) return <Fault text={fault} retry={reload} />
  if (data === null) return <Loading what="the context" />
  const { messages } = data
  return (
    <>
      {messages.slice(0, shown).map((message, index) => (
        <article key={index} class="message">
          <header>
            <b>{(message as { role: string }).role}</b>
          </header>
          {textParts([message]).map(({ title, text }, part) => (
            <section key={part}>
              {title !== 'Text' && <h4>{title}</h4>}
              <LongText text={text} />
            </section>
          ))}
        </article>
      ))}
      {messages.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          Show more
        </button>
      )}
    </>
  )
}
