/** Plays every real conversation through the whole pipeline and checks the rules after every few messages. */
import { dirname } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markBoundary } from '../../src/app/history/set-task-boundary.js'
import type { PolicyOverrides } from '../../src/domain/session/policy-overrides.js'
import { readOffload } from '../../src/app/reductions/read-offloads.js'
import { appendMessages } from '../../src/app/history/append-messages.js'
import { auditSession } from '../../src/app/context/audit-session.js'
import { createSession } from '../../src/app/sessions/create-session.js'
import { readContext } from '../../src/app/context/read-context.js'
import { DomainError } from '../../src/domain/errors.js'
import { parseMessage } from '../../src/domain/formats/index.js'
import { readLog, type LoggedConversation } from '../../src/importers/index.js'
import { FORMATS, type Format, type Json } from '../../src/domain/message.js'
import { conversationFiles, hasConversations } from './conversations.js'
import { changeSomething } from './goal-changes.js'
import type { Preset } from '../../src/domain/session/policy.js'
import type { Ports } from '../../src/ports/ports.js'
import { startDaemon, type Daemon } from './daemon.js'
import { isLongRun } from './long-run.js'
import { pairProblems } from '../../testing/validity.js'

/** Options for playing a log. */
export interface Play {
  contextSize: string
  preset?: Preset
  policy?: PolicyOverrides
  /** Messages between two task boundaries. */
  markEvery?: number
  /** Messages between two changes of a goal, an item or a pin. */
  changeEvery?: number
  /** Reads between two audits. Another audit runs at the end. */
  auditEvery: number
  /** Messages between two reads, at least. Short messages come in larger batches. */
  readEvery: number
}

const { REAL_LOGS_SEED } = process.env
/** Other numbers play each log of the large collection in the other two ways. */
const SEED = Number(REAL_LOGS_SEED ?? 0)
/** A given seed plays every log to its end. Otherwise, every third one of a folder is played, from its first on: every fourth of
 * them to its end, and the others to where a conversation has had several cuts and aged checkpoints. A long run plays all, and
 * every fourth to its end. */
const PLAYS_ALL = REAL_LOGS_SEED !== undefined || isLongRun
const START_MESSAGES = 160
/** Files of many short conversations repeat themselves. */
const START_CONVERSATIONS = 20

/** Registers a test per file. Without a model and workers, every cut is made on append, the hardest case of [P3].
 * @param third plays every third log of the large collection, from this one: those beside each other are alike */
export function testRealLogs(rules: string, playOf: (name: string) => Play, third: 0 | 1 | 2): void {
  let daemon: Daemon
  beforeAll(async () => {
    daemon = await startDaemon()
  })
  afterAll(() => daemon.stop())
  const seen = new Map<string, number>()
  const isPlayed = (at: number, name: string) => {
    if ((at + SEED) % 3 !== third) return false
    // Each folder has conversations of another kind.
    const place = seen.get(dirname(name)) ?? 0
    seen.set(dirname(name), place + 1)
    return PLAYS_ALL || place % 3 === 0
  }
  for (const [at, { name, text }] of conversationFiles('', hasConversations ? isPlayed : undefined).entries()) {
    const play = playOf(name)
    const isLong = REAL_LOGS_SEED !== undefined || at % 4 === third
    test(
      `[P2] [P3] [P4] [P5] [P12] [I5] [I6] [I12] [I25] [I43] ${rules} ${name} in ${play.contextSize}`,
      { timeout: 180_000 },
      async () => {
        const conversations = readLog(text, name).slice(
          0,
          REAL_LOGS_SEED === undefined ? START_CONVERSATIONS : undefined,
        )
        for (const one of conversations) await replay(daemon.ports, isLong ? one : startOf(one), play)
      },
    )
  }
}

const startOf = ({ messages, ...rest }: LoggedConversation): LoggedConversation => ({
  ...rest,
  messages: messages.slice(0, START_MESSAGES),
})

async function replay(ports: Ports, conversation: LoggedConversation, play: Play): Promise<void> {
  const { contextSize, preset, policy, markEvery, changeEvery, auditEvery } = play
  const made = createSession(ports, {
    appId: 'default',
    model: 'qwen2.5:7b',
    contextSize,
    preset,
    policy,
    systemPrompt: conversation.system ?? null,
    tools: conversation.tools === undefined ? null : JSON.stringify(conversation.tools),
  })
  const session = await made.catch(refusedForSize)
  // Instructions and tools that leave no free tokens in this window are rejected.
  if (session === null) return
  const sessionId = session.id
  const at = { appId: null, sessionId }
  const { format } = conversation
  let before: { version: number; cuts: number; messages: string[] } | null = null
  const words: string[] = []
  const locked: string[] = []
  let reads = 0
  let changes = 0
  for (const turn of turnsOf(conversation, play.readEvery)) {
    const raw = turn.map(({ value }) => JSON.stringify(value))
    const origins = turn.map(({ origin }) => origin)
    const stored = await appendMessages(ports, {
      ...at,
      format,
      validation: 'lenient',
      raw,
      values: turn.map(({ value }) => value),
      origins,
    }).catch(refusedForSize)
    if (stored === null) continue
    words.push(...turn.flatMap(({ value, origin }) => humanWords(parseMessage(format, value, 'message'), origin)))
    const context = JSON.parse((await readContext(ports, { ...at, format })).body)
    const { limit, reserve } = context.contextStatus
    expect(context.tokens).toBeLessThanOrEqual(limit - reserve)
    expect(pairProblems(format, context.messages)).toEqual([])
    const cuts = (await ports.store.cuts(sessionId)).length
    const messages: string[] = flatten(format, context.messages)
    if (before && before.cuts === cuts) expectPrefix(before.messages, messages)
    const text = JSON.stringify(context.messages)
    if (reads++ % auditEvery === 0) {
      const audit = await auditSession(ports, at)
      expect(audit).toMatchObject({ ok: true, violations: [] })
      // Human messages may only be evicted whole, oldest first, and never the newest.
      if (audit.evicted === 0) for (const said of words) expect(text).toContain(JSON.stringify(said).slice(1, -1))
    }
    for (const lock of locked) expect(JSON.stringify(context)).toContain(lock)
    for (const said of words.slice(-1)) expect(text).toContain(JSON.stringify(said).slice(1, -1))
    if (lastSpeaker(format, turn.at(-1)!.value) !== 'assistant')
      expect(context.messages.at(-1).role).not.toBe('assistant')
    if (format === 'anthropic') expectAlternating(context.messages)
    if (conversation.system !== undefined)
      expect(JSON.stringify(context)).toContain(JSON.stringify(conversation.system).slice(1, -1))
    before = { version: context.version, cuts, messages }
    const { lastSeq } = (await ports.store.session(sessionId, null))!
    if (markEvery && lastSeq % markEvery < turn.length) {
      await markBoundary(ports, { ...at, name: { seq: lastSeq } })
      before = { ...before, cuts: (await ports.store.cuts(sessionId)).length === cuts ? cuts : -1 }
    }
    if (changeEvery && lastSeq % changeEvery < turn.length)
      locked.push(...(await changeSomething(ports, at, ++changes)))
  }
  for (const other of FORMATS) {
    const { messages } = JSON.parse((await readContext(ports, { ...at, format: other })).body)
    expect(pairProblems(other, messages), other).toEqual([])
    if (other === 'anthropic') expectAlternating(messages)
  }
  expect(await auditSession(ports, at)).toMatchObject({ ok: true, violations: [] })
  await expectOriginals(ports, sessionId)
  await ports.store.deleteSession(sessionId, null)
}

/** Every replaced part can be read back exactly as it was in the original message. [P8] */
async function expectOriginals(ports: Ports, sessionId: string): Promise<void> {
  for (let after: string | undefined; ;) {
    const page = await ports.store.reductions(sessionId, { limit: 500, after })
    for (const { id: offloadId, seq } of page) {
      const range = { unit: 'characters' as const, offset: 0, limit: 10_000_000 }
      const { original, slice } = await readOffload(ports, { appId: null, sessionId, offloadId, range, as: 'json' })
      const raw = (await ports.store.messages(sessionId, [seq])).map((message) => message.raw).join('')
      const written = original.kind === 'text' ? JSON.stringify(slice.content).slice(1, -1) : slice.content
      // Arguments may be a string that contains JSON.
      expect(
        [written, JSON.stringify(written).slice(1, -1)].some((text) => raw.includes(text)),
        offloadId,
      ).toBe(true)
    }
    after = page.at(-1)?.id
    if (page.length < 500) return
  }
}

/** Fewest characters of a batch, about 500 tokens. Less than 6% of the smaller window seldom changes what is in it. */
const BATCH_CHARS = 2_000

/** Splits messages into the batches that an agent appends between two reads. */
function turnsOf({ messages }: LoggedConversation, readEvery: number): LoggedConversation['messages'][] {
  const turns: LoggedConversation['messages'][] = []
  let chars = 0
  for (const message of messages) {
    const last = turns.at(-1)
    const isFull = !last || (last.length >= readEvery && chars >= BATCH_CHARS) || last.length >= 3 * readEvery
    if (isFull) turns.push([message])
    else last.push(message)
    chars = (isFull ? 0 : chars) + JSON.stringify(message.value).length
  }
  return turns
}

function humanWords(message: ReturnType<typeof parseMessage>, origin: string | undefined): string[] {
  if (message.role !== 'user' || (origin ?? message.origin) !== 'human') return []
  return message.parts.flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text] : []))
}

function lastSpeaker(format: Format, value: Json): string {
  return parseMessage(format, value, 'message').role
}

/** Checks the order Anthropic requires: the user starts, and roles alternate. [I43] */
function expectAlternating(messages: { role: string }[]): void {
  expect(messages[0]?.role ?? 'user').toBe('user')
  for (const [at, { role }] of messages.entries())
    expect(role, `message ${at}`).toBe(at % 2 === 0 ? 'user' : 'assistant')
}

/** A message too large for the context window is rejected with its numbers. The log continues without it. */
function refusedForSize(error: unknown): null {
  if (
    error instanceof DomainError &&
    (error.code === 'message_exceeds_window' || error.code === 'system_prompt_exceeds_window')
  )
    return null
  throw error
}

/** The last text may have grown: formats that require alternating roles join neighbors with a blank line. */
function expectPrefix(before: string[], now: string[]): void {
  expect(now.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  expect(now[before.length - 1]?.startsWith(before.at(-1)!.replace(/["\]}]*$/, ''))).toBe(true)
}

/** The Anthropic format joins neighbors of one role, so its prefix is compared block by block. */
function flatten(format: string, messages: (Json & { role: string; content: Json })[]): string[] {
  if (format !== 'anthropic') return messages.map((message) => JSON.stringify(message))
  return messages.flatMap(({ role, content }) => {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Json[])
    return blocks.map((block) => JSON.stringify([role, block]))
  })
}
