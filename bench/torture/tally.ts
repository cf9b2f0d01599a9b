/** Results of a run. Every violation is a sentence; a single one fails the run. */
export class Tally {
  acknowledged = 0
  refused = 0
  retries = 0
  contexts = 0
  /** Number of tool results of several megabytes sent. */
  giants = 0
  /** Number of appends with strings that a store may mangle. */
  poisoned = 0
  overLimit = 0
  brokenPairs = 0
  lost = 0
  doubled = 0
  altered = 0
  events = 0
  compressions = 0
  readonly kills: Record<string, number> = {}
  readonly violations: string[] = []

  violate(sentence: string): void {
    this.violations.push(sentence)
  }

  killed(victim: string): void {
    this.kills[victim] = (this.kills[victim] ?? 0) + 1
  }
}
