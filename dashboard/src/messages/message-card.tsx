import type { HistoryMessage } from '@palimpsest/client'
import { formatInteger, formatTime } from '../parts/format.js'
import { LongText } from '../parts/long-text.js'
import { textParts } from './message-text.js'
import { STATE_WORDS } from '../parts/words.js'

/** A message of the history, exactly as it was received. */
/** @param then its state at an earlier moment, which the page shows; null: now */
export function MessageCard({ message, then = null }: { message: HistoryMessage; then?: string | null }) {
  const { seq, role, origin, tokens, state, pinned, withdrawn, createdAt } = message
  return (
    <article class={`message ${origin === 'human' ? 'human' : ''}`} aria-label={`Message ${seq}`}>
      <header>
        <b>#{seq}</b> <span>{role}</span>
        <span class={`tag ${then === null ? state : ''}`}>{then ?? STATE_WORDS[withdrawn ? 'withdrawn' : state]}</span>
        {pinned && <span class="tag pinned">pinned</span>}
        <span class="push">{formatInteger(tokens)} tokens</span>
        <time dateTime={createdAt}>{formatTime(createdAt)}</time>
      </header>
      {textParts(message.rendered ?? [message.message]).map(({ title, text }, index) => (
        <section key={index}>
          {title !== 'Text' && <p class="part-title">{title}</p>}
          <LongText text={text} />
        </section>
      ))}
    </article>
  )
}
