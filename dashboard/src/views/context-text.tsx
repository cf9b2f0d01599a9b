import { useMemo, useState } from 'preact/hooks'
import type { Context, PalimpsestClient } from '@palimpsest/client'
import { piecesOf, titleOfPiece, type Piece } from '../context/prompt.js'
import { CopyButton } from '../parts/copy-button.js'
import { formatInteger, pluralize } from '../parts/format.js'
import { LongText } from '../parts/long-text.js'
import { textParts } from '../messages/message-text.js'
import { Loading } from '../parts/notices.js'
import { Recalled } from '../messages/recalled.js'
import { addressOf } from '../state/route.js'

/** Pieces added by one click. */
const PAGE = 50

interface ContextTextProps {
  client: PalimpsestClient
  sessionId: string
  /** null: it was not read yet. */
  context: Context | null
}

/** Everything the model is sent, in the order of the prompt: system text, tools, checkpoints, recalled words, messages. */
export function ContextText({ client, sessionId, context: data }: ContextTextProps) {
  const [shown, setShown] = useState(PAGE)
  const pieces = useMemo(() => (data === null ? [] : piecesOf(data)), [data])
  if (data === null) return <Loading what="the context" />
  const whole = () => JSON.stringify({ system: data.system, tools: data.tools, messages: data.messages }, null, 2)
  return (
    <>
      <p class="hint">
        {formatInteger(data.tokens)} of {formatInteger(data.limit)} tokens in {pluralize(pieces.length, 'piece')}, in
        the order of the prompt.{data.contextStatus.waiting > 0 && ' The next read shrinks it first.'}{' '}
        <CopyButton text={whole} what="the whole context as JSON" />
      </p>
      {pieces.slice(0, shown).map((piece, index) => (
        <PieceCard key={index} piece={piece} client={client} sessionId={sessionId} />
      ))}
      {pieces.length > shown && (
        <button type="button" onClick={() => setShown(shown + PAGE)}>
          Show {formatInteger(Math.min(PAGE, pieces.length - shown))} more
        </button>
      )}
    </>
  )
}

interface PieceProps {
  piece: Piece
  client: PalimpsestClient
  sessionId: string
}

function PieceCard({ piece, client, sessionId }: PieceProps) {
  const title = titleOfPiece(piece)
  const parts = piece.kind === 'entry' ? textParts(piece.messages) : [{ title: 'Text', text: piece.text }]
  return (
    <article class={`message ${piece.kind === 'entry' && piece.entry.human ? 'human' : ''}`} aria-label={title}>
      <header>
        <b>{title}</b>
        {piece.kind === 'entry' && <PieceNotes piece={piece} sessionId={sessionId} />}
        <span class="push">{pluralize(piece.tokens, 'token')}</span>
        <CopyButton text={() => parts.map(({ text }) => text).join('\n\n')} what={title} />
      </header>
      {parts.map((part, index) => (
        <section key={index}>
          {part.title !== 'Text' && <h4>{part.title}</h4>}
          <LongText text={part.text} />
        </section>
      ))}
      {piece.kind === 'entry' && piece.entry.kind === 'recall' && (
        <Recalled client={client} sessionId={sessionId} seq={piece.entry.seq!} />
      )}
    </article>
  )
}

/** How the piece differs from what was received, with the way to the original. */
function PieceNotes({
  piece: { entry, messages },
  sessionId,
}: {
  piece: Piece & { kind: 'entry' }
  sessionId: string
}) {
  const { kind, seq, state, checkpointId, pinned, reason } = entry
  const open = (tab: 'strip' | 'checkpoints', item: string) => addressOf({ view: 'session', sessionId, tab, item })
  if (checkpointId !== undefined) return <a href={open('checkpoints', checkpointId)}>{reason}</a>
  if (kind !== 'message') return <span>as {(messages[0] as { role?: string } | undefined)?.role}</span>
  return (
    <>
      {pinned && <span class="tag pinned">pinned</span>}
      {state === 'reduced' && <a href={open('strip', String(seq))}>{reason}; read the original</a>}
    </>
  )
}
