import { isObject } from '../../domain/json/json.js'
import type { Json } from '../../domain/message.js'
import { usedTokens } from '../../domain/session/budget.js'
import { DomainError } from '../../domain/errors.js'
import type { Compression } from '../../domain/compression/compression.js'
import { acceptMessages } from '../ingest/accept-messages.js'
import { countFixed } from '../ingest/count-fixed.js'
import { appendMeasured } from '../history/append-messages.js'
import { withdrawInside } from '../history/withdraw-messages.js'
import { commitCut } from '../cut/commit-cut.js'
import { adoptAlias } from './alias.js'
import { adoptAskedWindow } from './adopt-window.js'
import { changePrompt } from '../sessions/change-prompt.js'
import { pauseAfterMany } from '../../ports/pause.js'
import type { DoorLink, Ports, SessionRecords, SessionTx } from '../../ports/ports.js'
import type { Measured } from '../ingest/measure-messages.js'
import { isNewsOf, noteReader } from '../../domain/warm-up/warm-up.js'
import type { Conversation, ResentHistory } from './conversation.js'
import { dropHistory } from './drop-history.js'
import { isRewritten } from './rewritten.js'
import { lostNotes, measureNotes, withNotes, type MeasuredNote } from './resent-notes.js'
import { moveLinks } from './shorter-history.js'
import type { Found } from './find-session.js'
import { recordsOf } from '../shared/context-records.js'

/** What became of a request's new messages.
 * - `appended`: they are stored, and the session ends as the request does.
 * - `differs`: the session has other messages after `position`; nothing is stored. `seq`: the last common message.
 * - `moved`: the session does not have what was found; look again. */
export type AppendedTurn =
  | { kind: 'appended'; pending: Compression | null; records: SessionRecords; prefixVersion: number }
  | { kind: 'differs'; position: number; seq: number }
  | { kind: 'moved' }

interface Given {
  conversation: Conversation
  history: ResentHistory
  found: Found
  /** Session whose links up to `found.position` this one shares; null: it has its own. */
  copyFrom: string | null
  /** Whether reasoning is bound to its prefix in this protocol. */
  isBound: boolean
  /** Window that the request asks for, in tokens; null: it names none. */
  asked: number | null
}

interface Prepared extends Given {
  /** Messages after `found.position`, with the positions of each, and whether it is system text. */
  measured: { one: Measured; positions: number[]; isSystem: boolean }[]
  /** System text between the newest messages. */
  notes: MeasuredNote[]
  /** Base tokens of system text and tools. */
  fixed: { system: number; tools: number } | null
}

/** Appends what a request adds to a session, in one transaction. An answer that the client did not send back, or sent
 * back in other words, is withdrawn, as is a message of the user that it sends back in another form: history keeps them.
 * Throws session_not_found, message_exceeds_window, system_prompt_exceeds_window. */
export async function appendTurn(ports: Ports, given: Given): Promise<AppendedTurn> {
  const measured = await measure(ports, given.history, given.found.position)
  const notes = await measureNotes(ports, given.history)
  let prepared: Prepared = { ...given, measured, notes, fixed: null }
  for (;;) {
    const { appId, model, systemPrompt, tools } = given.conversation
    const reads = { door: { position: firstLink(given.found), withPrefix: given.isBound, model } }
    const append = (tx: SessionTx) => appendInside(tx, ports, prepared)
    const result = await ports.store.change(given.found.sessionId, appId, append, reads)
    if (result.kind !== 'new-prompt') return result
    // Counted outside the transaction: a long prompt must not delay others. The links are copied and moved already.
    const { sessionId, position, isShortened, hasNewest } = given.found
    const found = { sessionId, position, ...(isShortened && { isShortened }), ...(hasNewest && { hasNewest }) }
    prepared = { ...prepared, found, copyFrom: null, fixed: await countFixed(ports, systemPrompt, tools) }
  }
}

const SYSTEM_ROLES: ReadonlySet<Json | undefined> = new Set(['system', 'developer'])

async function measure(ports: Ports, history: ResentHistory, position: number): Promise<Prepared['measured']> {
  const elements = history.after(position)
  if (elements.length === 0) return []
  const { measured, indexes } = await acceptMessages(ports, {
    format: history.format,
    raw: elements.map(({ raw }) => raw),
    values: elements.map(({ value }) => value),
    validation: 'lenient',
    systemIsApp: true,
  })
  const firstReply = position > 0 ? 0 : measured.findIndex(({ message }) => message.role === 'assistant')
  return measured.map((one, at) => {
    const sent = elements.slice(indexes[at], indexes[at + 1] ?? elements.length)
    const positions = sent.flatMap((element) => element.position ?? [])
    // System text after the first words of the user is part of the instructions: the model needs it after a cut, too.
    const isOpening = positions.length === 0 && (firstReply < 0 || at < firstReply)
    const isSystem = sent.every(({ value }) => isObject(value) && SYSTEM_ROLES.has(value.role))
    return { one: isOpening ? { ...one, message: { ...one.message, pinned: true } } : one, positions, isSystem }
  })
}

async function appendInside(
  tx: SessionTx,
  ports: Ports,
  prepared: Prepared,
): Promise<AppendedTurn | { kind: 'new-prompt' }> {
  const { conversation, history, found, copyFrom } = prepared
  if (copyFrom !== null) await tx.copyLinks(copyFrom, found.position)
  if (!(await moveLinks(tx, history, found))) return { kind: 'moved' }
  const links = await tx.linksFrom(firstLink(found))
  if (found.position > 0 && digestAt(links, found.position) !== history.digests[found.position - 1])
    return { kind: 'moved' }
  let position = found.position
  while (position < history.digests.length && digestAt(links, position + 1) === history.digests[position]) position += 1
  const last = links.find((link) => link.position === position)
  const seq = last?.seq ?? 0
  const after = links.filter((link) => link.position > position)
  const isOtherModel = conversation.sessionId === null && tx.session.model !== conversation.model
  const isShorter = found.hasNewest === true || after.length > history.digests.length - position
  const isShortened = found.isShortened === true && isShorter
  const isOther = !isShortened && after.some(({ kind }) => kind === 'sent')
  if (isOtherModel || (isOther && !(await isRewritten((seqs) => tx.messages(seqs), history, position, after))))
    return { kind: 'differs', position, seq }
  const added = await newMessages(tx, prepared.measured, { position, seq, after })
  // Part of a message is stored already: its elements are joined again from here.
  if (added.some(({ positions }) => positions.length > 0 && positions[0]! <= position)) return { kind: 'moved' }
  const isNewPrompt = samePrompt(tx, conversation) === false
  if (isNewPrompt && prepared.fixed === null) return { kind: 'new-prompt' }
  if (isShortened) await dropHistory(tx, ports, { position, seq })
  else if (after.length > 0 && !(await withdrawUnused(tx, ports, after))) {
    if (!isOther) return { kind: 'differs', position, seq }
    // A checkpoint has part of the rewritten turn. The rest leaves, and the turn follows as it is sent now.
    await dropHistory(tx, ports, { position, seq })
  }
  if (last?.kind === 'refused') await tx.refuseLinks(false)
  adoptAlias(tx, conversation.alias)
  if (conversation.user !== null) tx.noteUser(conversation.user)
  if (isNewPrompt) await adoptPrompt(tx, ports, prepared)
  await adoptAskedWindow(tx, prepared.asked)
  if (isNewsOf(tx.session, conversation.reader)) tx.change(noteReader(tx.session, conversation.reader))
  const news = added.map(({ one }) => one)
  const lost = hasTurn(added, position) ? await lostNotes(tx, prepared, position, news) : []
  const all = withNotes(
    added,
    lost.map((one) => ({ one, positions: [], isSystem: true })),
  )
  const pending = await appendNew(tx, ports, history, hasTurn(added, position) ? all : [])
  // Read here, so that the context needs no further query.
  const records = await recordsOf(tx)
  return { kind: 'appended', pending, records, prefixVersion: prepared.isBound ? await tx.prefixVersion() : 0 }
}

/** The last message that was found is checked again. */
function firstLink(found: Found): number {
  return Math.max(1, found.position)
}

/** Returns the messages after a position. System text in the middle has no position: it is new if a new message comes
 * before it. Directly after the last stored message, it is new unless the session has such text there. */
async function newMessages(
  tx: SessionTx,
  measured: Prepared['measured'],
  { position, seq, after }: { position: number; seq: number; after: readonly DoorLink[] },
): Promise<Prepared['measured']> {
  const lastStored = measured.findLastIndex(({ positions }) => (positions.at(-1) ?? Infinity) <= position)
  const added = measured.slice(lastStored + 1)
  const reminders = added.findIndex(({ positions }) => positions.length > 0)
  if (reminders < 1 || seq === 0) return added
  const linked = new Set(after.map((link) => link.seq))
  const hasReminders = (await tx.entries()).some((entry) => entry.seq > seq && !linked.has(entry.seq))
  return hasReminders ? added.slice(reminders) : added
}

function digestAt(links: readonly DoorLink[], position: number): string | undefined {
  return links.find((link) => link.position === position)?.digest
}

/** Whether something besides system text is new. Without it, the request is a retry, and its reminders are known. */
function hasTurn(added: Prepared['measured'], position: number): boolean {
  return added.some(({ positions }) => positions.some((one) => one > position))
}

function samePrompt({ session }: SessionTx, { systemPrompt, tools }: Conversation): boolean {
  return session.systemPrompt === systemPrompt && session.tools === tools
}

/** Withdraws answers that the client did not send back, and what the upstream refused. Returns false if a cut has changed
 * them. */
async function withdrawUnused(tx: SessionTx, ports: Ports, after: readonly DoorLink[]): Promise<boolean> {
  const [first] = after
  try {
    await withdrawInside(tx, ports, { appId: null, sessionId: tx.session.id, fromSeq: first!.seq })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'withdrawal_refused') return false
    throw error
  }
  await tx.removeLinks(first!.position)
  return true
}

/** Records the new system text and tools as a version of the prompt. [PATCH] */
async function adoptPrompt(tx: SessionTx, ports: Ports, { conversation, fixed }: Prepared): Promise<void> {
  const { systemPrompt, tools } = conversation
  const tokensBefore = usedTokens(tx.session.tokenCounts)
  const changed = await changePrompt(tx, { systemPrompt, tools }, fixed!, true)
  const reason = `changed by the client: ${changed.join(', ')}`
  await commitCut(tx, ports, { kind: 'prompt-changed', reason }, null, tokensBefore)
  tx.emit({ type: 'session-updated', data: { changed, version: tx.session.version } })
}

async function appendNew(
  tx: SessionTx,
  ports: Ports,
  history: ResentHistory,
  added: Prepared['measured'],
): Promise<Compression | null> {
  if (added.length === 0) return null
  const input = { appId: null, sessionId: tx.session.id, format: history.format, raw: [], values: [] }
  const { messages, pending } = await appendMeasured(
    tx,
    ports,
    input,
    added.map(({ one }) => one),
  )
  await pauseAfterMany(added.length)
  const links = added.flatMap(({ one, positions, isSystem }, at) => {
    // The request ends with the beginning of the answer that it asks for: clients send both back as one message. Or with an instruction
    // for this answer alone, which some send back as little as the answer.
    const isOfAnswer = at === added.length - 1 && (one.message.role === 'assistant' || isSystem)
    return positions.map((position): DoorLink => {
      const digest = history.digests[position - 1]!
      return { position, digest, seq: messages[at]!.seq, kind: isOfAnswer ? 'answer' : 'sent', prefixVersion: 0 }
    })
  })
  await tx.insertLinks(links)
  return pending
}
