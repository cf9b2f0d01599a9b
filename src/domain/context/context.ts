/** What the model will see: everything in time order, each message raw, reduced, or behind its checkpoint. [C8]
 * A pure function of the records: no content is needed to know what stands where and what it costs. */
import type { Checkpoint } from '../compression/checkpoint.js'
import type { GoalsView } from '../goal/view.js'
import type { LedgerBlock } from '../ledger/ledger.js'
import type { ViewEntry } from '../message.js'
import { isBeside, missingResults } from './pairing.js'
import { MISSING_RESULT_TOKENS } from '../tokens.js'

export type ContextEntry =
  | { kind: 'message'; entry: ViewEntry; tokens: number }
  | { kind: 'checkpoint'; checkpoint: Checkpoint; tokens: number }
  /** The goal stands with the system prompt. Progress and ledger: `system` where nothing was said before them, else `assistant` like the
   * checkpoint they stand before. */
  | { kind: 'goal' | 'progress' | 'ledger'; role: 'system' | 'assistant'; text: string; tokens: number }
  /** What the app changed about the goals after a message, until the next cut takes it into the blocks. */
  | { kind: 'goal-note'; afterSeq: number; text: string; tokens: number }
  /** Stands beside a call whose result had not come when the conversation went on. */
  | { kind: 'missing-results'; callSeq: number; calls: { callId: string; name: string }[]; tokens: number }

export interface ContextRecords {
  /** Messages in the context, ascending. */
  entries: readonly ViewEntry[]
  /** Live checkpoints, any order. */
  checkpoints: readonly Checkpoint[]
  lastSpokenSeq: number
  ledger: Pick<LedgerBlock, 'text' | 'tokens'> | null
  goals: Pick<GoalsView, 'goal' | 'progress' | 'notes'> | null
}

/** Each checkpoint follows the last message it stands for: the human messages of its span stand before it. The goal follows the system prompt,
 * whatever else does. Progress and ledger change with compressions and stand as late as they may, before the newest checkpoint: what is in
 * front of them stays the same. Without one they end the system part. [C9] [G2] [P12] */
export function assembleContext({
  entries,
  checkpoints,
  lastSpokenSeq,
  ledger,
  goals,
}: ContextRecords): ContextEntry[] {
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
  show('goal', goals?.goal)
  if (byEnd.length === 0) show('progress', goals?.progress)
  let waiting = Infinity
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!
    if (index === systemEnd && byEnd.length === 0) show('ledger', ledger)
    while (next < byEnd.length && byEnd[next]!.range.to < entry.seq) showCheckpoint()
    showNotes(entry.seq)
    context.push({ kind: 'message', entry, tokens: entry.viewTokens })
    const unit = [entry]
    while (entries[index + 1]?.shape.some((part) => isBeside(part) && part.callSeq === entry.seq))
      unit.push(entries[++index]!)
    context.push(...beside(unit, lastSpokenSeq))
    waiting = entry.seq >= lastSpokenSeq && isWaiting(unit) ? entry.seq : Infinity
  }
  if (systemEnd === entries.length && byEnd.length === 0) show('ledger', ledger)
  while (next < byEnd.length) showCheckpoint()
  // Nothing may stand between calls and the results that are still to come.
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

/** Place of the first message that is not system text. */
function endOfSystem(entries: readonly ViewEntry[]): number {
  const first = entries.findIndex(({ role }) => role !== 'system')
  return first < 0 ? entries.length : first
}

function checkpointEntry(checkpoint: Checkpoint): ContextEntry {
  return { kind: 'checkpoint', checkpoint, tokens: checkpoint.tokens }
}

/** The results of a call, and a stand-in for those that never came. A result inside a message that also speaks comes last:
 * the stand-ins must be in front of its words. */
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
