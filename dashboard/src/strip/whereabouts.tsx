import { formatInteger } from '../parts/format.js'
import { addressOf } from '../state/route.js'
import type { Session } from '@palimpsest/client'
import type { Checkpoint } from '../state/session.js'
import type { Entry } from './cells.js'

interface WhereaboutsProps {
  seq: number
  /** The entries of the context at the moment that the page shows. */
  entries: readonly Entry[]
  /** Its checkpoints. */
  checkpoints: ReadonlyMap<string, Checkpoint>
  /** The message that was the newest then. */
  newest: number
  session: Session
}

/** Says whether a message is in the context, why not, and what is there in its place. */
export function Whereabouts({ seq, entries, checkpoints, newest, session }: WhereaboutsProps) {
  const open = (tab: 'context' | 'checkpoints', item: string) =>
    addressOf({ view: 'session', sessionId: session.id, tab, item })
  if (seq > newest) return <p class="whereabouts">Appended after the moment that is shown.</p>
  const entry = entries.find((one) => one.kind === 'message' && one.seq === seq)
  if (entry)
    return (
      <p class="whereabouts">
        <b>In the context</b>, {entry.state === 'reduced' ? 'shortened' : 'whole'}: {entry.reason}.{' '}
        <a href={open('context', newest === session.messageCount ? String(seq) : `@${newest}:${seq}`)}>
          Show it as it is sent
        </a>
      </p>
    )
  const covering = entries
    .flatMap(({ checkpointId }) => checkpoints.get(checkpointId ?? '') ?? [])
    .find(({ covered }) => covered.some(({ from, to }) => from <= seq && seq <= to))
  if (!covering)
    return (
      <p class="whereabouts">
        <b>Not in the context</b>, and in no checkpoint: it left so that the context fits, with its task, or because it
        was taken back. The history keeps it.
      </p>
    )
  const { id, number, originalTokens, currentTokens, range } = covering
  return (
    <p class="whereabouts">
      <b>Not in the context</b>: checkpoint {number} replaced it, with others of the messages{' '}
      {formatInteger(range.from)} to {formatInteger(range.to)} ({formatInteger(originalTokens)} →{' '}
      {formatInteger(currentTokens)} tokens). <a href={open('checkpoints', id)}>What the checkpoint says instead</a>
    </p>
  )
}
