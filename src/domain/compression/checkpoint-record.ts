/** What a checkpoint records of its span, in lists that apps show. [C6] */
import { exactStrings } from '../anchors/exact-strings.js'
import type { Goal } from '../goal/goal.js'
import type { LedgerEntry } from '../ledger/ledger.js'
import { isFiller, type Checkpoint } from '../checkpoint/checkpoint.js'
import type { LineKind } from '../source/types.js'

export interface CheckpointRecord {
  /** From its lines, and from what ledger and goals recorded between its first and last message. */
  keyDecisions: string[]
  filesModified: string[]
  nextSteps: string[]
  /** Extracted facts that name an exact string: a path, an identifier, a number with a unit. */
  exactFacts: string[]
  /** Tokens of the checkpoint per token that it replaces. */
  compressionRatio: number
}

/** The exact entries beside the checkpoints of a session. */
export interface Recorded {
  ledger: readonly LedgerEntry[]
  goals: readonly Goal[]
}

/** Returns the lists of one checkpoint. An entry that a line repeats appears once. Superseded entries are left out. */
export function checkpointRecord(checkpoint: Checkpoint, { ledger, goals }: Recorded): CheckpointRecord {
  const { lines, range, tokens, originalTokens } = checkpoint
  const linesOf = (kind: LineKind) => lines.filter((line) => line.kind === kind)
  const isInSpan = ({ seq }: { seq: number | null }) => seq !== null && seq >= range.from && seq <= range.to
  const items = goals.flatMap((goal) => goal.items).filter(isInSpan)
  const entries = ledger.filter((entry) => entry.state !== 'superseded' && isInSpan(entry))
  const textsOf = (kind: LineKind, more: readonly { text: string; shown: string }[]) => {
    const texts = linesOf(kind).map(({ text }) => text)
    for (const { text, shown } of more) if (!texts.some((one) => one.includes(text))) texts.push(shown)
    return texts
  }
  return {
    keyDecisions: textsOf('decision', [
      ...entries.filter(({ kind }) => kind === 'decision').map(({ text }) => ({ text, shown: text })),
      ...items.flatMap((item) =>
        item.kind === 'decision' && item.supersededBy === null ? [{ text: item.text, shown: item.text }] : [],
      ),
    ]),
    filesModified: textsOf('artifact', [
      ...entries
        .filter(({ kind }) => kind === 'artifact')
        .map(({ text, action }) => ({ text, shown: action === null ? text : `${action} ${text}` })),
      ...items.flatMap((item) =>
        item.kind === 'artifact' ? [{ text: item.text, shown: `${item.action} ${item.text}` }] : [],
      ),
    ]),
    nextSteps: textsOf(
      'next',
      items.flatMap((item) =>
        item.kind === 'next' && item.status === 'open' ? [{ text: item.text, shown: item.text }] : [],
      ),
    ),
    exactFacts: linesOf('fact')
      .filter((line) => line.by === 'extract' && !isFiller(line) && exactStrings(line.text).length > 0)
      .map(({ text }) => text),
    compressionRatio: originalTokens === 0 ? 0 : Math.round((tokens / originalTokens) * 1_000) / 1_000,
  }
}
