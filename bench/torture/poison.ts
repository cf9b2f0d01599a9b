import type { Json } from '../../src/domain/message.js'
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

/** Returns a message valid in every format. The assistant's text reaches the ledger. */
export function poisonedMessage(random: Random): Json {
  const poison = random.pick(POISON)
  return random.chance(0.5)
    ? { role: 'user', content: `Please read ${poison} again.` }
    : {
        role: 'assistant',
        content: `We decided to keep the archive ${poison} in src/archive${random.int(1, 9)}.ts ${poison}.`,
      }
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
