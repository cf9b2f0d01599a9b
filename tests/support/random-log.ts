/** Seeded logs like real ones: parallel calls, reused and missing ids, late, missing and orphan results. */
import fc from 'fast-check'
import { linkMessage } from '../../src/domain/context/pairing.js'
import {
  isHuman,
  type Format,
  type Json,
  type ParsedMessage,
  type StoredMessage,
  type ViewEntry,
} from '../../src/domain/message.js'
import { parseMessage } from '../../src/domain/formats/index.js'
import type { OpenCall } from '../../src/domain/session/session.js'
import { MESSAGE_OVERHEAD } from '../../src/domain/tokens.js'

const callId = fc.constantFrom('a', 'b', 'c', 'd')
const words = fc.string({ minLength: 1, maxLength: 40 })
const text = words.map((value): Json => ({ type: 'text', text: value }))
const call = callId.map((id): Json => ({
  type: 'tool_call',
  callId: id,
  name: `tool_${id}`,
  args: { path: `src/${id}.ts` },
}))
const result = fc
  .tuple(callId, words, fc.boolean())
  .map(([id, content, isError]): Json => ({ type: 'tool_result', callId: id, content, isError }))

const message = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ role: fc.constant('user'), parts: fc.array(text, { minLength: 1, maxLength: 2 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      role: fc.constant('user'),
      origin: fc.constant('app'),
      parts: fc.array(text, { minLength: 1, maxLength: 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ role: fc.constant('assistant'), parts: fc.array(text, { minLength: 0, maxLength: 2 }) }),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.array(text, { maxLength: 1 }), fc.array(call, { minLength: 1, maxLength: 3 }))
      .map(([said, calls]) => ({ role: 'assistant', parts: [...said, ...calls] })),
  },
  {
    weight: 7,
    arbitrary: fc.record({ role: fc.constant('tool'), parts: fc.array(result, { minLength: 1, maxLength: 2 }) }),
  },
  { weight: 1, arbitrary: fc.tuple(result, text).map(([first, second]) => ({ role: 'user', parts: [first, second] })) },
  {
    weight: 1,
    arbitrary: fc.record({
      role: fc.constant('user'),
      pinned: fc.constant(true),
      parts: fc.array(text, { minLength: 1, maxLength: 1 }),
    }),
  },
)

export const randomLog = (maxLength = 40) => fc.array(message, { minLength: 1, maxLength })

export interface TakenLog {
  messages: StoredMessage[]
  entries: ViewEntry[]
  session: { openCalls: OpenCall[]; lastSpokenSeq: number; lastSeq: number; turn: number }
}

/** Numbers and links the messages of a log as an append would. A string is the exact text of a message. Counts one token
 * per character. */
export function takeLog(log: readonly (object | string)[], format: Format = 'native'): TakenLog {
  const taken: TakenLog = {
    messages: [],
    entries: [],
    session: { openCalls: [], lastSpokenSeq: 0, lastSeq: 0, turn: 0 },
  }
  for (const given of log) {
    const raw = typeof given === 'string' ? given : JSON.stringify(given)
    const value: Json = JSON.parse(raw)
    const { session } = taken
    const seq = session.lastSeq + 1
    const parsed: ParsedMessage = parseMessage(format, value, `messages[${seq}]`)
    const linked = linkMessage(
      session,
      parsed,
      seq,
      parsed.parts.map((part) => JSON.stringify(part).length),
    )
    if (isHuman(parsed)) session.turn += 1
    Object.assign(session, { lastSeq: seq, openCalls: linked.openCalls, lastSpokenSeq: linked.lastSpokenSeq })
    const tokens = linked.shape.reduce((sum, part) => sum + part.tokens, MESSAGE_OVERHEAD)
    const { role, origin, pinned } = parsed
    const shared = { seq, role, origin, pinned, shape: linked.shape, tokens, turn: session.turn }
    taken.entries.push({ ...shared, state: 'raw', viewTokens: tokens })
    taken.messages.push({
      ...shared,
      id: `msg_${seq}`,
      sessionId: 'ses_1',
      format,
      raw,
      digest: String(seq),
      externalId: null,
      createdAt: new Date(0),
    })
  }
  return taken
}
