import { DomainError } from '../../domain/errors.js'
import type { SeqRange } from '../../domain/message.js'
import { usedTokens } from '../../domain/session/budget.js'
import { fitLimit } from '../../domain/session/model-tokens.js'
import type { Session } from '../../domain/session/session.js'
import { contextAt, FIRST_MOMENT, type ContextAt } from '../../domain/time/moment.js'
import { shownIds, standingTokens, withWords } from '../../domain/standing/records.js'
import { stateOf, type SessionState } from '../../domain/time/session-state.js'
import type { Ports, RecordedMoment, SessionAddress } from '../../ports/ports.js'
import { readSession } from '../shared/read-session.js'

/** Maximum attempts. A read needs several queries and starts over if a cut is made between them. */
const TRIES = 5

/** Returns the records of the context as it was last handed out while message `seq` was the newest. For a message that arrived together with
 * later ones, that is the context it would have had, if that fits. Reads only; never changes a context. [R3]
 * Throws session_not_found, invalid_request with the valid range, and state_not_recorded for a session older than the recording.
 * @param isExact refuse with state_not_recorded a context that did not fit, instead of using a later one: later checkpoints may
 * hold later messages */
export async function recordsAt(
  { store }: Pick<Ports, 'store'>,
  { sessionId, appId, seq, isExact = false }: SessionAddress & { seq: number; isExact?: boolean },
): Promise<ContextAt> {
  for (let tries = 1; ; tries++) {
    const session = await readSession({ store }, { sessionId, appId })
    requireSeq(session, seq)
    const found = await store.moment(sessionId, { seq })
    if (!found.isRecorded) throw notRecorded(`message ${seq}`, { seq })
    // A cut between the two reads: the session does not show how the new moment is.
    if (found.end === null && (found.moment?.version ?? 0) > session.version && tries < TRIES) continue
    if (!isExact) return firstFitting({ store }, session, found, seq)
    const then = await assembleMoment({ store }, session, found, found.end ?? stateOf(session), seq)
    if (usedTokens(then.session.tokenCounts) > fitLimit(then.session)) throw notRecorded(`message ${seq}`, { seq })
    return then
  }
}

/** Returns the context at a message. One that does not fit was never handed out: the next that does is used, without later messages. [P3] */
async function firstFitting(
  { store }: Pick<Ports, 'store'>,
  session: Session,
  found: RecordedMoment,
  seq: number,
): Promise<ContextAt> {
  for (let next = found; ;) {
    const then = await assembleMoment({ store }, session, next, next.end ?? stateOf(session), seq)
    if (usedTokens(then.session.tokenCounts) <= fitLimit(then.session) || next.nextVersion === null) return then
    next = await store.moment(session.id, { version: next.nextVersion })
  }
}

/** Returns the records of the context at a recorded state, such as that of a snapshot. */
export async function recordsOfState(
  { store }: Pick<Ports, 'store'>,
  session: Session,
  state: SessionState,
): Promise<ContextAt> {
  const found = await store.moment(session.id, { version: state.version })
  return assembleMoment({ store }, session, found, state, state.lastSeq)
}

/** Returns the records of a context within a moment, at its message `seq`. */
export async function assembleMoment(
  { store }: Pick<Ports, 'store'>,
  session: Session,
  { moment }: RecordedMoment,
  recorded: SessionState,
  seq: number,
): Promise<ContextAt> {
  const { members, startSeq, checkpoints } = moment ?? FIRST_MOMENT
  const end = await withStandingWords({ store }, session.appId, recorded)
  const newest = Math.max(seq, end.lastSeq)
  const ranges: SeqRange[] = [...members, ...(newest > startSeq ? [{ from: startSeq + 1, to: newest }] : [])]
  const replaced = await store.replacedPrompt(session.id, end.version)
  const { systemPrompt, tools } = replaced ?? session
  const records = {
    ...{ session, moment, end, prompt: { systemPrompt, tools } },
    messages: await store.received(session.id, ranges),
    reductions: await store.numberedReductions(session.id, ranges),
    checkpoints: await store.checkpointsById(session.id, checkpoints),
  }
  return contextAt(records, seq)
}

/** Returns the state with the words of the standing entries that it showed, less those that were deleted since. [M11] */
async function withStandingWords(
  { store }: Pick<Ports, 'store'>,
  appId: string,
  state: SessionState,
): Promise<SessionState> {
  const { standing: block, ...others } = state
  if (!block) return state
  const { scope } = block
  const standing = withWords(block, await store.standingById({ appId, scope }, shownIds(block)))
  const { standing: _, ...tokenCounts } = state.tokenCounts
  if (!standing) return { ...others, tokenCounts }
  return { ...others, standing, tokenCounts: { ...tokenCounts, standing: standingTokens(standing) } }
}

/** Throws invalid_request if the session has no such message.
 * @param path names the value in the fault */
export function requireSeq({ lastSeq }: Pick<Session, 'lastSeq'>, seq: number, path = 'at'): void {
  if (seq >= 1 && seq <= lastSeq) return
  const expected = lastSeq === 0 ? 'no value: the session has no messages' : `a message number from 1 to ${lastSeq}`
  const detail = `${path}: expected ${expected}, received ${seq}.`
  throw new DomainError('invalid_request', detail, { lastSeq }, [{ path, expected, received: String(seq) }])
}

export function notRecorded(what: string, facts: { [name: string]: number }): DomainError {
  const detail =
    `The context at ${what} was not recorded: the session made cuts before this version of Palimpsest, which ` +
    'records them. Later messages can be read.'
  return new DomainError('state_not_recorded', detail, facts)
}
