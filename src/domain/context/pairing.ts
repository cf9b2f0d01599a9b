/** Pairs tool calls with their results and groups messages that must move together. Pairs depend on position, not on
 * the id alone, because in real logs ids repeat, calls stay unanswered and results arrive late. [P5] */
import type { ParsedMessage, PartShape, ToolCallPart, ToolResultPart, ViewEntry } from '../message.js'
import { scriptedCall } from '../shell/scripted-calls.js'
import { commandLineOf } from '../shell/shell-files.js'
import { withoutHeredocs } from '../shell/shell-words.js'
import { isSealed } from '../formats/reasoning.js'
import { callVerdict, commandVerdict, isLook } from '../outcomes/outcome.js'
import { readsBack } from '../originals/read-back.js'
import { parsedArguments } from '../source/reading.js'
import type { OpenCall, Session } from '../session/session.js'
import { cutAtWord, holdsOne } from '../texts.js'
import { MISSING_RESULT_TOKENS, NOTE_OVERHEAD } from '../tokens.js'

/** Maximum number of open calls per session; older ones count as abandoned. */
const MAX_OPEN_CALLS = 64
/** Messages after which an unanswered call counts as abandoned, so that it cannot stay in the context forever. */
const ABANDONED_AFTER = 50
const NO_OFFLOADS: ReadonlySet<string> = new Set()

type PairingState = Pick<Session, 'openCalls' | 'lastSpokenSeq'>

export interface Linked extends PairingState {
  shape: PartShape[]
  /** Number of calls for which this message makes a missing-result placeholder necessary. */
  missing: number
}

/** Returns the pairing state after a new message, and the shape of the message.
 * @param partTokens tokens of each part, in order
 * @param offloads handles of the session's offloads that the message may name; a call that names one reads it back */
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
      calls.push({
        ...{ seq, ...called },
        ...(readsBack(part.args, offloads) && { readsBack: true }),
        ...commandOf(part.name, part.args),
      })
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
        ...(call && verdictOf(part, call)),
      })
    } else {
      shape.push({ kind: part.type === 'opaque' && isSealed(part) ? 'reasoning' : part.type, tokens })
    }
  }
  if (!isSpoken(shape)) return { openCalls: open, lastSpokenSeq: state.lastSpokenSeq, shape, missing: 0 }
  const missing = open.filter((call) => call.seq === state.lastSpokenSeq).length
  return { openCalls: [...open, ...calls].slice(-MAX_OPEN_CALLS), lastSpokenSeq: seq, shape, missing }
}

/** Matches errors in which a coding agent quotes the user's reason for refusing a call. */
const QUOTES_USER = ['said', 'answered', 'replied', 'wrote', 'provided the following'].map((verb) => `the user ${verb}`)
const QUOTED_WITHIN = 2_000

function holdsUserWords({ isError, content }: ToolResultPart): boolean {
  return isError === true && textsOf(content).some((text) => holdsOne(text.slice(0, QUOTED_WITHIN), QUOTES_USER))
}

/** Characters kept of a command line: what it runs, and whether a pipe hides its exit code, is at its start. */
const MAX_COMMAND_CHARS = 400
/** Characters of a failure that stay with the result. */
const MAX_FAILURE_CHARS = 120

function commandOf(name: string, args: ToolCallPart['args']): Pick<OpenCall, 'command'> {
  const scripted = typeof args === 'string' ? scriptedCall(args) : null
  const command = scripted ? commandLineOf(scripted.name, parsedArguments(scripted.args)) : commandLineOf(name, args)
  return command === null ? {} : { command: withoutHeredocs(command).slice(0, MAX_COMMAND_CHARS) }
}

/** Returns the outcome that a result proves. An error is shown whole, so it needs no line. [V9] */
function verdictOf(part: ToolResultPart, call: OpenCall): { runs?: true; failure?: string; passed?: true } {
  const runs = call.command !== undefined && !isLook(call.command)
  return { ...(runs && { runs }), ...(part.isError === true ? {} : outcomeOf(part, call)) }
}

function outcomeOf({ content }: ToolResultPart, { name, command }: OpenCall): { failure?: string; passed?: true } {
  const text = textsOf(content).join('\n')
  const { outcome, failure } =
    command === undefined ? callVerdict(name, text, false) : commandVerdict(command, text, false)
  if (outcome === 'ran') return {}
  if (outcome === 'passed') return { passed: true }
  if (failure === '') return { failure: 'without a message' }
  return { failure: cutAtWord(failure, MAX_FAILURE_CHARS) }
}

function textsOf(content: ToolResultPart['content']): string[] {
  return typeof content === 'string'
    ? [content]
    : content.map((block) => (block.type === 'text' ? String(block.text) : ''))
}

/** Whether the message continues the conversation. Results adjacent to their calls do not; they belong to those
 * calls. */
export function isSpoken(shape: readonly PartShape[]): boolean {
  return shape.length === 0 || shape.some((part) => !isBeside(part))
}

/** Whether a part is a result that can follow its call directly. Any other result is sent as text. [P5] */
export function isBeside(part: PartShape): part is Extract<PartShape, { kind: 'tool_result' }> {
  return part.kind === 'tool_result' && part.callSeq !== null && !part.late
}

function findCall(
  open: readonly OpenCall[],
  callId: string,
  name: string | undefined,
  group: number,
): OpenCall | undefined {
  const here = open.filter((call) => call.seq === group)
  if (callId === '') return here.find((call) => call.name === name) ?? (name === undefined ? here[0] : undefined)
  return here.find((call) => call.callId === callId) ?? open.findLast((call) => call.callId === callId)
}

/** Messages that leave the context together: one or more calls with their adjacent results. */
export interface Unit {
  entries: ViewEntry[]
  /** Tokens in the context, including placeholders for missing results. */
  tokens: number
}

/** Groups the messages of the context into units, ordered by their first message. */
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

/** Returns the calls of the unit's first message that had no result when the conversation continued. */
export function missingResults(
  unit: readonly ViewEntry[],
  callSeq: number,
  lastSpokenSeq: number,
): { callId: string; name: string }[] {
  if (callSeq >= lastSpokenSeq) return []
  const calls = unit[0]!.shape.filter((part) => part.kind === 'tool_call')
  // A list, not a set: parallel calls may share one id.
  const answered = unit.flatMap((entry) => entry.shape.filter(isBeside)).map((part) => part.callId)
  return calls.filter((call) => {
    const at = answered.indexOf(call.callId)
    if (at >= 0) answered.splice(at, 1)
    return at < 0
  })
}

/** Returns the messages with open calls. They are never cut. [P5] */
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
