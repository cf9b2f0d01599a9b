import { usedTokens } from '../../domain/session/budget.js'
import { fitLimit, modelTokens } from '../../domain/session/model-tokens.js'
import { assembleContext, type ContextEntry } from '../../domain/context/context.js'
import { DomainError, invalidRequest } from '../../domain/errors.js'
import { messageFormat, renderToolsText } from '../../domain/formats/index.js'
import type { Format, Role } from '../../domain/message.js'
import { needsOpening } from '../../domain/context/layout.js'
import type { Session } from '../../domain/session/session.js'
import type { ContextStatus } from '../../domain/session/status.js'
import { OPENING_TOKENS } from '../../domain/tokens.js'
import { contextRecords, recordsOf } from '../shared/context-records.js'
import { contextContents, type Admit } from '../shared/context-contents.js'
import { renderContext } from '../shared/render-context.js'
import { explainEntries } from '../shared/explain-entries.js'
import { ensureFit } from './ensure-fit.js'
import { versionTag } from '../../domain/context/version-tag.js'
import { statusOf } from '../models/model-health.js'
import { recordsAt } from '../time/records-at.js'
import { loadedWindowOf } from '../models/loaded-window.js'
import { recallHeader } from '../../domain/recall/recall.js'
import { withRecall, type RecallRequest } from '../recall/with-recall.js'
import { noteContextReader } from '../warm-up/note-reader.js'
import type { Ports, SessionRecords, SessionAddress } from '../../ports/ports.js'

export interface ContextInput extends SessionAddress {
  format: Format
  /** Tokens to keep free for the reply. Default: the session's reserve. */
  reserve?: number
  explain?: boolean
  /** `off`: nothing is recalled for the newest message. `as-is`: the reader changes nothing, so nothing is decided. Default:
   * `auto`. [M8] [P11] */
  recall?: RecallRequest
  /** Message that is to be the newest: the context as it was then. Default: the context now. */
  at?: number
  /** Reserves memory before long messages are read. */
  admit?: Admit
}

/** A context as finished JSON text. */
export interface ContextText {
  /** The text in order. A long message is a piece of its own, because each join would copy it: 10 ms for 13 MB. [T1] */
  pieces: string[]
  /** The whole text, for short contexts. */
  readonly body: string
  /** Excerpts recalled for the newest message, `none`, or `off`. [M7] */
  recall: string
  version: number
  status: ContextStatus
  etag: string
}

/** Returns the context as JSON text: the current one, which always fits, or the one at an earlier message. Never waits for a model. [P3] [P6] [B4] [R3]
 * Throws session_not_found, message_exceeds_window, invalid_request, state_not_recorded. */
export async function readContext(ports: Ports, input: ContextInput): Promise<ContextText> {
  const { at, format, sessionId, appId } = input
  if (at !== undefined) return writeContext(ports, input, await recordsAt(ports, { sessionId, appId, seq: at }))
  const fitting = await fittingRecords(ports, input)
  const records = await withRecall(ports, fitting, { request: input.recall, reserve: input.reserve })
  if (input.recall !== 'as-is' && !input.explain) await noteContextReader(ports, records.session, format)
  if (openingTokens(format, records) === 0) return writeContext(ports, input, records)
  // This format needs an opening user message, which takes tokens.
  const { reserve, scale } = records.session
  const opening = Math.ceil(OPENING_TOKENS * scale.ratio * (1 + scale.margin))
  return writeContext(
    ports,
    input,
    await fittingRecords(ports, { ...input, reserve: (input.reserve ?? reserve) + opening }),
  )
}

/** Returns the tokens of the opening message that the format adds to a context that begins with the assistant. */
function openingTokens(format: Format, records: SessionRecords): number {
  const context = assembleContext(contextRecords(records))
  return needsOpening(format, context.map(roleOf)) ? OPENING_TOKENS : 0
}

async function writeContext(ports: Ports, input: ContextInput, records: SessionRecords): Promise<ContextText> {
  const context = assembleContext(contextRecords(records))
  const { session } = records
  const seqs = context.flatMap((entry) => (entry.kind === 'message' ? [entry.entry.seq] : []))
  const contents = await contextContents(
    ports,
    { sessionId: session.id, seqs, reductions: records.reductions },
    input.admit,
  )
  const status = await statusOf(ports, session)
  const rendered = await renderContext(input.format, session.systemPrompt, context, contents)
  const members: (string | string[])[] = [
    `"format":${JSON.stringify(input.format)}`,
    ...(await extraMembers(ports, session, input.format)),
    ...(rendered.system === null ? [] : [`"system":${JSON.stringify(rendered.system)}`]),
    ['"messages":[', ...separated(rendered.messages), ']'],
    ...toolsMember(session, input.format),
    `"tokens":${modelTokens(session, usedTokens(session.tokenCounts) + openingTokens(input.format, records))}`,
    `"limit":${session.limit}`,
    `"version":${session.version}`,
    `"contextStatus":${JSON.stringify(status)}`,
    ...(input.explain
      ? [`"entries":${JSON.stringify(explainEntries(session, context, records, rendered.counts))}`]
      : []),
  ]
  const pieces = ['{', ...separated(members).flat(), '}']
  return {
    pieces,
    get body() {
      return pieces.join('')
    },
    recall: recallHeader(session, records.entries, input.recall === 'off'),
    version: session.version,
    status,
    etag: `"${[session.id, versionTag(session), input.format, ...(input.at === undefined ? [] : [input.at])].join('.')}"`,
  }
}

/** Puts a comma between the items. */
function separated<T>(items: readonly T[]): (T | string)[] {
  const all: (T | string)[] = []
  for (const item of items) all.push(...(all.length === 0 ? [] : [',']), item)
  return all
}

interface FittingInput extends Pick<ContextInput, 'sessionId' | 'appId' | 'reserve'> {
  /** Most tokens to keep free: a client that asks for a short answer needs no more. Default: no bound. */
  maxReserve?: number
  /** The records, if the caller has just read them. */
  known?: SessionRecords | undefined
}

/** Returns the records of a context that fits. Shrinks the context first if needed. */
export async function fittingRecords(
  ports: Ports,
  { sessionId, appId, reserve, maxReserve = Infinity, known }: FittingInput,
): Promise<SessionRecords> {
  const records = known ?? (await readRecords(ports, sessionId, appId))
  const { session } = records
  if (reserve !== undefined && reserve >= session.limit)
    throw invalidRequest('reserve', `less than the limit of ${session.limit} tokens`, String(reserve))
  const kept = (own: number) => Math.min(reserve ?? own, maxReserve)
  if (usedTokens(session.tokenCounts) <= fitLimit({ ...session, reserve: kept(session.reserve) })) return records
  // Read again under the same lock: an append in between could make the context too large again.
  return ports.store.change(sessionId, appId, async (tx) => {
    await ensureFit(tx, ports, { reserve: kept(tx.session.reserve) })
    return recordsOf(tx)
  })
}

/** Returns the records of a session in one snapshot. Throws session_not_found. */
export async function readRecords(
  { store }: Pick<Ports, 'store'>,
  sessionId: string,
  appId: string | null,
): Promise<SessionRecords> {
  const records = await store.records(sessionId, appId)
  if (!records) throw new DomainError('session_not_found', `Session ${sessionId} not found.`, { sessionId })
  return records
}

function roleOf(entry: ContextEntry): { role: Role } {
  switch (entry.kind) {
    case 'message':
      return { role: entry.entry.role }
    case 'checkpoint':
      return { role: 'assistant' }
    case 'goal':
    case 'progress':
    case 'ledger':
      return { role: entry.role }
    case 'goal-note':
    case 'recall':
    case 'standing':
      return { role: 'user' }
    case 'missing-results':
      return { role: 'tool' }
  }
}

/** Returns the members that only this format has. */
async function extraMembers(ports: Ports, session: Session, format: Format): Promise<string[]> {
  const definition = messageFormat(format)
  if (!definition.extraMembers) return []
  const numCtx = await loadedWindowOf(ports, session.model, session)
  const members = Object.entries(definition.extraMembers({ model: session.model, numCtx }))
  return members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
}

function toolsMember(session: Session, format: Format): string[] {
  return session.tools === null ? [] : [`"tools":${renderToolsText(format, session.tools)}`]
}
