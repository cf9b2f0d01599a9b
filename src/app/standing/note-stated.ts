import { scopeOf } from '../../domain/recall/scope.js'
import { isObject } from '../../domain/json/json.js'
import type { Json, NewMessage } from '../../domain/message.js'
import { changeOf } from '../../domain/standing/apply.js'
import { clipWords } from '../../domain/standing/clip.js'
import { endingsIn, type Ending } from '../../domain/standing/ending.js'
import type { StandingEntry } from '../../domain/standing/entry.js'
import { closedIn } from '../../domain/standing/records.js'
import { compute } from '../../threads/compute.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import type { Measured } from '../ingest/measure-messages.js'

/** Characters read of a message. Longer ones are documents, which a person does not say. */
const READ_CHARS = 100_000

/** Notes what people state in newly stored messages for all sessions of the scope. Most messages state nothing; then the scope is neither
 * read nor locked. [M11] [P14] */
export async function noteStated(
  tx: SessionTx,
  ports: Pick<Ports, 'ids' | 'clock' | 'log'>,
  messages: readonly NewMessage[],
  measured: readonly Measured[],
): Promise<void> {
  const scope = scopeOf(tx.session)
  if (scope === null) return
  const stated: StandingEntry[] = []
  const endings: Ending[] = []
  const now = ports.clock.now()
  for (const [index, { seq, role, origin, pinned }] of messages.entries()) {
    if (role !== 'user' || origin !== 'human') continue
    const { message, raw } = measured[index]!
    const texts = message.parts.flatMap((part) => (part.type === 'text' ? [part.text.slice(0, READ_CHARS)] : []))
    const found = (await Promise.all(texts.map((text) => compute('standingIn', text.length, text)))).flat()
    endings.push(...texts.flatMap(endingsIn))
    const kept = found.length === 0 && pinned ? clipWords(texts.join('\n')) : ''
    if (kept !== '') found.push({ kind: 'rule', text: kept })
    if (found.length === 0) continue
    const at = (saidAt(raw) ?? now).toISOString()
    const source = kept === '' ? ('message' as const) : ('pin' as const)
    const from = { source, sessionId: tx.session.id, seq, at }
    const open = { state: 'open' as const, closedAt: null, supersededBy: null, reason: null }
    stated.push(...found.map((one) => ({ id: ports.ids.make('std'), ...one, ...from, ...open })))
  }
  if (stated.length + endings.length === 0) return
  const { id: sessionId } = tx.session
  const change = changeOf(scope, await tx.holdStanding(scope), { stated, endings, sessionId, at: now.toISOString() })
  if (change.refused > 0)
    ports.log.warn({ sessionId, entries: change.refused }, 'standing entries were not noted: their scope is full')
  await tx.writeStanding(scope, change)
  if (tx.session.standing) tx.change({ standing: closedIn(tx.session.standing, change.changed) })
  for (const event of change.events) tx.emit(event)
}

/** When the app says that a message was sent. */
function saidAt(raw: string): Date | null {
  if (!raw.includes('"timestamp"')) return null
  const value = JSON.parse(raw) as Json
  const given = isObject(value) && typeof value.timestamp === 'string' ? new Date(value.timestamp) : null
  return given && !Number.isNaN(given.getTime()) ? given : null
}
