import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import type { Checkpoint, CheckpointLine } from '../../src/domain/checkpoint/checkpoint.js'
import type { LineKind, SourceMessage, SourcePart } from '../../src/domain/source/types.js'
import { headingFor } from '../../src/domain/checkpoint/heading.js'
import { renderCheckpoint } from '../../src/domain/checkpoint/rendering.js'
import { MESSAGE_OVERHEAD } from '../../src/domain/tokens.js'

/** Builders for spans of messages as summaries read them. */

export function count(text: string): number {
  return encode(text, { disallowedSpecial: new Set() }).length
}

export function said(seq: number, text: string): SourceMessage {
  return { seq, role: 'assistant', parts: [{ kind: 'text', text }] }
}

export function typed(seq: number, text: string): SourceMessage {
  return { seq, role: 'user', parts: [{ kind: 'text', text }] }
}

export function called(seq: number, name: string, args: object, callId = `call_${seq}`): SourceMessage {
  return { seq, role: 'assistant', parts: [{ kind: 'call', callId, name, args: JSON.stringify(args) }] }
}

export function returned(
  seq: number,
  name: string,
  text: string,
  isError = false,
  callId = `call_${seq - 1}`,
): SourceMessage {
  const part: SourcePart = { kind: 'result', callId, name, text, isError }
  return { seq, role: 'tool', parts: [part] }
}

export function line(text: string, kind: LineKind = 'fact', importance = 0.5): CheckpointLine {
  return { kind, text, importance, sources: [1], by: 'model', tokens: count(`- ${text}\n`) }
}

/** A working session of a coding agent, small but with every kind of thing in it. */
export const WORKING_SESSION: SourceMessage[] = [
  said(
    2,
    'I will look at the login first. We decided to use refresh tokens instead of sessions because phones lose cookies.',
  ),
  called(3, 'Read', { file_path: '/app/src/auth/login.ts' }),
  returned(
    4,
    'Read',
    '  1→import { hash } from "./hash.js"\n  2→export function login(user: string) {\n  3→  return tokenFor(user)\n  4→}',
  ),
  called(5, 'Edit', {
    file_path: '/app/src/auth/login.ts',
    old_string: 'tokenFor(user)',
    new_string: 'refreshTokenFor(user, 900)',
  }),
  returned(6, 'Edit', 'The file /app/src/auth/login.ts has been updated.'),
  called(7, 'Write', { file_path: '/app/src/auth/refresh.ts', content: 'export const REFRESH_TTL = 86400\n' }),
  returned(8, 'Write', 'File created successfully at: /app/src/auth/refresh.ts'),
  called(9, 'Bash', { command: 'npm test -- --runInBand' }),
  returned(
    10,
    'Bash',
    "TypeError: Cannot read properties of undefined (reading 'exp')\n    at verifyToken (/app/src/auth/verify.ts:41:7)",
    true,
  ),
  said(
    11,
    'The cause was a missing exp claim: verifyToken now checks it. Access tokens must never live longer than 900 seconds.',
  ),
  called(12, 'Edit', { file_path: '/app/src/auth/verify.ts', old_string: 'a', new_string: 'b' }),
  returned(13, 'Edit', 'The file /app/src/auth/verify.ts has been updated.'),
  said(
    14,
    'All 48 tests pass with jsonwebtoken 9.0.2. Next step: document POST /v1/refresh in https://docs.example.com/auth. Should old tokens be revoked?',
  ),
]

export function checkpoint(number: number, lines: CheckpointLine[], more: Partial<Checkpoint> = {}): Checkpoint {
  const range = { from: number * 10, to: number * 10 + 8 }
  const whole = { number, range, level: 3 as const, summarizer: { kind: 'extractive' as const }, ...more }
  const text = renderCheckpoint(lines, headingFor({ ...whole, messages: 9 }))
  return {
    id: `cp_${number}`,
    sessionId: 'ses_1',
    generation: 0,
    covered: [range],
    sourceDigest: '',
    lines,
    text,
    tokens: count(text) + MESSAGE_OVERHEAD,
    originalTokens: 5_000,
    joined: 1,
    verification: { anchors: 10, kept: 8, important: 6, importantKept: 6, score: 0.9, invented: 0 },
    compressionId: `cmp_${number}`,
    supersedes: [],
    supersededBy: null,
    createdAt: new Date(0),
    recompressedAt: null,
    ...whole,
  }
}
