/** Every real conversation through the whole road: what the promises say must hold after every few messages. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendMessages } from '../../src/app/append-messages.js'
import { auditSession } from '../../src/app/audit-session.js'
import { createSession } from '../../src/app/create-session.js'
import { readContext } from '../../src/app/read-context.js'
import { DomainError } from '../../src/domain/errors.js'
import { parseMessage } from '../../src/domain/formats/index.js'
import { readLog, type LoggedConversation } from '../../src/domain/logs/index.js'
import { FORMATS, type Json } from '../../src/domain/message.js'
import { conversationFiles } from './conversations.js'
import type { Ports } from '../../src/app/ports.js'
import { startDaemon, type Daemon } from './daemon.js'
import { pairProblems } from './validity.js'

/** Registers a test for each file. No model server answers and nobody works: every cut is made on the road, the hardest case for [P3]. */
export function testRealLogs(contextSize: string): void {
  let daemon: Daemon
  beforeAll(async () => {
    daemon = await startDaemon()
  })
  afterAll(() => daemon.stop())
  for (const { name, text } of conversationFiles()) {
    test(`[P2] [P3] [P4] [P5] [P12] ${name} in ${contextSize}`, { timeout: 180_000 }, async () => {
      for (const conversation of readLog(text, name)) await replay(daemon.ports, conversation, contextSize)
    })
  }
}

async function replay(ports: Ports, conversation: LoggedConversation, contextSize: string): Promise<void> {
  const made = createSession(ports, {
    appId: 'default',
    model: 'qwen2.5:7b',
    contextSize,
    systemPrompt: conversation.system ?? null,
    tools: conversation.tools === undefined ? null : JSON.stringify(conversation.tools),
  })
  const session = await made.catch(refusedForSize)
  // Instructions and tools that leave no room in this window are refused at the door.
  if (session === null) return
  const sessionId = session.id
  const at = { appId: null, sessionId }
  const { format } = conversation
  let before: { version: number; cuts: number; messages: string[] } | null = null
  const words: string[] = []
  for (const turn of turnsOf(conversation)) {
    const raw = turn.map(({ value }) => JSON.stringify(value))
    const origins = turn.map(({ origin }) => origin)
    const stored = await appendMessages(ports, { ...at, format, raw, values: turn.map(({ value }) => value), origins }).catch(
      refusedForSize,
    )
    if (stored === null) continue
    words.push(...turn.flatMap(({ value, origin }) => humanWords(parseMessage(format, value, 'message'), origin)))
    const context = JSON.parse((await readContext(ports, { ...at, format })).body)
    const { limit, reserve } = context.contextStatus
    expect(context.tokens).toBeLessThanOrEqual(limit - reserve)
    expect(pairProblems(format, context.messages)).toEqual([])
    const cuts = (await ports.store.cuts(sessionId)).length
    const messages: string[] = flatten(format, context.messages)
    if (before && before.cuts === cuts) expectPrefix(before.messages, messages)
    const audit = await auditSession(ports, at)
    const text = JSON.stringify(context.messages)
    // Words of the user may only be set aside whole, oldest first, and never the newest.
    for (const said of audit.setAside === 0 ? words : words.slice(-1)) expect(text).toContain(JSON.stringify(said).slice(1, -1))
    if (format === 'anthropic') expect(context.messages[0].role).toBe('user')
    if (conversation.system !== undefined) expect(JSON.stringify(context)).toContain(JSON.stringify(conversation.system).slice(1, -1))
    before = { version: context.version, cuts, messages }
  }
  for (const other of FORMATS)
    expect(pairProblems(other, JSON.parse((await readContext(ports, { ...at, format: other })).body).messages), other).toEqual([])
  expect(await auditSession(ports, at)).toMatchObject({ ok: true, violations: [] })
  await ports.store.deleteSession(sessionId, null)
}

/** A human message and what follows it, at most ten messages: what an agent would append between two reads. */
function turnsOf({ messages }: LoggedConversation): LoggedConversation['messages'][] {
  const turns: LoggedConversation['messages'][] = []
  for (const message of messages) {
    const last = turns.at(-1)
    if (!last || last.length >= 4) turns.push([message])
    else last.push(message)
  }
  return turns
}

function humanWords(message: ReturnType<typeof parseMessage>, origin: string | undefined): string[] {
  if (message.role !== 'user' || (origin ?? message.origin) !== 'human') return []
  return message.parts.flatMap((part) => (part.type === 'text' && part.text.trim() !== '' ? [part.text] : []))
}

/** A message that no rule can make fit is refused with its numbers; the log goes on without it. */
function refusedForSize(error: unknown): null {
  if (error instanceof DomainError && (error.code === 'message_exceeds_window' || error.code === 'system_prompt_exceeds_window'))
    return null
  throw error
}

/** The last text may have grown at its end: formats that want roles to alternate join neighbours by a blank line. */
function expectPrefix(before: string[], now: string[]): void {
  expect(now.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
  expect(now[before.length - 1]?.startsWith(before.at(-1)!.replace(/["\]}]*$/, ''))).toBe(true)
}

/** Anthropic joins neighbours of one role, so its prefix is compared block by block. */
function flatten(format: string, messages: (Json & { role: string; content: Json })[]): string[] {
  if (format !== 'anthropic') return messages.map((message) => JSON.stringify(message))
  return messages.flatMap(({ role, content }) => {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Json[])
    return blocks.map((block) => JSON.stringify([role, block]))
  })
}
