import { useEffect, useState } from 'preact/hooks'
import { take, type HistoryMessage, type PalimpsestClient } from '@palimpsest/client'
import { formatInteger, formatShare, formatTime, pluralize } from '../parts/format.js'
import { MessageCard } from '../messages/message-card.js'
import { Empty, Fault, Loading } from '../parts/notices.js'
import { faultOf } from '../state/connection.js'
import { useHealing } from '../state/healing.js'
import { addressOf } from '../state/route.js'
import { readCheckpointsById } from '../state/checkpoints.js'
import type { Checkpoint, SessionData, SessionProps } from '../state/session.js'
import { useRead } from '../state/use-read.js'
import { AUTHOR_WORDS, LEVEL_WORDS } from '../parts/words.js'

interface CheckpointsProps {
  client: PalimpsestClient
  data: SessionData
  /** Checkpoint that the address opens; null: none. */
  opened: string | null
}

/** The live checkpoints of a session, oldest first, each with those that it aged from, and with the originals it
 * replaces side by side. */
export function CheckpointsView({ client, data, opened }: CheckpointsProps) {
  const session = { client, sessionId: data.session.id }
  const live = inOrder([...data.checkpoints.values()])
  const open = (id: string) =>
    (location.hash = addressOf({ view: 'session', sessionId: data.session.id, tab: 'checkpoints', item: id }))
  const isLive = opened === null || data.checkpoints.has(opened)
  const replaced = useRead(
    (signal) => (isLive ? Promise.resolve([]) : readCheckpointsById(session, [opened], signal)),
    [client, session.sessionId, opened, isLive],
  )
  if (live.length === 0 && isLive)
    return (
      <Empty title="No checkpoints yet.">
        A checkpoint replaces older messages when the conversation reaches the trigger.
      </Empty>
    )
  const checkpoint = opened === null ? undefined : (data.checkpoints.get(opened) ?? replaced.data?.[0])
  return (
    <div class="checkpoints">
      <ul class="checkpoint-list checkpoint-tree">
        {live.map((one) => (
          <li key={one.id}>
            <CheckpointButton checkpoint={one} isOpen={one.id === opened} open={() => open(one.id)} />
            <Earlier {...session} of={one} opened={opened} open={open} />
          </li>
        ))}
      </ul>
      {replaced.fault !== null && <Fault text={replaced.fault} retry={replaced.again} />}
      {checkpoint && (
        <div class="side-by-side">
          <Lines checkpoint={checkpoint} />
          <Originals key={checkpoint.id} client={client} checkpoint={checkpoint} />
        </div>
      )}
    </div>
  )
}

const inOrder = (checkpoints: readonly Checkpoint[]) =>
  checkpoints.toSorted((a, b) => a.range.from - b.range.from || a.number - b.number)

interface EarlierProps extends SessionProps {
  of: Checkpoint
  opened: string | null
  open: (id: string) => void
}

/** The checkpoints that aging replaced with another one, each with those that it replaced. They are read when they are shown. */
function Earlier({ of, ...rest }: EarlierProps) {
  const [isOpen, setOpen] = useState(false)
  if (of.supersedes.length === 0) return null
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Replaces {pluralize(of.supersedes.length, 'earlier checkpoint')}</summary>
      {isOpen && <EarlierList of={of} {...rest} />}
    </details>
  )
}

function EarlierList({ of, opened, open, ...session }: EarlierProps) {
  const { client, sessionId } = session
  const { data, fault, again } = useRead(
    (signal) => readCheckpointsById(session, of.supersedes, signal),
    [client, sessionId, of.id],
  )
  if (fault !== null) return <Fault text={fault} retry={again} />
  if (data === null) return <Loading what="the earlier checkpoints" />
  return (
    <ul>
      {inOrder(data).map((one) => (
        <li key={one.id}>
          <CheckpointButton checkpoint={one} isOpen={one.id === opened} open={() => open(one.id)} />
          <Earlier {...session} of={one} opened={opened} open={open} />
        </li>
      ))}
    </ul>
  )
}

function CheckpointButton({ checkpoint, isOpen, open }: { checkpoint: Checkpoint; isOpen: boolean; open: () => void }) {
  const { number, level, range, currentTokens, originalTokens, supersededBy, summarizer } = checkpoint
  return (
    <button type="button" class="checkpoint" aria-pressed={isOpen} onClick={open}>
      <b>#{number}</b>
      <span>
        messages {formatInteger(range.from)} to {formatInteger(range.to)}
      </span>
      <span class={`tag level-${level}`}>{LEVEL_WORDS[level]}</span>
      {supersededBy !== null && <span class="tag">replaced</span>}
      <small>
        {formatInteger(originalTokens)} → {formatInteger(currentTokens)} tokens ·{' '}
        {summarizer.kind === 'llm' ? (summarizer.model ?? AUTHOR_WORDS.llm) : AUTHOR_WORDS[summarizer.kind]}
      </small>
    </button>
  )
}

function Lines({ checkpoint }: { checkpoint: Checkpoint }) {
  const { number, lines, verification, createdAt, compressionRatio } = checkpoint
  return (
    <section aria-labelledby="lines-title">
      <h2 id="lines-title">Checkpoint {number}</h2>
      <p class="facts">
        {formatTime(createdAt)} · {formatShare(compressionRatio)} of the original · {formatInteger(verification.kept)}{' '}
        of {formatInteger(verification.anchors)} exact strings kept
        {verification.invented > 0 && ` · ${pluralize(verification.invented, 'invented string')} left out`}
      </p>
      <ul class="lines">
        {lines.map((line, index) => (
          <li key={index}>
            <span class="tag">{line.kind}</span> {line.text}{' '}
            <small>
              {line.by === 'model' ? 'model' : 'verbatim'}, from {line.sources.map((seq) => `#${seq}`).join(' ')}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Messages of one read. */
const PAGE = 20

function Originals({ client, checkpoint }: { client: PalimpsestClient; checkpoint: Checkpoint }) {
  const [messages, setMessages] = useState<HistoryMessage[]>([])
  const [next, setNext] = useState<number | null>(0)
  const [fault, setFault] = useState<string | null>(null)
  const read = async (after: number) => {
    const params = {
      path: { sessionId: checkpoint.sessionId, checkpointId: checkpoint.id },
      query: { after, limit: PAGE, format: 'native' as const },
    }
    try {
      const page = await take(
        client.api.GET('/v1/sessions/{sessionId}/checkpoints/{checkpointId}/messages', { params }),
      )
      setMessages((old) => [...old.filter(({ seq }) => seq <= after), ...page.messages])
      setNext(page.nextAfter)
      setFault(null)
    } catch (error) {
      setFault(faultOf(error))
    }
  }
  useEffect(() => void read(0), [checkpoint.id])
  useHealing(fault, () => void read(next ?? 0))
  return (
    <section aria-labelledby="originals-title">
      <h2 id="originals-title">Originals</h2>
      {fault !== null && <Fault text={fault} retry={() => void read(next ?? 0)} />}
      {messages.length === 0 && fault === null && <Loading what="the originals" />}
      {messages.map((message) => (
        <MessageCard key={message.seq} message={message} />
      ))}
      {messages.length > 0 && next !== null && (
        <button type="button" onClick={() => void read(next)}>
          Show more
        </button>
      )}
    </section>
  )
}
