import { createHash } from 'node:crypto'
import type { NewMessage } from '../../src/domain/message.js'

export const WORDS =
  'the parser reads every line of config.yaml and fails with ERR_LOAD_42 when src/loads/door.ts is missing a key; we decided to keep version 4.2 '

/** Returns English text of an exact length, different for each number. */
export function textOf(bytes: number, number: number): string {
  return `${number}: ${WORDS.repeat(Math.ceil(bytes / WORDS.length))}`.slice(0, bytes)
}

/** Returns a text message as the store accepts it. Even numbers are messages of the assistant. */
export function textMessage(seq: number, text: string, tokens: number): NewMessage {
  const role = seq % 2 === 1 ? 'user' : 'assistant'
  const raw = JSON.stringify({ role, content: text })
  return {
    id: `msg_${String(seq).padStart(12, '0')}`,
    seq,
    role,
    origin: 'human',
    pinned: false,
    format: 'native',
    raw,
    digest: createHash('sha256').update(raw).digest('hex'),
    shape: [{ kind: 'text', tokens: tokens - 4 }],
    tokens,
    turn: Math.ceil(seq / 2),
    externalId: null,
  }
}
