import { usedTokens } from '../../domain/session/budget.js'
import { baseLimit, fitLimit, untilCompression } from '../../domain/session/model-tokens.js'
import { scopeOf } from '../../domain/recall/scope.js'
import { standingReach, type StandingBlock } from '../../domain/standing/block.js'
import { noteOf, noteTokensLeft } from '../../domain/standing/note.js'
import type { Ports, SessionTx } from '../../ports/ports.js'
import { showStanding } from './refresh-standing.js'

/** Shows what other sessions of the scope changed since the block was written, before the newest message of a person. Call once for a
 * message, before the first context that ends with it is handed out. Causes no compression. [M11] [P12]
 * @param reserve model tokens to keep free for the reply */
export async function noteChanges(
  tx: SessionTx,
  ports: Pick<Ports, 'tokenizer'>,
  seq: number,
  reserve: number,
): Promise<void> {
  const { session } = tx
  const scope = scopeOf(session)
  if (scope === null) return
  const before: StandingBlock = session.standing ?? { scope, text: '', tokens: 0, shown: [] }
  const { notes = [], shown, upTo = 0, closedHere = [] } = before
  const known = new Set([...shown, ...notes.flatMap(({ added }) => added)])
  const isNoted = new Set([...closedHere, ...notes.flatMap(({ closed }) => closed)])
  const ids = [...known].filter((id) => !isNoted.has(id))
  const limit = baseLimit(session)
  const free = fitLimit({ ...session, reserve }) - usedTokens(session.tokenCounts)
  const beforeCut = (untilCompression(session) ?? Infinity) / session.scale.ratio
  const maxTokens = Math.floor(Math.min(noteTokensLeft(notes, limit), free, beforeCut))
  if (maxTokens <= 0) return
  const news = await tx.standingNews(scope, { place: upTo, ids, reach: standingReach(maxTokens) })
  // What this session said is among its own messages.
  const added = news.added.filter((one) => one.sessionId !== session.id && !known.has(one.id))
  const note = noteOf(seq, { added, closed: news.closed }, maxTokens, (text) => ports.tokenizer.count(text))
  if (note) await tx.noteStandingSession(scope)
  const after = { ...before, upTo: news.newest, ...(note && { notes: [...notes, note] }) }
  if (note || session.standing) tx.change(showStanding(session, after))
}
