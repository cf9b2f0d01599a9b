import { renderMessage, type RenderMessage } from '../../src/domain/formats/index.js'
import type { Format, Json } from '../../src/domain/message.js'
import type { Random } from '../support/random.js'

/** Strings that a database cannot store as text, or that look like the end of a string. */
const POISON = [
  '\0',
  '\ud83d',
  '\ude00',
  'a\0b',
  '\ud83d\ud83d',
  '\u0001\u001f\u007f',
  '\ufffe',
  '\\u0000',
  '"}',
  '\u2028',
] as const

/** Returns ordinary text that contains a poisonous string. */
export function poisonedText(random: Random): string {
  return `be nice ${random.pick(POISON)} please`
}

/** Returns one or two messages with a poisonous string in the text of a person, in the text of an assistant, which
 * reaches the ledger, or in the arguments and the result of a tool call. `number` counts up, so that every string and
 * every place is used. */
export function poisonedMessages(format: Format, number: number): Json[] {
  const poison = POISON[number % POISON.length]!
  const said = (role: 'user' | 'assistant', text: string): RenderMessage => ({
    seq: number,
    role,
    parts: [{ type: 'text', text }],
  })
  const places: RenderMessage[][] = [
    [said('user', `Please read ${poison} again.`)],
    [said('assistant', `We decided to keep the archive ${poison} in src/archive${number}.ts ${poison}.`)],
    poisonedRound(poison, number),
  ]
  const place = places[Math.floor(number / POISON.length) % places.length]!
  return place.flatMap((message) => renderMessage(format, message))
}

function poisonedRound(poison: string, number: number): RenderMessage[] {
  const callId = `poisoned_${number}`
  const content = `${poison}\nline with ${poison} inside\n`.repeat(20)
  return [
    {
      seq: number,
      role: 'assistant',
      parts: [{ type: 'tool_call', callId, name: 'read', args: { path: `logs/${poison}`, [`key ${poison}`]: 1 } }],
    },
    { seq: number + 1, role: 'tool', parts: [{ type: 'tool_result', callId, name: 'read', content }] },
  ]
}

/** Other requests an app may send to a session. */
export function poisonedRequest(random: Random): { path: string; body: string } {
  const text = poisonedText(random)
  const requests = [
    { path: '/compress', body: { instructions: text } },
    { path: '/watermark', body: { toolName: text } },
    { path: '/goals', body: { description: text.replace(/\p{Cc}/gu, ''), status: 'paused' } },
  ]
  const { path, body } = random.pick(requests)
  return { path, body: JSON.stringify(body) }
}
