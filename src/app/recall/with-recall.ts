import { recordsOf } from '../shared/context-records.js'
import { usedTokens } from '../../domain/session/budget.js'
import { fitLimit } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import { recallBlock, type Candidate, type InContext } from '../../domain/recall/candidates.js'
import { freeForRecall, isCrowded, mostForRecall, othersMayLeave } from '../../domain/recall/free-tokens.js'
import { askedMessage, showRecall, type RecallReason } from '../../domain/recall/recall.js'
import { scopeOf } from '../../domain/recall/scope.js'
import type { Ports, SessionRecords, SessionTx } from '../../ports/ports.js'
import { commitCut } from '../cut/commit-cut.js'
import { noteChanges } from '../cut/note-changes.js'
import { findQuotes } from './find-quotes.js'
import { freeForQuotes } from './free-for-quotes.js'

/** Fewer tokens hold no quote beside the lines around it. */
const MIN_TOKENS = 60

type Needs = Pick<Ports, 'store' | 'ids' | 'tokenizer' | 'dates' | 'clock' | 'settings' | 'log'>

/** What a reader of the context asks for. `as-is`: nothing is decided. */
export type RecallRequest = 'auto' | 'off' | 'as-is'

interface Asked {
  /** Default: `auto`. */
  request?: RecallRequest | undefined
  /** Model tokens to keep free for the reply. Default: those of the session. */
  reserve?: number | undefined
  /** The session ends as a request to the model does, perhaps with the beginning of the answer. */
  isAsking?: boolean
}

interface Search {
  candidates: Candidate[]
  reason: RecallReason | null
}

function nothing(reason: RecallReason): Search {
  return { candidates: [], reason }
}

/** Returns the records with what is recalled for the newest message, if a person sent it. Decides once, before the first context
 * that ends with the message is handed out, and records the decision. Never makes a context fail, and never returns one that
 * does not fit or holds a message that `records` do not. [M1] [M3] [P3] [P14] */
export async function withRecall(
  ports: Needs,
  records: SessionRecords,
  { request = 'auto', reserve = records.session.reserve, isAsking = false }: Asked,
): Promise<SessionRecords> {
  const seq = request === 'as-is' ? null : undecided(records, isAsking)
  if (seq === null) return records
  const startedMs = ports.clock.monotonicMs()
  const found: Search =
    request === 'off' || records.session.policy.recall.mode === 'off'
      ? nothing('off')
      : await withinTime(ports, records, seq)
  const { id, appId } = records.session
  try {
    return await ports.store.change(id, appId, async (tx) => {
      const now = await recordsOf(tx)
      // A message that came meanwhile may make the context too large, and may be of another user.
      if (now.session.lastSeq !== records.session.lastSeq || fitTokens(now.session, reserve) < 0) return records
      if (undecided(now, isAsking) !== seq) return now
      await decide(tx, ports, { seq, found, reserve, ms: Math.round(ports.clock.monotonicMs() - startedMs) })
      return await recordsOf(tx)
    })
  } catch (error) {
    ports.log.warn({ sessionId: id, err: error }, 'what to recall was not recorded')
    return records
  }
}

/** Returns the message for which to decide; null: none, or it is decided. */
function undecided({ session, entries, checkpoints, reductions }: SessionRecords, isAsking: boolean): number | null {
  const isScoped = scopeOf(session) !== null
  if (session.policy.recall.mode === 'off' && !isScoped) return null
  const asked = askedMessage(entries, session.lastSeq, isAsking)
  if (!asked || (session.recalledSeq ?? 0) >= asked.seq) return null
  const hasLeft =
    checkpoints.length > 0 || reductions.length > 0 || session.evictedCount > (session.withdrawnCount ?? 0)
  return hasLeft || isScoped ? asked.seq : null
}

async function withinTime(ports: Needs, records: SessionRecords, seq: number): Promise<Search> {
  const { recallMs } = ports.settings
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Search>((resolve) => {
    timer = setTimeout(() => resolve(nothing('late')), recallMs)
  })
  try {
    return await Promise.race([search(ports, records, seq), late])
  } finally {
    clearTimeout(timer)
  }
}

async function search(ports: Needs, records: SessionRecords, seq: number): Promise<Search> {
  const { session } = records
  try {
    const [asked] = await ports.store.messages(session.id, [seq])
    const candidates = asked ? await findQuotes(ports, session, asked, inContext(records)) : []
    return candidates.length > 0 ? { candidates, reason: null } : nothing('nothing-found')
  } catch (error) {
    ports.log.warn({ sessionId: session.id, err: error }, 'the search for what to recall failed')
    return nothing('failed')
  }
}

interface Deciding {
  seq: number
  found: Search
  reserve: number
  ms: number
}

async function decide(tx: SessionTx, ports: Needs, { seq, found, reserve, ms }: Deciding): Promise<void> {
  // Both are decided once, before the first context that ends with the message. [P12]
  tx.change({ recalledSeq: seq })
  await noteChanges(tx, ports, seq, reserve)
  if (tx.session.policy.recall.mode === 'off') return
  const made = found.reason === null ? await blockFor(tx, ports, { seq, found, reserve }) : null
  const why = freeForRecall(tx.session, reserve) < MIN_TOKENS ? 'no-free-tokens' : 'nothing-found'
  const reason = made ? null : (found.reason ?? why)
  const excerpts = made?.excerpts ?? []
  const tokens = made?.block.tokens ?? 0
  if (made) tx.change(showRecall(tx.session, [...(tx.session.recall ?? []), made.block]))
  await tx.insertRecall({ seq, excerpts, tokens, ms, reason, at: ports.clock.now().toISOString() })
  const shown = excerpts.map(({ text: _, start: __, ...one }) => one)
  tx.emit({ type: 'context-recalled', data: { seq, excerpts: shown, tokens, ms, ...(reason && { reason }) } })
}

type Recalled = ReturnType<typeof recallBlock>

/** Returns what is recalled for the newest message. Blocks of earlier questions leave only if they take tokens that it needs: that
 * changes the prompt from there on. [M4] [M6] [P12] */
async function blockFor(
  tx: SessionTx,
  ports: Needs,
  { seq, found, reserve }: Pick<Deciding, 'seq' | 'found' | 'reserve'>,
): Promise<Recalled> {
  const count = (text: string) => ports.tokenizer.count(text)
  const within = async (session: Session) => {
    const maxTokens = freeForRecall(session, reserve)
    if (maxTokens < MIN_TOKENS) return null
    return recallBlock(seq, found.candidates, inContext(await recordsOf(tx)), { maxTokens, count })
  }
  if (othersMayLeave(tx.session)) {
    // Quotes of earlier questions leave before any message does.
    const records = { ...inContext(await recordsOf(tx)), recall: [] }
    const wanted = recallBlock(seq, found.candidates, records, { maxTokens: mostForRecall(tx.session), count })
    const free = freeForRecall({ ...tx.session, ...showRecall(tx.session, []) }, reserve)
    await freeForQuotes(tx, ports, (wanted?.block.tokens ?? 0) - free)
  }
  const made = await within(tx.session)
  if (!isCrowded(tx.session, seq)) return made
  const alone = await within({ ...tx.session, ...showRecall(tx.session, []) })
  if (!alone || alone.block.tokens <= (made?.block.tokens ?? 0)) return made
  const reason = 'recalled words of earlier questions left for those of a new one'
  await commitCut(tx, ports, { kind: 'recall', reason })
  return within(tx.session)
}

function inContext({ session: { id: sessionId, recall = [] }, entries, reductions }: SessionRecords): InContext {
  return { sessionId, recall, entries, reductions }
}

/** Returns the base tokens that are free beside what the context has; negative if it does not fit. */
function fitTokens(session: Session, reserve: number): number {
  return fitLimit({ ...session, reserve }) - usedTokens(session.tokenCounts)
}
