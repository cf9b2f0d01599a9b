/** Records that are only ever appended, with restores among them. A restore continues from an earlier point: what was
 * recorded between that point and the restore no longer applies. [R2] */

/** A record and the one that applies before it. */
interface Link<T> {
  record: T
  before: Link<T> | null
}

export interface TimelineOf<T> {
  /** Position of a record; ascending. */
  at: (record: T) => number
  /** Position that a restore returns to; undefined: the record is no restore. */
  restores: (record: T) => number | undefined
}

/** Returns the records that apply after the last of them, in order, with the newest restore itself if it applies.
 * @param records ascending by position */
export function timelineOf<T>(records: readonly T[], { at, restores }: TimelineOf<T>): T[] {
  const heads: Link<T>[] = []
  for (const record of records) {
    const target = restores(record)
    const before = target === undefined ? heads.at(-1) : heads.findLast((head) => at(head.record) <= target)
    heads.push({ record, before: before ?? null })
  }
  const found: T[] = []
  for (let link = heads.at(-1) ?? null; link; link = link.before) found.push(link.record)
  return found.reverse()
}
