/** Tool calls and their results: who belongs to whom, and what must move together. Pairs go by position, not by id alone,
 * because real logs reuse ids, leave calls unanswered and bring results late. [P5] */
import type { ParsedMessage, PartShape, ToolResultPart, ViewEntry } from '../message.js'
import { readsBack } from '../reductions/read-back.js'
import type { OpenCall, Session } from '../session/session.js'
import { MISSING_RESULT_TOKENS, NOTE_OVERHEAD } from '../tokens.js'

/** Calls remembered as still waiting; older ones count as abandoned. */
const OPEN_CALLS_KEPT = 64
/** Messages after which an unanswered call is taken for abandoned, so that it cannot hold its place for ever. */
const ABANDONED_AFTER = 50
const NO_OFFLOADS: ReadonlySet<string> = new Set()

type PairingState = Pick<Session, 'openCalls' | 'lastSpokenSeq'>

export interface Linked extends PairingState {
  shape: PartShape[]
  /** Calls that this message leaves without a result beside them: each costs a stand-in. */
  missing: number
}

/** Reads a new message into the pairing state. `partTokens` are the parts' own tokens, in order.
 * @param offloads of the session, as far as the message may name them: calls that do are readings */
export function linkMessage(
  state: PairingState,
  message: ParsedMessage,
  seq: number,
  partTokens: number[],
  offloads: ReadonlySet<string> = NO_OFFLOADS,
): Linked {
  let open = state.openCalls
  const shape: PartShape[] = []
  const calls: OpenCall[] = []
  for (const [index, part] of message.parts.entries()) {
    const tokens = partTokens[index] ?? 0
    if (part.type === 'tool_call') {
      const called = { callId: part.callId || `call_${seq}_${index}`, name: part.name }
      shape.push({ kind: 'tool_call', tokens, ...called })
      calls.push({ seq, ...called, ...(readsBack(part.args, offloads) && { readsBack: true }) })
    } else if (part.type === 'tool_result') {
      const call = findCall(open, part.callId, part.name, state.lastSpokenSeq)
      if (call) open = open.filter((other) => other !== call)
      const beside = call !== undefined && call.seq === state.lastSpokenSeq
      shape.push({
        kind: 'tool_result',
        tokens: tokens + (beside ? 0 : NOTE_OVERHEAD),
        callId: part.callId || call?.callId || '',
        name: call?.name ?? part.name ?? '',
        isError: part.isError === true,
        callSeq: call?.seq ?? null,
        late: call !== undefined && !beside,
        ...(holdsUserWords(part) ? { byUser: true } : {}),
        ...(call?.readsBack && { readsBack: true }),
      })
    } else {
      shape.push({ kind: part.type, tokens })
    }
  }
  if (!speaks(shape)) return { openCalls: open, lastSpokenSeq: state.lastSpokenSeq, shape, missing: 0 }
  const missing = open.filter((call) => call.seq === state.lastSpokenSeq).length
  return { openCalls: [...open, ...calls].slice(-OPEN_CALLS_KEPT), lastSpokenSeq: seq, shape, missing }
}

/** How coding agents hand on why a person refused a call: an error that quotes him. */
const QUOTES_USER = /\bthe user (said|answered|replied|wrote|provided the following)\b/i
const QUOTED_WITHIN = 2_000

function holdsUserWords({ isError, content }: ToolResultPart): boolean {
  if (isError !== true) return false
  const texts =
    typeof content === 'string' ? [content] : content.map((block) => (block.type === 'text' ? String(block.text) : ''))
  return texts.some((text) => QUOTES_USER.test(text.slice(0, QUOTED_WITHIN)))
}

/** Results beside their calls add to the group of those calls; everything else moves the conversation on. */
function speaks(shape: PartShape[]): boolean {
  return shape.length === 0 || shape.some((part) => !isBeside(part))
}

export function isBeside(part: PartShape): part is Extract<PartShape, { kind: 'tool_result' }> {
  return part.kind === 'tool_result' && part.callSeq !== null && !part.late
}

function findCall(open: OpenCall[], callId: string, name: string | undefined, group: number): OpenCall | undefined {
  const here = open.filter((call) => call.seq === group)
  if (callId === '') return here.find((call) => call.name === name) ?? (name === undefined ? here[0] : undefined)
  return here.find((call) => call.callId === callId) ?? open.findLast((call) => call.callId === callId)
}

/** Messages that leave the context together: a call, or a batch of them, with the results beside it. */
export interface Unit {
  entries: ViewEntry[]
  /** Tokens in the context, stand-ins for missing results included. */
  tokens: number
}

/** Groups the messages in the context into units, in order of their first message. */
export function unitsOf(entries: readonly ViewEntry[], lastSpokenSeq: number): Unit[] {
  const units = new Map<number, Unit>()
  for (const entry of entries) {
    const callSeq = entry.shape.find(isBeside)?.callSeq
    const joined = callSeq === undefined || callSeq === null ? undefined : units.get(callSeq)
    if (joined) {
      joined.entries.push(entry)
      joined.tokens += entry.viewTokens
    } else {
      units.set(entry.seq, { entries: [entry], tokens: entry.viewTokens })
    }
  }
  for (const [seq, unit] of units)
    unit.tokens += missingResults(unit.entries, seq, lastSpokenSeq).length * MISSING_RESULT_TOKENS
  return [...units.values()]
}

/** Calls of the unit's first message that have no result beside them although the conversation went on. */
export function missingResults(
  unit: readonly ViewEntry[],
  callSeq: number,
  lastSpokenSeq: number,
): { callId: string; name: string }[] {
  if (callSeq >= lastSpokenSeq) return []
  const calls = unit[0]!.shape.filter((part) => part.kind === 'tool_call')
  // By count per id, not by a set: parallel calls may share one id.
  const answered = unit.flatMap((entry) => entry.shape.filter(isBeside)).map((part) => part.callId)
  return calls.filter((call) => {
    const at = answered.indexOf(call.callId)
    if (at >= 0) answered.splice(at, 1)
    return at < 0
  })
}

/** Messages whose calls are still waiting: they are never cut. [P5] */
export function openSeqs(
  session: Pick<Session, 'openCalls' | 'lastSeq' | 'turn'>,
  entries: readonly ViewEntry[],
): Set<number> {
  const turnOf = new Map(entries.map((entry) => [entry.seq, entry.turn]))
  const waiting = session.openCalls.filter(
    ({ seq }) => seq > session.lastSeq - ABANDONED_AFTER && (turnOf.get(seq) ?? 0) >= session.turn - 1,
  )
  return new Set(waiting.map(({ seq }) => seq))
}
