/** Builds the context: everything in time order, each message raw, reduced, or replaced by its checkpoint. [C8]
 * Works on the records alone. Order and token counts do not require message content. */
import type { Checkpoint } from '../checkpoint/checkpoint.js'
import type { GoalsView, LedgerBlock, RecallBlock, StandingBlock } from '../session/shown-blocks.js'
import type { ViewEntry } from '../message.js'
import { requireHistoryStaysOut } from './history-stays-out.js'
import { isBeside, missingResults } from './pairing.js'
import { MISSING_RESULT_TOKENS } from '../tokens.js'

export type ContextEntry =
  | { kind: 'message'; entry: ViewEntry; tokens: number }
  | { kind: 'checkpoint'; checkpoint: Checkpoint; tokens: number }
  /** The goal follows the system prompt. Progress and ledger have the role `system` if only system text precedes them,
   * else `assistant`, like the checkpoint after them. */
  | { kind: 'goal' | 'progress' | 'ledger'; role: 'system' | 'assistant'; text: string; tokens: number }
  /** Goal changes the app made after a message. The next cut moves them into the blocks. */
  | { kind: 'goal-note'; afterSeq: number; text: string; tokens: number }
  /** Earlier words that answer the message after them. [M5] */
  | { kind: 'recall'; seq: number; text: string; tokens: number }
  /** What people stated for all sessions of the scope, before the conversation. [M11] */
  | { kind: 'standing'; text: string; tokens: number }
  /** What changed there since, before a message of a person. The next cut moves it into the block. */
  | { kind: 'standing'; text: string; tokens: number; seq: number; sources: readonly string[] }
  /** Placeholder results for calls that had no result when the conversation continued. */
  | { kind: 'missing-results'; callSeq: number; calls: { callId: string; name: string }[]; tokens: number }

export interface ContextRecords {
  /** Messages in the context, ascending. */
  entries: readonly ViewEntry[]
  /** Live checkpoints, any order. */
  checkpoints: readonly Checkpoint[]
  lastSpokenSeq: number
  ledger: Pick<LedgerBlock, 'text' | 'tokens'> | null
  goals: Pick<GoalsView, 'goal' | 'progress' | 'notes'> | null
  recall?: readonly RecallBlock[] | undefined
  standing?: StandingBlock | undefined
}

/** Returns the context. Each checkpoint follows the last message it replaces, so the human messages of its span precede
 * it. The goal directly follows the system prompt. Progress and ledger change with each compression, so they come as
 * late as possible, before the newest checkpoint: everything before them stays unchanged. Without a checkpoint they end
 * the system part. [C9] [G2] [P12]
 * Throws if a message is here and behind a checkpoint at once, which is a bug. */
export function assembleContext({
  entries,
  checkpoints,
  lastSpokenSeq,
  ledger,
  goals,
  recall = [],
  standing,
}: ContextRecords): ContextEntry[] {
  requireHistoryStaysOut(entries, checkpoints)
  const context: ContextEntry[] = []
  const byEnd = [...checkpoints].sort((a, b) => a.range.to - b.range.to)
  const notes = [...(goals?.notes ?? [])]
  const systemEnd = endOfSystem(entries)
  let next = 0
  const show = (kind: 'goal' | 'progress' | 'ledger', block: { text: string; tokens: number } | null | undefined) => {
    const role = context.every(isSystem) ? 'system' : 'assistant'
    if (block) context.push({ kind, role, text: block.text, tokens: block.tokens })
  }
  const showCheckpoint = () => {
    if (next === byEnd.length - 1) {
      show('progress', goals?.progress)
      show('ledger', ledger)
    }
    context.push(checkpointEntry(byEnd[next++]!))
  }
  const showNotes = (beforeSeq: number) => {
    while (notes[0] && notes[0].afterSeq < beforeSeq) context.push({ kind: 'goal-note', ...notes.shift()! })
  }
  const showStanding = () => {
    if (standing && standing.text !== '')
      context.push({ kind: 'standing', text: standing.text, tokens: standing.tokens })
  }
  show('goal', goals?.goal)
  if (byEnd.length === 0) show('progress', goals?.progress)
  let waiting = Infinity
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!
    if (index === systemEnd) {
      if (byEnd.length === 0) show('ledger', ledger)
      showStanding()
    }
    while (next < byEnd.length && byEnd[next]!.range.to < entry.seq) showCheckpoint()
    showNotes(entry.seq)
    for (const { seq, text, tokens, sources } of standing?.notes ?? [])
      if (seq === entry.seq) context.push({ kind: 'standing', seq, text, tokens, sources })
    for (const { seq, text, tokens } of recall)
      if (seq === entry.seq) context.push({ kind: 'recall', seq, text, tokens })
    context.push({ kind: 'message', entry, tokens: entry.viewTokens })
    const unit = [entry]
    while (entries[index + 1]?.shape.some((part) => isBeside(part) && part.callSeq === entry.seq))
      unit.push(entries[++index]!)
    context.push(...beside(unit, lastSpokenSeq))
    waiting = entry.seq >= lastSpokenSeq && isWaiting(unit) ? entry.seq : Infinity
  }
  if (systemEnd === entries.length) {
    if (byEnd.length === 0) show('ledger', ledger)
    showStanding()
  }
  while (next < byEnd.length) showCheckpoint()
  // No entry may come between calls and their pending results.
  showNotes(waiting)
  return context
}

function isSystem(item: ContextEntry): boolean {
  return item.kind === 'message' ? item.entry.role === 'system' : 'role' in item && item.role === 'system'
}

/** Whether calls of the unit have no result yet. */
function isWaiting(unit: readonly ViewEntry[]): boolean {
  return missingResults(unit, unit[0]!.seq, Infinity).length > 0
}

/** Returns the index of the first message that is not system text. */
function endOfSystem(entries: readonly ViewEntry[]): number {
  const first = entries.findIndex(({ role }) => role !== 'system')
  return first < 0 ? entries.length : first
}

function checkpointEntry(checkpoint: Checkpoint): ContextEntry {
  return { kind: 'checkpoint', checkpoint, tokens: checkpoint.tokens }
}

/** Returns the results of a call and the placeholder for its missing results. A result in a message that also contains
 * other parts comes last, because the placeholder must precede that text. */
function beside([call, ...results]: ViewEntry[], lastSpokenSeq: number): ContextEntry[] {
  const unit = [call!, ...results]
  const missing = missingResults(unit, call!.seq, lastSpokenSeq)
  const shown = results.map((entry): ContextEntry => ({ kind: 'message', entry, tokens: entry.viewTokens }))
  if (missing.length === 0) return shown
  const placeholder: ContextEntry = {
    kind: 'missing-results',
    callSeq: call!.seq,
    calls: missing,
    tokens: missing.length * MISSING_RESULT_TOKENS,
  }
  const speaking = shown.findIndex((item) => item.kind === 'message' && !item.entry.shape.every(isBeside))
  return speaking < 0 ? [...shown, placeholder] : [...shown.slice(0, speaking), placeholder, ...shown.slice(speaking)]
}
