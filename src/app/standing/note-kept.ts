import { clipWords } from '../../domain/standing/clip.js'
import { locksOf, type Goal } from '../../domain/goal/goal.js'
import { scopeOf } from '../../domain/recall/scope.js'
import { changedEvent, changeOf } from '../../domain/standing/apply.js'
import { wordsKey, type StandingEntry, type StandingSource } from '../../domain/standing/entry.js'
import { closedIn } from '../../domain/standing/records.js'
import { compute } from '../../threads/compute.js'
import { readStored } from '../shared/read-stored.js'
import type { Ports, SessionTx } from '../../ports/ports.js'

/** What is pinned or locked in a session holds in its whole scope, until the pin or the lock is taken back. [M11] */

type Needs = Pick<Ports, 'ids' | 'clock'>
type Kept = Pick<StandingEntry, 'kind' | 'text' | 'seq'> & { source: Extract<StandingSource, 'pin' | 'lock'> }

/** Adds the words of a pinned message, unless they state something: that is an entry already. Ends the entry with the pin. Only words of
 * people: a pinned result of a tool stays in its session. */
export async function notePinned(tx: SessionTx, ports: Needs, seq: number, pinned: boolean): Promise<void> {
  if (scopeOf(tx.session) === null) return
  const [stored] = await tx.outlines({ seqs: [seq], limit: 1 })
  if (stored?.role !== 'user' || stored.origin !== 'human') return
  const { parts } = await readStored(stored)
  const text = clipWords(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n'))
  if (text === '') return
  if (!pinned) return change(tx, ports, [], [{ source: 'pin', kind: 'rule', text, seq }])
  const [stated] = await compute('standingIn', text.length, text)
  if (!stated) await change(tx, ports, [{ source: 'pin', kind: 'rule', text, seq }], [])
}

/** Adds decisions that the app or a tool locked, and ends those whose lock was taken back. Locks of a model's markers add none. */
export async function noteLocks(
  tx: SessionTx,
  ports: Needs,
  { before, after }: { before: readonly Goal[]; after: readonly Goal[] },
): Promise<void> {
  if (scopeOf(tx.session) === null) return
  const [old, now] = [locksOf(before), locksOf(after)]
  const kept = ({ text }: { text: string }): Kept => ({
    source: 'lock',
    kind: 'decision',
    text: clipWords(text),
    seq: null,
  })
  const added = now.filter(({ id }) => !old.some((one) => one.id === id)).map(kept)
  const removed = old.filter(({ id }) => !now.some((one) => one.id === id)).map(kept)
  await change(tx, ports, added, removed)
}

async function change(tx: SessionTx, ports: Needs, added: readonly Kept[], removed: readonly Kept[]): Promise<void> {
  const scope = scopeOf(tx.session)
  if (scope === null || added.length + removed.length === 0) return
  const at = ports.clock.now().toISOString()
  const { id: sessionId } = tx.session
  const held = await tx.holdStanding(scope)
  const isOf = (entry: StandingEntry, { source, text }: Kept) =>
    entry.source === source && entry.sessionId === sessionId && wordsKey(entry.text) === wordsKey(text)
  const ended = held.open
    .filter((entry) => removed.some((one) => isOf(entry, one)))
    .map((entry): StandingEntry => ({
      ...entry,
      state: 'ended',
      closedAt: at,
      reason: `the ${entry.source} was removed`,
    }))
  const open = held.open.filter(({ id }) => !ended.some((one) => one.id === id))
  const stated = added.map((one): StandingEntry => ({
    ...{ id: ports.ids.make('std'), ...one, sessionId, at, state: 'open' },
    ...{ closedAt: null, supersededBy: null, reason: null },
  }))
  const made = changeOf(scope, { open, count: held.count }, { stated, sessionId, at })
  const changed = [...ended, ...made.changed]
  await tx.writeStanding(scope, { ...made, changed })
  if (tx.session.standing) tx.change({ standing: closedIn(tx.session.standing, changed) })
  for (const event of [...ended.map((one) => changedEvent(scope, one)), ...made.events]) tx.emit(event)
}
