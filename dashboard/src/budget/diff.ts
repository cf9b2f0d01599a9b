import type { Entry } from '../strip/cells.js'

/** Compares the contexts before and after a cut, entry by entry. */

export type Change = 'kept' | 'removed' | 'added' | 'changed'
export interface DiffRow {
  change: Change
  before: Entry | null
  after: Entry | null
}

/** Returns the entries of both contexts in one order. An entry that moved is removed and added. */
export function diffEntries(before: readonly Entry[], after: readonly Entry[]): DiffRow[] {
  const [beforeKeys, afterKeys] = [keysOf(before), keysOf(after)]
  const [inBefore, inAfter] = [new Set(beforeKeys), new Set(afterKeys)]
  const rows: DiffRow[] = []
  let [left, right] = [0, 0]
  while (left < before.length || right < after.length) {
    const [old, now] = [before[left], after[right]]
    if (old !== undefined && now !== undefined && beforeKeys[left] === afterKeys[right]) {
      rows.push({ change: isSame(old, now) ? 'kept' : 'changed', before: old, after: now })
      left += 1
      right += 1
    } else if (old !== undefined && (now === undefined || !inAfter.has(beforeKeys[left]!))) {
      rows.push({ change: 'removed', before: old, after: null })
      left += 1
    } else if (now !== undefined && (old === undefined || !inBefore.has(afterKeys[right]!))) {
      rows.push({ change: 'added', before: null, after: now })
      right += 1
    } else {
      rows.push({ change: 'removed', before: old!, after: null })
      inBefore.delete(beforeKeys[left]!)
      left += 1
    }
  }
  return rows
}

/** Names the entries. Repeated names are numbered. A note of a goal has no number, so its text is its name. */
function keysOf(entries: readonly Entry[]): string[] {
  const seen = new Map<string, number>()
  return entries.map(({ kind, seq, checkpointId, digest }) => {
    const name = `${kind} ${seq ?? checkpointId ?? (kind === 'goal-note' ? digest : '')}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} ${count}`
  })
}

/** Whether an entry has the same bytes on both sides. Its tokens do not say: they are rounded so that those of all entries
 * add up to the whole. */
function isSame(old: Entry, now: Entry): boolean {
  const partsOf = ({ parts = [] }: Entry) =>
    parts
      .map(({ id }) => id)
      .sort()
      .join(' ')
  return old.state === now.state && old.digest === now.digest && partsOf(old) === partsOf(now)
}

export interface DiffRun {
  change: Change
  rows: DiffRow[]
}

/** Joins neighbors with the same change. */
export function runsOfDiff(rows: readonly DiffRow[]): DiffRun[] {
  const runs: DiffRun[] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last?.change === row.change) last.rows.push(row)
    else runs.push({ change: row.change, rows: [row] })
  }
  return runs
}
