/** What the model will see: everything in time order, each message raw, reduced, or behind its checkpoint. [C8]
 * A pure function of the records: no content is needed to know what stands where and what it costs. */
import type { Checkpoint } from './checkpoint.js'
import type { LedgerBlock } from './ledger.js'
import type { ViewEntry } from './message.js'
import { isBeside, missingResults } from './pairing.js'
import { MISSING_RESULT_TOKENS } from './tokens.js'

export type ContextEntry =
  | { kind: 'message'; entry: ViewEntry; tokens: number }
  | { kind: 'checkpoint'; checkpoint: Checkpoint; tokens: number }
  /** `system` where nothing was said before it, else `assistant` like the checkpoint it stands before. */
  | { kind: 'ledger'; role: 'system' | 'assistant'; text: string; tokens: number }
  /** Stands beside a call whose result had not come when the conversation went on. */
  | { kind: 'missing-results'; callSeq: number; calls: { callId: string; name: string }[]; tokens: number }

export interface ContextRecords {
  /** Messages in the context, ascending. */
  entries: readonly ViewEntry[]
  /** Live checkpoints, any order. */
  checkpoints: readonly Checkpoint[]
  lastSpokenSeq: number
  ledger: Pick<LedgerBlock, 'text' | 'tokens'> | null
}

/** Each checkpoint follows the last message it stands for: the human messages of its span stand before it. The ledger changes with every
 * compression and stands as late as it may, before the newest checkpoint: what is in front of it stays the same. Without one it ends the
 * system part. [C9] [P12] */
export function assembleContext({ entries, checkpoints, lastSpokenSeq, ledger }: ContextRecords): ContextEntry[] {
  const context: ContextEntry[] = []
  const byEnd = [...checkpoints].sort((a, b) => a.range.to - b.range.to)
  const systemEnd = endOfSystem(entries)
  let next = 0
  const showLedger = () => {
    const role = context.every((item) => item.kind === 'message' && item.entry.role === 'system') ? 'system' : 'assistant'
    if (ledger) context.push({ kind: 'ledger', role, text: ledger.text, tokens: ledger.tokens })
  }
  const showCheckpoint = () => {
    if (next === byEnd.length - 1) showLedger()
    context.push(checkpointEntry(byEnd[next++]!))
  }
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index]!
    if (index === systemEnd && byEnd.length === 0) showLedger()
    while (next < byEnd.length && byEnd[next]!.range.to < entry.seq) showCheckpoint()
    context.push({ kind: 'message', entry, tokens: entry.viewTokens })
    const unit = [entry]
    while (entries[index + 1]?.shape.some((part) => isBeside(part) && part.callSeq === entry.seq)) unit.push(entries[++index]!)
    context.push(...beside(unit, lastSpokenSeq))
  }
  if (systemEnd === entries.length && byEnd.length === 0) showLedger()
  while (next < byEnd.length) showCheckpoint()
  return context
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
  const standIn: ContextEntry = {
    kind: 'missing-results',
    callSeq: call!.seq,
    calls: missing,
    tokens: missing.length * MISSING_RESULT_TOKENS,
  }
  const speaking = shown.findIndex((item) => item.kind === 'message' && !item.entry.shape.every(isBeside))
  return speaking < 0 ? [...shown, standIn] : [...shown.slice(0, speaking), standIn, ...shown.slice(speaking)]
}
