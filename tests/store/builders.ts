import type { NewEvent } from '../../src/domain/event.js'
import type { EventData } from '../../src/domain/event-data.js'
import { createHash } from 'node:crypto'
import type { SessionTx } from '../../src/ports/ports.js'
import { NO_TOKENS } from '../../src/domain/session/budget.js'
import type { Checkpoint } from '../../src/domain/checkpoint/checkpoint.js'
import type { Compression } from '../../src/domain/compression/compression.js'
import type { NewMessage } from '../../src/domain/message.js'
import { PRESET_POLICIES } from '../../src/domain/session/policy.js'
import type { Reduction } from '../../src/domain/context/reduction.js'
import { EXACT_SCALE } from '../../src/domain/session/token-scale.js'
import type { Session } from '../../src/domain/session/session.js'

let made = 0
export const makeId = (prefix: string): string => `${prefix}_${String(++made).padStart(8, '0')}${process.pid}`

export function aSession(changes: Partial<Session> = {}): Session {
  const now = new Date('2026-01-02T03:04:05.678Z')
  return {
    id: makeId('ses'),
    appId: 'app_one',
    externalId: null,
    model: 'llama3.2',
    provider: null,
    contextSize: '16K',
    limit: 13_600,
    reserve: 1_000,
    scale: EXACT_SCALE,
    tier: 'TIER_3_STANDARD',
    window: 'unverified',
    mode: 'ASSISTANT',
    preset: 'checkpointed',
    policy: PRESET_POLICIES.checkpointed,
    systemPrompt: null,
    tools: null,
    metadata: '{}',
    ledger: null,
    goals: null,
    status: 'active',
    epoch: 1,
    lastSeq: 0,
    eventSeq: 0,
    version: 1,
    turn: 0,
    lastSpokenSeq: 0,
    openCalls: [],
    tokenCounts: NO_TOKENS,
    level: 'GREEN',
    checkpointCount: 0,
    compressionCount: 0,
    evictedCount: 0,
    compressor: { state: 'idle' },
    quality: { parameters: null, verification: 1, extractiveShare: 0 },
    refills: 0,
    compressedAtSeq: 0,
    createdAt: now,
    lastActivityAt: now,
    ...changes,
  }
}

export function aMessage(seq: number, changes: Partial<NewMessage> = {}): NewMessage {
  const raw = changes.raw ?? JSON.stringify({ role: 'user', content: `message ${seq}` })
  return {
    id: makeId('msg'),
    seq,
    role: 'user',
    origin: 'human',
    pinned: false,
    format: 'openai',
    raw,
    digest: createHash('sha256').update(raw).digest('hex'),
    shape: [{ kind: 'text', tokens: 10 }],
    tokens: 14,
    turn: seq,
    externalId: null,
    ...changes,
  }
}

/** The first event of a session. */
export function sessionCreated(changes: Partial<EventData['session-created']> = {}): NewEvent {
  const data = {
    model: 'm',
    limit: 13_600,
    reserve: 1_000,
    scale: EXACT_SCALE,
    tier: 'TIER_3_STANDARD',
    window: 'unverified',
    preset: 'checkpointed',
    mode: 'ASSISTANT',
  } as const
  return { type: 'session-created', data: { ...data, ...changes } }
}

/** Appends as the app does: numbers from the session, one event a message. */
export async function append(tx: SessionTx, count = 1, changes: Partial<NewMessage> = {}): Promise<NewMessage[]> {
  const { lastSeq, version } = tx.session
  const messages = Array.from({ length: count }, (_, index) => aMessage(lastSeq + index + 1, changes))
  await tx.insertMessages(messages)
  tx.change({ lastSeq: lastSeq + count, version: version + 1 })
  for (const { id, seq, role, tokens } of messages) {
    const data = { messages: [{ id, seq, role, tokens }], used: 0, limit: tx.session.limit, version: version + 1 }
    tx.emit({ type: 'message-appended', data })
  }
  return messages
}

export function aReduction(seq: number, changes: Partial<Reduction> = {}): Reduction {
  return {
    id: makeId('off'),
    seq,
    part: 0,
    kind: 'offload',
    toolName: 'read_file',
    placeholder: '[reduced]',
    tokensBefore: 10,
    tokensAfter: 4,
    cutId: null,
    ...changes,
  }
}

export function aCheckpoint(sessionId: string, changes: Partial<Checkpoint> = {}): Checkpoint {
  return {
    id: makeId('cp'),
    sessionId,
    number: 1,
    level: 3,
    generation: 0,
    range: { from: 1, to: 3 },
    covered: [{ from: 1, to: 3 }],
    sourceDigest: 'abc',
    lines: [
      { kind: 'fact', text: 'a NUL \0 and half a pair \ud800', importance: 0.5, sources: [1], by: 'model', tokens: 5 },
    ],
    text: 'What was said \0 before',
    tokens: 9,
    originalTokens: 42,
    joined: 1,
    summarizer: { kind: 'llm', model: 'llama3.2' },
    verification: { anchors: 1, kept: 1, important: 1, importantKept: 1, score: 1, invented: 0 },
    compressionId: 'cmp_x',
    supersedes: [],
    supersededBy: null,
    createdAt: new Date('2026-01-02T03:04:06.001Z'),
    recompressedAt: null,
    ...changes,
  }
}

export function aCompression(sessionId: string, changes: Partial<Compression> = {}): Compression {
  return {
    id: makeId('cmp'),
    sessionId,
    trigger: 'budget',
    strategy: 'auto',
    instructions: null,
    state: { status: 'queued' },
    stages: [],
    attempts: [],
    covered: [],
    messages: 0,
    tokensBefore: null,
    tokensAfter: null,
    checkpointId: null,
    runs: 0,
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    ...changes,
  }
}

/** Appends without reading, as most appends do. Returns the number of the message. */
export async function addMessage(tx: SessionTx): Promise<number> {
  const { session } = tx
  tx.change({ lastSeq: session.lastSeq + 1, version: session.version + 1 })
  await tx.insertMessages([aMessage(session.lastSeq)])
  tx.emit({ type: 'message-appended', data: { messages: [], used: 0, limit: session.limit, version: session.version } })
  return session.lastSeq
}
