/** What a verification finds, and what it counts. */

/** A record that contradicts the messages or another record. */
export interface Finding {
  /** `file`, or the section of the record. */
  in: string
  /** Id or number of the record; null: the file as a whole. */
  record: string | null
  found: string
}

/** Findings that are kept. A broken file has more. */
const MAX_FINDINGS = 100

export class Findings {
  readonly list: Finding[] = []
  total = 0

  add(section: string, record: string | number | null, found: string): void {
    this.total += 1
    if (this.list.length < MAX_FINDINGS)
      this.list.push({ in: section, record: record === null ? null : String(record), found })
  }
}
