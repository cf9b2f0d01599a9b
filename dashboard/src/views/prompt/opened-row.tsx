import type { ComponentChildren } from 'preact'
import type { PalimpsestClient } from '@palimpsest/client'
import { meaningOf } from '../../context/rules.js'
import type { PromptRow } from '../../context/rows.js'
import { textParts } from '../../messages/message-text.js'
import { Original } from '../../messages/original.js'
import { Recalled } from '../../messages/recalled.js'
import { CopyButton } from '../../parts/copy-button.js'
import { pluralize } from '../../parts/format.js'
import { LongText } from '../../parts/long-text.js'
import { addressOf } from '../../state/route.js'

interface OpenedRowProps {
  row: PromptRow
  client: PalimpsestClient
  sessionId: string
}

/** One entry of the context: at the left what is sent, at the right where it comes from. */
export function OpenedRow({ row, client, sessionId }: OpenedRowProps) {
  const { entry, title } = row
  const meaning = meaningOf(entry.rule)
  return (
    <div class="opened-row">
      {meaning !== '' && (
        <p class="hint">
          <b>{entry.rule}</b>: {meaning}
        </p>
      )}
      <div class="side-by-side">
        <SentText row={row} title={title} />
        <Source row={row} client={client} sessionId={sessionId} />
      </div>
    </div>
  )
}

function SentText({ row: { sent, entry }, title }: { row: PromptRow; title: string }) {
  const parts = typeof sent === 'string' ? [{ title: 'Text', text: sent }] : textParts(sent)
  const role = typeof sent === 'string' ? undefined : (sent[0] as { role?: string } | undefined)?.role
  return (
    <article class={`message ${entry.human ? 'human' : ''}`} aria-label={`Sent: ${title}`}>
      <header>
        <b>As it is sent</b>
        {role !== undefined && role !== entry.role && <span>as {role}</span>}
        <span class="push">{pluralize(entry.tokens, 'token')}</span>
        <CopyButton text={() => parts.map(({ text }) => text).join('\n\n')} what={`${title} as it is sent`} />
      </header>
      {parts.length === 0 && <p class="hint">Nothing of it is sent: all its parts left the context.</p>}
      {parts.map((part, index) => (
        <section key={index}>
          {part.title !== 'Text' && <p class="part-title">{part.title}</p>}
          <LongText text={part.text} />
        </section>
      ))}
    </article>
  )
}

/** Where the text comes from: the message as it was received, the messages behind a checkpoint, or the place of a record. */
function Source({ row: { entry }, client, sessionId }: OpenedRowProps) {
  const { kind, seq, checkpointId } = entry
  if (checkpointId !== undefined)
    return (
      <Place text="The lines of the checkpoint, each beside the messages that it comes from:">
        <a href={addressOf({ view: 'session', sessionId, tab: 'checkpoints', item: checkpointId })}>
          Read the checkpoint and its originals
        </a>
      </Place>
    )
  if (kind === 'recall') return <Recalled client={client} sessionId={sessionId} seq={seq!} hasQuotes />
  if (seq !== undefined) return <Original client={client} sessionId={sessionId} seq={seq} />
  if (kind === 'system' || kind === 'tools')
    return <Place text="As the app gave it with the session. It never changes by itself." />
  return (
    <Place text="Written from the records of the session:">
      <a href={addressOf({ view: 'session', sessionId, tab: 'memory' })}>Goals, ledger and standing entries</a>
    </Place>
  )
}

function Place({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <div class="message">
      <p>{text}</p>
      {children}
    </div>
  )
}
