import { DomainError } from '../../domain/errors.js'
import type { Compression } from '../../domain/compression/compression.js'
import type { Format, Json } from '../../domain/message.js'
import { usedModelTokens } from '../../domain/session/model-tokens.js'
import type { Preset } from '../../domain/session/policy.js'
import { enqueueCompression } from '../compression/enqueue.js'
import { appendMessages } from '../history/append-messages.js'
import type { Ports } from '../../ports/ports.js'
import { createSession } from '../sessions/create-session.js'
import type { Imported } from './imported.js'
import { orDrop } from './or-drop.js'
import { importRefused } from './refusal.js'
import { shrinkImport } from './shrink-import.js'

/** A conversation that another program logged. */
export interface ImportedLog {
  format: Format
  model?: string
  system?: string
  /** Tool schemas. */
  tools?: Json
  /** With the exact text of each. */
  messages: readonly { value: Json; raw: string; origin?: 'app' }[]
  /** What the reader of the file skipped. */
  skipped: readonly { line: number; reason: string }[]
}

export interface LogInput {
  appId: string
  log: ImportedLog
  /** Default: the model that the log names. */
  model?: string | undefined
  contextSize?: string | number | undefined
  preset?: Preset | undefined
  externalId?: string | undefined
  /** Scope of the session; absent: none. Its messages state nothing: they are the past. */
  memoryScope?: string | undefined
}

/** Messages and characters appended in one transaction. */
const BATCH_MESSAGES = 500
const BATCH_CHARS = 2_000_000
/** Messages and characters after which the context is made to fit. A cut for each batch took most of the import, and without
 * any, every batch would work on all messages before it. */
const SHRINK_MESSAGES = 20_000
const SHRINK_CHARS = 8_000_000
const SKIPPED_MAX = 100

/** Appends a log to a new session, as its app would have done. The session becomes visible at the end; after a failure
 * nothing of it stays. Messages that no context can hold are skipped and reported. [R6]
 * Throws import_refused, window_exceeded, system_prompt_exceeds_window. */
export async function importLog(ports: Ports, { appId, log, ...settings }: LogInput): Promise<Imported> {
  const hidden = hiddenPorts(ports)
  const { externalId, model = log.model ?? 'imported' } = settings
  if (externalId !== undefined && (await ports.store.sessionByExternalId(appId, externalId)))
    throw importRefused('A session of the app already has this externalId.')
  const { id } = await createSession(hidden, {
    appId,
    model,
    clamp: true,
    ...(externalId !== undefined && { externalId }),
    ...(settings.contextSize !== undefined && { contextSize: settings.contextSize }),
    ...(settings.preset !== undefined && { preset: settings.preset }),
    ...(settings.memoryScope !== undefined && { policy: { recall: { scope: settings.memoryScope } } }),
    systemPrompt: log.system ?? null,
    tools: Array.isArray(log.tools) ? JSON.stringify(log.tools) : null,
  })
  return orDrop(ports, id, async () => {
    const skipped = [...log.skipped]
    const imported = await appendAll(hidden, { appId, sessionId: id }, log, skipped)
    if (imported === 0) throw importRefused(`No message could be stored: ${skipped[0]?.reason ?? 'there is none'}.`)
    let pending: Compression | null = null
    const session = await ports.store.finishImport(id, async (tx) => {
      tx.emit({ type: 'session-imported', data: { format: log.format, messages: imported, originalId: null } })
      pending = await tx.activeCompression()
    })
    if (pending) await enqueueCompression(ports, pending)
    return {
      sessionId: id,
      originalId: null,
      externalId: session.externalId,
      format: log.format,
      imported,
      skipped: skipped.slice(0, SKIPPED_MAX),
      skippedCount: skipped.length,
      tokens: usedModelTokens(session),
    }
  })
}

/** Ports whose sessions are hidden. Their jobs are added at the end, when workers can see the session. */
function hiddenPorts(ports: Ports): Ports {
  const { store, queue } = ports
  return {
    ...ports,
    queue: { ...queue, enqueue: () => Promise.resolve() },
    store: {
      ...store,
      insertSession: (session, events, idempotency, goal) =>
        store.insertSession(session, events, idempotency, goal, undefined, true),
      change: (sessionId, _appId, work) => store.changeImport(sessionId, work),
    },
  }
}

interface Entry {
  value: Json
  raw: string
  origin: 'app' | null
  /** Number of the message in the log. */
  line: number
}

/** Returns the number of stored messages. Adds to `skipped`. */
async function appendAll(
  ports: Ports,
  at: { appId: string; sessionId: string },
  { format, messages }: ImportedLog,
  skipped: { line: number; reason: string }[],
): Promise<number> {
  let stored = 0
  let batch: Entry[] = []
  let chars = 0
  const since = { messages: 0, chars: 0 }
  const flush = async () => {
    if (batch.length === 0) return
    stored += await appendBatch(ports, { ...at, format }, batch, skipped)
    since.messages += batch.length
    since.chars += chars
    batch = []
    chars = 0
    if (since.messages < SHRINK_MESSAGES && since.chars < SHRINK_CHARS) return
    await shrinkImport(ports, at)
    since.messages = since.chars = 0
  }
  for (const [index, { value, raw, origin = null }] of messages.entries()) {
    batch.push({ value, raw, origin, line: index + 1 })
    chars += raw.length
    if (batch.length >= BATCH_MESSAGES || chars >= BATCH_CHARS) await flush()
  }
  await flush()
  await shrinkImport(ports, at)
  return stored
}

/** Halves a batch that is refused until the refused message is found. */
async function appendBatch(
  ports: Ports,
  at: { appId: string; sessionId: string; format: Format },
  batch: readonly Entry[],
  skipped: { line: number; reason: string }[],
): Promise<number> {
  try {
    const { messages } = await appendMessages(ports, {
      ...at,
      validation: 'lenient',
      raw: batch.map(({ raw }) => raw),
      values: batch.map(({ value }) => value),
      origins: batch.map(({ origin }) => origin),
    })
    return messages.length
  } catch (error) {
    if (!(error instanceof DomainError) || !REFUSALS.includes(error.code)) throw error
    const [first] = batch
    if (batch.length === 1 && first) {
      skipped.push({ line: first.line, reason: error.message })
      return 0
    }
    const half = Math.ceil(batch.length / 2)
    const before = await appendBatch(ports, at, batch.slice(0, half), skipped)
    return before + (await appendBatch(ports, at, batch.slice(half), skipped))
  }
}

const REFUSALS: readonly string[] = ['message_exceeds_window', 'invalid_request']
